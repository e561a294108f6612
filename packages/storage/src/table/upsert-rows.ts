import { type CallOptions, ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { MergeResult, Table as NativeTable } from '@lancedb/lancedb';

import type { OpenStore, StoreCall, StoreSession } from '../database/store-session.js';
import { sqlColumn, sqlString } from '../predicates/sql-literal.js';
import { encodeRows, requireRowsFit } from '../rows/encode-rows.js';
import type { AnySchema, OpenedTable } from './open-table.js';
import type { UpsertReport } from './table.js';

type AnyRow = Readonly<Record<string, unknown>>;

/** Of `table.ts`, for any row. */
interface AnyGuard {
  readonly key: string;
  readonly column: string;
  readonly value: string | undefined;
}

/** Any table's rows on their way into it. */
export interface UpsertRequest extends CallOptions {
  readonly rows: readonly AnyRow[];
  readonly isOneCommit: boolean;
  readonly onlyIf: AnyGuard | undefined;
}

/** Checks all rows, then writes them, in batches or in one commit. */
export async function upsertRows(
  session: StoreSession,
  { schema, opened }: { readonly schema: AnySchema; readonly opened: OpenedTable },
  { rows, isOneCommit, onlyIf, signal }: UpsertRequest,
): Promise<UpsertReport> {
  requireRowsFit(schema, rows);
  const where = onlyIf === undefined ? undefined : guardCondition(schema, onlyIf, rows);
  const { batchSize } = session.options;
  const batches = inBatches(rows, batchSize);
  const call: StoreCall = { doing: `write to table "${schema.name}"`, signal };
  let inserted = 0;
  let updated = 0;
  const versions: number[] = [];
  for (const commit of isOneCommit || where !== undefined ? oneOrNone(batches) : batches.map((batch) => [batch])) {
    const work = (store: OpenStore): Promise<MergeResult> => merge(store, { schema, opened, where }, commit);
    const merged = await session.write(schema.name, work, call);
    inserted += merged.numInsertedRows;
    updated += merged.numUpdatedRows;
    versions.push(merged.version);
  }
  return { inserted, updated, versions };
}

async function merge(
  { arrow }: OpenStore,
  { schema, opened, where }: { schema: AnySchema; opened: OpenedTable; where: string | undefined },
  batches: readonly (readonly AnyRow[])[],
): Promise<MergeResult> {
  const native: NativeTable = opened.native;
  const merging = native.mergeInsert(schema.key).whenMatchedUpdateAll(where === undefined ? undefined : { where });
  const data = encodeRows(arrow, opened.arrowSchema, schema, batches);
  try {
    return await merging.whenNotMatchedInsertAll().execute(data);
  } catch (error) {
    if (where === undefined || !failedGuard.test(String(error))) throw error;
    throw outdated(schema.name);
  }
}

/** What the store says when {@link guardCondition} does not hold. */
const failedGuard = /divide by zero/i;

/**
 * An expression that holds for every row that is replaced, and fails, and with it the whole write, when the guarded row is
 * there with another value. The store evaluates it against the version that the commit is based on, also when it tries
 * again after it has lost against another writer, which it does because both have written the guarded row. It knows
 * neither `CASE` nor a function that raises an error; division by zero is left.
 */
function guardCondition({ name, key, columns }: AnySchema, guard: AnyGuard, rows: readonly AnyRow[]): string {
  if (columns[guard.column]?.kind !== 'string') {
    throw badGuard(name, `"${guard.column}" is not one of its string columns`);
  }
  if (!rows.some((row) => row[key] === guard.key)) throw badGuard(name, 'the guarded row is not among the rows');
  const isOther = `target.${sqlColumn(key)} <> ${sqlString(guard.key)}`;
  const guarded = `target.${sqlColumn(guard.column)}`;
  const holds =
    guard.value === undefined
      ? isOther
      : `${isOther} OR (${guarded} IS NOT NULL AND ${guarded} = ${sqlString(guard.value)})`;
  return `1 / CAST((${holds}) AS INT) = 1`;
}

function badGuard(table: string, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `A write to table "${table}" has a guard that cannot be checked: ${problem}. Nothing was written.`,
    { details: { table, problem } },
  );
}

function outdated(table: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Table "${table}" has been changed by another writer meanwhile. Nothing was written: read it again and repeat the change.`,
    { details: { table, fault: 'outdated' } },
  );
}

function inBatches(rows: readonly AnyRow[], size: number): readonly (readonly AnyRow[])[] {
  const batches: (readonly AnyRow[])[] = [];
  for (let start = 0; start < rows.length; start += size) batches.push(rows.slice(start, start + size));
  return batches;
}

function oneOrNone<T>(batches: readonly T[]): readonly (readonly T[])[] {
  return batches.length === 0 ? [] : [batches];
}
