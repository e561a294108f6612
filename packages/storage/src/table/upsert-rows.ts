import type { CallOptions } from '@lexichord/abstractions';
import type { MergeResult } from '@lancedb/lancedb';

import type { OpenStore, StoreCall, StoreSession } from '../database/store-session.js';
import { isUnanswered } from '../errors/storage-error.js';
import { encodeRows, requireRowsFit } from '../rows/encode-rows.js';
import type { AnySchema } from '../schema/table-schema.js';
import type { OpenedTable } from './open-table.js';
import {
  type AnyGuard,
  type GuardConditions,
  guardConditions,
  isFailedGuard,
  isOutdated,
  outdated,
} from './row-guard.js';
import type { UpsertReport } from './table.js';

type AnyRow = Readonly<Record<string, unknown>>;

/** Rows to write, with options. */
export interface UpsertRequest extends CallOptions {
  readonly rows: readonly AnyRow[];
  readonly isOneCommit: boolean;
  readonly onlyIf: AnyGuard | undefined;
}

/** The table of a commit, and its condition. */
interface MergeTarget {
  readonly schema: AnySchema;
  readonly opened: OpenedTable;
  readonly guard: GuardConditions | undefined;
}

/** Checks all rows, then writes them, in batches or in one commit. */
export async function upsertRows(
  session: StoreSession,
  { schema, opened }: { readonly schema: AnySchema; readonly opened: OpenedTable },
  { rows, isOneCommit, onlyIf, signal }: UpsertRequest,
): Promise<UpsertReport> {
  requireRowsFit(schema, rows);
  const guard = onlyIf === undefined ? undefined : guardConditions(schema, onlyIf, rows);
  const { batchSize } = session.options;
  const batches = inBatches(rows, batchSize);
  const call: StoreCall = { doing: `write to table "${schema.name}"`, signal };
  let inserted = 0;
  let updated = 0;
  const versions: number[] = [];
  for (const commit of isOneCommit || guard !== undefined ? oneOrNone(batches) : batches.map((batch) => [batch])) {
    const merged = await session.write(schema.name, repeatableMerge({ schema, opened, guard }, commit), call);
    if (merged === undefined) continue;
    inserted += merged.numInsertedRows;
    updated += merged.numUpdatedRows;
    versions.push(merged.version);
  }
  return { inserted, updated, versions };
}

/**
 * Creates a guarded merge that may be repeated: after a lost answer, the next attempt finds the guarded row changed by
 * the merge itself.
 *
 * @returns an operation that returns `undefined` for rows that an earlier attempt has stored
 */
function repeatableMerge(
  target: MergeTarget,
  commit: readonly (readonly AnyRow[])[],
): (store: OpenStore) => Promise<MergeResult | undefined> {
  let mayBeStored = false;
  return async (store) => {
    try {
      return await merge(store, target, commit);
    } catch (error) {
      if (mayBeStored && isOutdated(error) && (await isStored(target))) return undefined;
      mayBeStored ||= isUnanswered(error);
      throw error;
    }
  };
}

async function isStored({ opened, guard }: MergeTarget): Promise<boolean> {
  return guard !== undefined && (await opened.native.countRows(guard.isWritten)) > 0;
}

async function merge(
  { arrow }: OpenStore,
  { schema, opened, guard }: MergeTarget,
  batches: readonly (readonly AnyRow[])[],
): Promise<MergeResult> {
  const condition = guard === undefined ? undefined : { where: guard.mayWrite };
  const merging = opened.native.mergeInsert(schema.key).whenMatchedUpdateAll(condition);
  const data = encodeRows(arrow, opened.arrowSchema, schema, batches);
  try {
    return await merging.whenNotMatchedInsertAll().execute(data);
  } catch (error) {
    if (guard === undefined || !isFailedGuard(error)) throw error;
    throw outdated(schema.name);
  }
}

function inBatches(rows: readonly AnyRow[], size: number): readonly (readonly AnyRow[])[] {
  const batches: (readonly AnyRow[])[] = [];
  for (let start = 0; start < rows.length; start += size) batches.push(rows.slice(start, start + size));
  return batches;
}

function oneOrNone<T>(batches: readonly T[]): readonly (readonly T[])[] {
  return batches.length === 0 ? [] : [batches];
}
