import type { MergedPlaces } from '@lexichord/text-index';

import type { ChunkRecord } from './chunk-record.js';

/** By path, line, end: a total order, because no two chunks share a place. */
export function compareRecords(a: ChunkRecord, b: ChunkRecord): number {
  if (a.filePath !== b.filePath) return a.filePath < b.filePath ? -1 : 1;
  return a.startLine - b.startLine || a.endLine - b.endLine || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** The records of two corpora as one, both in order. */
export function mergeRecords(
  { records: before, isKept }: { records: readonly ChunkRecord[]; isKept: (record: ChunkRecord) => boolean },
  added: readonly ChunkRecord[],
): { readonly records: readonly ChunkRecord[]; readonly places: MergedPlaces } {
  const records: ChunkRecord[] = [];
  const places = { kept: new Int32Array(before.length).fill(-1), added: new Int32Array(added.length) };
  let next = 0;
  const addUntil = (limit: ChunkRecord | undefined): void => {
    for (let record = added[next]; record !== undefined; record = added[next]) {
      if (limit !== undefined && compareRecords(record, limit) >= 0) return;
      places.added[next] = records.push(record) - 1;
      next += 1;
    }
  };
  for (const [number, record] of before.entries()) {
    if (!isKept(record)) continue;
    addUntil(record);
    places.kept[number] = records.push(record) - 1;
  }
  addUntil(undefined);
  return { records, places: { ...places, size: records.length } };
}
