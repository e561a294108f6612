import {
  ErrorCode,
  IPackRecorder,
  type ILexichordRuntime,
  LexichordError,
  type PackLayout,
  type PreviousPack,
  detailLevels,
  isLexichordError,
  previousPackOf,
} from '@lexichord/abstractions';
import { parseJson } from '@lexichord/platform/internal';
import { z } from 'zod';

import type { CommandIo } from '../command-io.js';
import { readInput, requireReadableInput } from '../session/read-input.js';
import { requireLastPack } from './last-pack.js';

/** The previous pack, with warnings. */
export interface OpenedPack {
  readonly previous: PreviousPack | undefined;
  readonly warnings: readonly string[];
}

/** Command-line options for a previous pack. */
interface PreviousPackOptions {
  /** `last`, a file with the JSON of a pack or of its record, or `-`. */
  readonly since: string | undefined;
  readonly layout: PackLayout;
}

/**
 * Opens the pack that the next one continues: that of `--since`, or in the layout `stable` the last one. Without a
 * readable record a stable text starts anew.
 *
 * @throws {LexichordError} `not-found`; `invalid-argument` for a file of `--since` that is no pack
 */
export async function openPreviousPack(
  { since, layout }: PreviousPackOptions,
  { io, runtime }: { readonly io: CommandIo; readonly runtime: ILexichordRuntime },
): Promise<OpenedPack> {
  if (since === 'last') return { previous: previousPackOf((await requireLastPack(runtime, io)).packed), warnings: [] };
  if (since !== undefined) return { previous: await readPackFile(since, io, runtime), warnings: [] };
  if (layout !== 'stable') return { previous: undefined, warnings: [] };
  try {
    const record = await runtime.resolve(IPackRecorder).last({ signal: io.signal });
    return { previous: record === undefined ? undefined : previousPackOf(record.packed), warnings: [] };
  } catch (error) {
    if (!isLexichordError(error)) throw error;
    return { previous: undefined, warnings: [`${error.message} The whole text is written again.`] };
  }
}

const line = z.int().min(1);
const sentChunk = z.object({
  ...{ id: z.string(), filePath: z.string().min(1), startLine: line, endLine: line },
  partOf: z.object({ startLine: line, endLine: line }).optional(),
});
const packedChunk = sentChunk.extend({
  detailLevel: z.enum(detailLevels).optional(),
  isTruncated: z.boolean().optional(),
});
const pack = z.object({
  includedChunks: z.array(packedChunk),
  bodyChunks: z.int().min(0).optional(),
  previous: z.object({ valid: z.array(sentChunk), invalid: z.array(sentChunk) }).optional(),
});
const packFile = z.union([pack, z.object({ packed: pack }).transform(({ packed }) => packed)]);

async function readPackFile(name: string, io: CommandIo, runtime: ILexichordRuntime): Promise<PreviousPack> {
  const judge = await requireReadableInput(name, io, runtime);
  const read = packFile.safeParse(parseJson(await readInput(name, io, { judge, limitMb: 500 })));
  if (read.success) return previousPackOf(read.data);
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `${JSON.stringify(name)} is not a pack. Give --since "last", or a file written by "lexichord pack --json".`,
    { details: { option: '--since', value: name } },
  );
}
