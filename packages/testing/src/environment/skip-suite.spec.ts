import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isFullRun } from './is-full-run.js';
import { skipSuite } from './skip-suite.js';

const missing = { program: 'a harp', problem: 'is not tuned', variable: 'LEXICHORD_REQUIRE_HARP' } as const;

/** Of a run of Jest, as it reports it with `--json`. */
interface Totals {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

describe('a suite without its program', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'lexichord-skipped-'));
  });

  afterEach(() => {
    delete process.env['LEXICHORD_REQUIRE_HARP'];
    rmSync(root, { recursive: true });
  });

  /** Runs a suite in a Jest of its own, whose program is missing. */
  async function runSuite(required: string): Promise<{ readonly totals: Totals; readonly log: string }> {
    const source = fileURLToPath(new URL('skip-suite.ts', import.meta.url));
    writeFileSync(
      join(root, 'harp.spec.mjs'),
      `import { skipSuite } from '${source}';
if (!skipSuite('music', ${JSON.stringify(missing)})) it('plays', () => { throw new Error('no harp'); });\n`,
    );
    const { transform, moduleNameMapper, extensionsToTreatAsEsm } = createRequire(import.meta.url)(
      '../../../../tools/jest/preset.cjs',
    ) as Readonly<Record<string, unknown>>;
    const config = { rootDir: root, testMatch: ['**/*.spec.mjs'], transform, moduleNameMapper, extensionsToTreatAsEsm };
    const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
    const args = ['--experimental-vm-modules', '--no-warnings', jest, '--json', '--config', JSON.stringify(config)];
    const env = { ...process.env, [missing.variable]: required };
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env, cwd: root }, (_, stdout, log) =>
        resolve({ totals: JSON.parse(stdout) as Totals, log }),
      );
    });
  }

  it('is skipped with a line that says why', async () => {
    const { totals, log } = await runSuite('');

    expect(totals).toMatchObject({ success: true, numPassedTests: 0, numFailedTests: 0, numPendingTests: 1 });
    expect(log).toContain(
      'SKIPPED: music, because a harp is not tuned (LEXICHORD_REQUIRE_HARP=1 makes this a failure).',
    );
  });

  it('runs, and fails, where the program is required', async () => {
    const { totals, log } = await runSuite('1');

    expect(totals).toMatchObject({ success: false, numFailedTests: 1, numPendingTests: 0 });
    expect(log).not.toContain('SKIPPED');
    process.env[missing.variable] = '1';
    expect(skipSuite('music', missing)).toBe(false);
  });
});

describe('isFullRun', () => {
  it('is what the run was asked for', () => {
    const before = process.env['LEXICHORD_TESTS_FULL'];
    process.env['LEXICHORD_TESTS_FULL'] = '1';
    expect(isFullRun()).toBe(true);
    delete process.env['LEXICHORD_TESTS_FULL'];
    expect(isFullRun()).toBe(false);
    if (before !== undefined) process.env['LEXICHORD_TESTS_FULL'] = before;
  });
});
