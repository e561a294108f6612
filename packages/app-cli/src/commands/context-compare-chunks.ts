import {
  ErrorCode,
  type ILexichordRuntime,
  LexichordError,
  type PackRecord,
  isLexichordError,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { locationOf } from '../output/chunk-table.js';
import { countOf, formatCount, formatShare } from '../output/numbers.js';
import { printFacts } from '../output/print-facts.js';
import { printJson } from '../output/print-json.js';
import { colorsFor } from '../output/text-layout.js';
import { type ChunkComparison, type ReadChunk, compareChunks, lineCountOf } from '../packing/compare-ranges.js';
import { type ChunkLocation, type RecordedChunk, findChunks, requireChunkLocation } from '../packing/find-chunk.js';
import { requireLastPack } from '../packing/last-pack.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord context compare-chunks` (T-016, troubleshooting 4). */
export const runContextCompareChunks: CommandRun = (invocation, io) => {
  const locations = [requireChunkLocation(invocation, 'chunk1'), requireChunkLocation(invocation, 'chunk2')] as const;
  const { globals } = invocation;
  return withRuntime({ globals, io }, async ({ runtime, settings }) => {
    const pair = findPair(await requireLastPack(runtime, io), locations);
    const read = { runtime, signal: io.signal };
    const [first, second] = await Promise.all([withText(pair[0], read), withText(pair[1], read)]);
    const comparison = compareChunks(first, second, settings.configuration.values.context.deduplication);
    if (globals.json) printJson(toJson(pair, comparison), io);
    else printComparison(pair, comparison, io);
    return ExitCode.done;
  });
};

type Pair = readonly [RecordedChunk, RecordedChunk];

/** Finds both chunks. The same range twice means lines found by two sources. */
function findPair(record: PackRecord, [first, second]: readonly [ChunkLocation, ChunkLocation]): Pair {
  const [a] = findChunks(record, first);
  const b = findChunks(record, second).find((chunk) => chunk !== a);
  if (b !== undefined) return [a, b];
  throw new LexichordError(
    ErrorCode.notFound,
    `The last pack has ${JSON.stringify(locationOf(a))} once, so there is nothing to compare it with. Name two chunks.`,
  );
}

/** Adds the present text of the file, if it is still the packed one; the output of a tool has none. */
async function withText(
  chunk: RecordedChunk,
  { runtime, signal }: { readonly runtime: ILexichordRuntime; readonly signal?: AbortSignal | undefined },
): Promise<ReadChunk> {
  try {
    return { chunk, text: (await runtime.expand(chunk.id, { signal })).content };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    return { chunk };
  }
}

function toJson(pair: Pair, { shared, sharedLines, share, hasSameContent, removed, reason }: ChunkComparison): object {
  return {
    chunks: pair.map((chunk) => ({
      id: chunk.id,
      filePath: chunk.filePath,
      startLine: chunk.startLine,
      endLine: chunk.endLine,
      rank: chunk.rank,
      included: chunk.reason === undefined,
      overlap: sharedLines / lineCountOf(chunk),
    })),
    ...{ shared, sharedLines, share, hasSameContent },
    removed: removed?.id,
    reason,
  };
}

function printComparison(pair: Pair, comparison: ChunkComparison, io: CommandIo): void {
  const { shared, sharedLines, removed, reason } = comparison;
  const { bold } = colorsFor(io.stdout, io.environment);
  const described = ({ reason: left, ...chunk }: RecordedChunk): string =>
    `${locationOf(chunk)} (${countOf(lineCountOf(chunk), 'line')}), #${formatCount(chunk.rank)}, ${left ?? 'included'}`;
  const shares = pair.map(
    (chunk, index) =>
      `${sharedLines}/${lineCountOf(chunk)} = ${formatShare(sharedLines, lineCountOf(chunk))} of chunk ${index + 1}`,
  );
  const overlap =
    shared === undefined
      ? `none, ${pair[0].filePath === pair[1].filePath ? 'no common lines' : 'they are from different files'}`
      : `lines ${shared.startLine}-${shared.endLine} (${countOf(sharedLines, 'line')})`;
  const isLower = removed !== undefined && removed.rank >= Math.max(...pair.map(({ rank }) => rank));
  const numbered =
    removed === undefined ? '' : ` chunk ${pair.indexOf(removed) + 1}${isLower ? ', which ranks lower' : ''}`;
  printFacts(
    [
      ['Chunk 1', described(pair[0])],
      ['Chunk 2', described(pair[1])],
      ['Overlap', overlap],
      ...(shared === undefined ? [] : [['Overlap percentage', shares.join(', ')] as const]),
      ['Decision', `${removed === undefined ? bold('KEEP BOTH') : `${bold('REMOVE')}${numbered}`}: ${reason}`],
    ],
    io,
  );
}
