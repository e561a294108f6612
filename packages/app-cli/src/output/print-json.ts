import type { CommandIo } from '../command-io.js';

/** Writes the one JSON document that a command prints with `--json`. */
export function printJson(value: unknown, io: CommandIo): void {
  io.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
