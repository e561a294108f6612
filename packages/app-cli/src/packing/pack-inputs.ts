import { basename } from 'node:path';

import {
  ErrorCode,
  type ILexichordRuntime,
  LexichordError,
  type PackTemplate,
  type ToolOutput,
  isLexichordError,
  packTemplates,
} from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';
import { readInput, requireReadableInput } from '../session/read-input.js';

/**
 * The template that the command line names: a built-in one, else a file; `-` is standard input.
 *
 * @throws {LexichordError} `not-found` with the built-in names, and the errors of reading an input
 */
export async function openPackTemplate(
  name: string | undefined,
  { io, runtime }: { readonly io: CommandIo; readonly runtime: ILexichordRuntime },
): Promise<PackTemplate | undefined> {
  if (name === undefined) return undefined;
  const builtIn = packTemplates.find((known) => known === name);
  if (builtIn !== undefined) return builtIn;
  const judge = await requireReadableInput(name, io, runtime);
  try {
    return { text: await readInput(name, io, { judge }) };
  } catch (cause) {
    if (!isLexichordError(cause) || cause.code !== ErrorCode.notFound) throw cause;
    const meant = findClosestName(name, packTemplates);
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    const message = `${JSON.stringify(name)} is neither a template (${packTemplates.join(', ')}) nor a file.${hint}`;
    throw new LexichordError(cause.code, message, { details: { template: name }, cause });
  }
}

/**
 * Reads the tool outputs that the command line names; `-` is standard input. Names are made unique, because equal names
 * would be merged.
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
    const name = uniqueName(file === '-' ? 'stdin' : basename(file), taken);
    outputs.push({ name, text: await readInput(file, io, { judge }) });
  }
  return outputs;
}

/** A unique name. Other characters become `_` first, as they would in an identifier. */
function uniqueName(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_.-]/gu, '_');
  let free = plain;
  for (let number = 2; taken.has(free); number += 1) free = `${number}-${plain}`;
  taken.add(free);
  return free;
}
