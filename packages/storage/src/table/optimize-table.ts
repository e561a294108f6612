import { type CallOptions, isLexichordError } from '@lexichord/abstractions';
import type { Table as NativeTable } from '@lancedb/lancedb';

import { retry } from '../database/retry.js';
import type { StoreSession } from '../database/store-session.js';
import type { AnySchema } from '../schema/table-schema.js';
import { createMissingSortedIndexes, createMissingTextIndexes, createMissingVectorIndex } from './table-indexes.js';
import type { OptimizeReport } from './table.js';

/** Time before all versions. */
const beginning = new Date(0);

/**
 * Optimizes a table: indexes first, because joining files then updates them in the same step. Each step is a separate
 * commit; one that keeps conflicting with other writers is left to the next call.
 */
export async function optimizeTable(
  session: StoreSession,
  schema: AnySchema,
  native: NativeTable,
  { signal }: CallOptions,
): Promise<OptimizeReport> {
  const call = { doing: `optimize table "${schema.name}"`, signal };
  // The library follows links when it removes unused files, and a link may have been added since opening.
  await session.requireOwnFiles();
  let postponed = false;
  const step = async <T>(work: Parameters<typeof session.write<T>>[1]): Promise<T | undefined> => {
    try {
      return await session.write(schema.name, work, call);
    } catch (error) {
      if (!isLexichordError(error) || error.details['fault'] !== 'lost-commit') throw error;
      postponed = true;
      return undefined;
    }
  };
  const { random = Math.random } = session.services;
  const patience = { isWorthIt: isOvertaken, maxAttempts: 6, firstDelayMs: 20, random, signal };
  const optimize = (cleanupOlderThan: Date) => retry(() => native.optimize({ cleanupOlderThan }), patience);
  await step((store) => createMissingTextIndexes(store, native, schema));
  await step((store) => createMissingVectorIndex(store, native, schema));
  await step((store) => createMissingSortedIndexes(store, native, schema));
  // Writes the new files first; the old ones are removed once the new ones are on the disk.
  const compacted = session.isFlushed(schema.name) ? await step(() => optimize(beginning)) : undefined;
  const cleaned = await step(() => optimize(oldestKept(session)));
  const indices = await session.read(() => native.listIndices(), call);
  const indexed = new Set(indices.flatMap(({ columns }) => columns));
  return {
    compactedFiles: (compacted?.compaction.filesRemoved ?? 0) + (cleaned?.compaction.filesRemoved ?? 0),
    removedVersions: cleaned?.prune.oldVersionsRemoved ?? 0,
    indexedColumns: Object.keys(schema.columns).filter((name) => indexed.has(name)),
    postponed,
  };
}

/** Time before which versions may be removed: running readers may still use those superseded since. */
function oldestKept({ services, options }: StoreSession): Date {
  return new Date(services.clock.now() - options.keepVersionsMs);
}

/** Whether another process's clean-up has removed a manifest, or a part of an index, that this one needs. */
function isOvertaken(error: unknown): boolean {
  return error instanceof Error && /not found: \S+(?:\.manifest|\/_indices\/)/iu.test(error.message);
}
