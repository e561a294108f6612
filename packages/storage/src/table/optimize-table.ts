import { type CallOptions, isLexichordError } from '@lexichord/abstractions';
import type { Table as NativeTable } from '@lancedb/lancedb';

import { retry } from '../database/retry.js';
import type { StoreSession } from '../database/store-session.js';
import type { AnySchema } from '../schema/table-schema.js';
import { createMissingSortedIndexes, createMissingTextIndexes, createMissingVectorIndex } from './table-indexes.js';
import type { OptimizeReport } from './table.js';

/** No version is older. */
const beginning = new Date(0);

/**
 * Indexes first, so that joining files brings them up to date in the same step. Each step is a commit of its own; one
 * that loses against other writers to the end is left for the next call, since nothing depends on it.
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

/** Readers that began before may still be reading the versions that were superseded since. */
function oldestKept({ services, options }: StoreSession): Date {
  return new Date(services.clock.now() - options.keepVersionsMs);
}

/** Another process that cleans up took away a manifest, or a part of an index, which this one was about to look at. */
function isOvertaken(error: unknown): boolean {
  return error instanceof Error && /not found: \S+(?:\.manifest|\/_indices\/)/iu.test(error.message);
}
