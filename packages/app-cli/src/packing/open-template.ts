import {
  ErrorCode,
  type ILexichordRuntime,
  LexichordError,
  type PackTemplate,
  isLexichordError,
  packTemplates,
} from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';
import { readInput } from '../session/read-input.js';
import { requireReadableInput } from '../session/require-readable-input.js';

/**
 * The template that the command line names: one that everybody has, else a file anywhere, `-` being standard input.
 *
 * @throws {LexichordError} `not-found` naming those there are, and what reading an input throws
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
