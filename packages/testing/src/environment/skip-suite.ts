import { describe, it } from '@jest/globals';

/** A program that a suite needs and that this machine does not have. */
export interface MissingProgram {
  readonly program: string;
  /** Why it is missing, as the rest of a sentence: `is not installed`. */
  readonly problem: string;
  /** Variable of the environment that makes a missing program a failure, if it is `1`. */
  readonly variable: `LEXICHORD_REQUIRE_${string}`;
}

/**
 * Skips a suite with one loud line, unless the environment requires its program.
 *
 * @returns whether it is skipped; otherwise the suite runs, and fails
 */
export function skipSuite(name: string, { program, problem, variable }: MissingProgram): boolean {
  if (process.env[variable] === '1') return false;
  process.stderr.write(`SKIPPED: ${name}, because ${program} ${problem} (${variable}=1 makes this a failure).\n`);
  describe(name, () => {
    it.skip(`needs ${program}, which ${problem}`, () => undefined);
  });
  return true;
}
