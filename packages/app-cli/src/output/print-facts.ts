import type { CommandIo } from '../command-io.js';
import { type Colors, colorsFor } from './text-layout.js';

/** A name with its value. */
export type Fact = readonly [name: string, value: string];

/** Named values under each other, the values in one column. */
export function printFacts(facts: readonly Fact[], io: CommandIo): void {
  io.stdout.write(`${formatFacts(facts, colorsFor(io.stdout, io.environment))}\n`);
}

/** The text of {@link printFacts}, without the last line end. */
export function formatFacts(facts: readonly Fact[], { dim }: Colors): string {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts.map(([name, value]) => `${dim(`${name}:`.padEnd(width))}${value}`).join('\n');
}
