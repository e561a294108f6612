import type { Chunk } from '@lexichord/abstractions';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import { compareRecords } from '../corpus/pack-chunks.js';

/**
 * The part of its definition that a chunk is, with the lines of the whole; `undefined` for a definition in one chunk.
 * The parts follow each other under the definition's name, which only the first of them defines.
 *
 * @param records of all files, or of the record's own, by path and line
 */
export function definitionPart(
  record: ChunkRecord,
  records: readonly ChunkRecord[],
): Pick<Chunk, 'part' | 'partOf'> | undefined {
  const index = record.symbol === undefined ? undefined : indexOf(record, records);
  if (index === undefined) return undefined;
  let first = index;
  while (continues(records[first - 1], records[first])) first -= 1;
  let last = index;
  while (continues(records[last], records[last + 1])) last += 1;
  if (first === last) return undefined;
  return {
    part: { index: index - first + 1, count: last - first + 1 },
    partOf: { startLine: (records[first] ?? record).startLine, endLine: (records[last] ?? record).endLine },
  };
}

/** Whether a chunk goes on with the definition of the one before it. */
function continues(before: ChunkRecord | undefined, record: ChunkRecord | undefined): boolean {
  if (before === undefined || record === undefined) return false;
  const { filePath, startLine, symbol, kind, definitions } = record;
  return (
    before.filePath === filePath &&
    before.endLine + 1 === startLine &&
    before.symbol === symbol &&
    before.kind === kind &&
    !definitions.some(({ name }) => name === symbol)
  );
}

function indexOf(record: ChunkRecord, records: readonly ChunkRecord[]): number | undefined {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareRecords(records[middle] as ChunkRecord, record) < 0) low = middle + 1;
    else high = middle;
  }
  return records[low]?.id === record.id ? low : undefined;
}
