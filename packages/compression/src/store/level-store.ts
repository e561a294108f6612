import type { CallOptions, CompressionLevel, ILogger } from '@lexichord/abstractions';
import { type IDatabase, and, equals, less } from '@lexichord/storage';

import { conversationHash, parseSegmentId } from '../segment-id.js';
import { type LevelRow, levelTable } from './compression-tables.js';
import { type SourcedLevel, levelPosition, toLevel, toLevelRow } from './level-rows.js';
import { OpenedTable, isStorageError } from './opened-table.js';

/**
 * Stores compressed levels. They can be made again, so a level that cannot be read counts as missing, and one that
 * cannot be written is made again on the next request.
 */
export class LevelStore {
  private readonly table: OpenedTable<LevelRow>;

  constructor(
    database: IDatabase,
    private readonly logger: ILogger,
  ) {
    this.table = new OpenedTable(database, levelTable);
  }

  async put(levels: readonly SourcedLevel[], { nowMs, signal }: CallOptions & { nowMs: number }): Promise<void> {
    const rows = levels.map((level) => toLevelRow(level, nowMs));
    if (rows.length === 0) return;
    await this.tolerate(undefined, { signal }, async () => {
      await this.table.write({ signal }, (table) => table.upsert(rows, { isOneCommit: true, signal }));
    });
  }

  async level(segmentId: string, level: CompressionLevel, options: CallOptions): Promise<SourcedLevel | undefined> {
    const id = parseSegmentId(segmentId);
    if (id === undefined) return undefined;
    const where = equals('place', levelPosition(id.hash, id.number, level));
    const rows = await this.tolerate([], options, () => this.table.rows(where, options));
    return rows.map((row) => toLevel(row)).find((found) => found?.level.segmentId === segmentId);
  }

  /** Returns the stored levels, by number. */
  async levels(
    conversationId: string,
    level: CompressionLevel,
    { signal }: CallOptions,
  ): Promise<readonly SourcedLevel[]> {
    const where = and(equals('conversation', conversationHash(conversationId)), equals('level', level));
    const rows = await this.tolerate([], { signal }, () => this.table.rows(where, { signal }));
    return [...rows].sort((a, b) => a.number - b.number).flatMap((row) => toLevel(row) ?? []);
  }

  /** Removes levels that were stored before a time, and returns their number. */
  async expire(beforeMs: number, { signal }: CallOptions): Promise<number> {
    const where = less<'storedMs'>('storedMs', beforeMs);
    return this.table.delete(where, { signal });
  }

  async remove(conversationId: string, { signal }: CallOptions): Promise<void> {
    await this.table.delete(equals('conversation', conversationHash(conversationId)), { signal });
  }

  private async tolerate<T>(otherwise: T, { signal }: CallOptions, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isStorageError(error)) throw error;
      this.logger.warn(
        'The table of compressed segments cannot be used, so levels are compressed again; run "lexichord doctor --repair"',
      );
      return otherwise;
    }
  }
}
