import { basename } from 'node:path';

import type { ILexichordRuntime, ToolOutput } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { readInput } from '../session/read-input.js';
import { requireReadableInput } from '../session/require-readable-input.js';

/**
 * Reads outputs of tools that the command line names; `-` is standard input. Each has a name of its own: two of one
 * name would be taken for one.
 *
 * @throws what reading an input throws; {PathDeniedError} for a file that may hold secrets
 */
export async function readToolOutputs(
  files: readonly string[],
  { io, runtime }: { readonly io: CommandIo; readonly runtime: ILexichordRuntime },
): Promise<readonly ToolOutput[]> {
  const outputs: ToolOutput[] = [];
  const taken = new Set<string>();
  for (const file of files) {
    const judge = await requireReadableInput(file, io, runtime);
    const name = freeName(file === '-' ? 'stdin' : basename(file), taken);
    outputs.push({ name, text: await readInput(file, io, { judge }) });
  }
  return outputs;
}

/** Only these characters stay in an identifier, so names that differ in others alone are the same. */
function freeName(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_.-]/gu, '_');
  let free = plain;
  for (let number = 2; taken.has(free); number += 1) free = `${number}-${plain}`;
  taken.add(free);
  return free;
}
