import type { Chunk } from '@lexichord/abstractions';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import { compareRecords } from '../corpus/encode-chunks.js';

/**
 * Finds a chunk's part number in its definition, with the lines of the whole; `undefined` for a definition in one
 * chunk. The parts are adjacent chunks with the definition's name, which only the first of them defines.
 *
 * @param records of all files, or of the record's own, by path and line
 */
export function definitionPart(
  record: ChunkRecord,
  records: readonly ChunkRecord[],
): Pick<Chunk, 'part' | 'partOf'> | undefined {
  const parts = definitionParts(record, records);
  const [first, last] = [parts.at(0), parts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    part: { index: parts.findIndex(({ id }) => id === record.id) + 1, count: parts.length },
    partOf: { startLine: first.startLine, endLine: last.endLine },
  };
}

/** All parts of a chunk's definition, in their order; none for a definition in one chunk. */
export function definitionParts(record: ChunkRecord, records: readonly ChunkRecord[]): readonly ChunkRecord[] {
  const index = record.symbol === undefined ? undefined : indexOf(record, records);
  if (index === undefined) return [];
  let first = index;
  while (continues(records[first - 1], records[first])) first -= 1;
  let last = index;
  while (continues(records[last], records[last + 1])) last += 1;
  return first === last ? [] : records.slice(first, last + 1);
}

/** Whether a chunk continues the definition of the one before it. */
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
