import type { CommandIo } from '../command-io.js';
import { colorsFor } from './colors.js';

/** Named values under each other, the values in one column. */
export function printFacts(facts: readonly (readonly [name: string, value: string])[], io: CommandIo): void {
  const colors = colorsFor(io.stdout, io.environment);
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  for (const [name, value] of facts) io.stdout.write(`${colors.dim(`${name}:`.padEnd(width))}${value}\n`);
}
