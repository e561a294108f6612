import type { CallOptions } from '@lexichord/abstractions';
import { and, atLeast, less } from '@lexichord/storage';
import { LRUCache } from 'lru-cache';

import { parseSegmentId } from '../segment-id.js';
import { type SegmentRow, rowPosition } from './compression-tables.js';
import type { OpenedTable } from './opened-table.js';
import { type EntryRow, entryColumns } from './segment-rows.js';

/** Number of segments in one read: reading a range takes hardly longer than reading one. */
const segmentsAtOnce = 256;
const maxKept = 16_384;

/**
 * A cache of segment boundaries. A closed segment changes only when its conversation is removed, which callers detect
 * by the conversation's life.
 */
export class SegmentEntries {
  private readonly kept = new LRUCache<string, EntryRow>({ max: maxKept });

  constructor(private readonly table: OpenedTable<SegmentRow>) {}

  /** The entry from the cache, possibly outdated, else from the table. */
  async recall(segmentId: string, options: CallOptions): Promise<EntryRow | undefined> {
    return this.kept.get(segmentId) ?? this.read(segmentId, options);
  }

  /** The entry of a segment in a given life of its conversation. */
  async ofLife(segmentId: string, life: number, options: CallOptions): Promise<EntryRow | undefined> {
    const recalled = await this.recall(segmentId, options);
    const row = recalled?.life === life ? recalled : await this.read(segmentId, options);
    return row?.life === life ? row : undefined;
  }

  /** Drops an entry, so that it is read again. */
  forget(segmentId: string): void {
    this.kept.delete(segmentId);
  }

  /** The current entry from the table. */
  async read(segmentId: string, { signal }: CallOptions): Promise<EntryRow | undefined> {
    const id = parseSegmentId(segmentId);
    if (id === undefined) return undefined;
    const from = id.number - (id.number % segmentsAtOnce);
    const [first, end] = [Math.max(1, from), from + segmentsAtOnce].map((number) => rowPosition(id.hash, number));
    const where = and(atLeast('place', first ?? 0), less('place', end ?? 0));
    const rows = await this.table.rows(where, { columns: entryColumns, signal });
    this.kept.delete(segmentId);
    for (const row of rows) if (row.conversation === id.hash) this.kept.set(row.key, row);
    return rows.find(({ key }) => key === segmentId);
  }
}
