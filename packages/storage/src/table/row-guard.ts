import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';

import { sqlColumn, sqlString } from '../predicates/sql-literal.js';
import type { AnySchema } from '../schema/table-schema.js';

type AnyRow = Readonly<Record<string, unknown>>;

/** `RowGuard` of `table.ts`, for any row. */
export interface AnyGuard {
  readonly key: string;
  readonly column: string;
  readonly value: string | undefined;
}

/** A guard as expressions of the store. */
export interface GuardConditions {
  /**
   * Holds for every replaced row, but fails, and with it the whole write, if the guarded row has another value. The
   * store evaluates it for the version that the commit is based on, also in a retry after a conflict, which occurs
   * because both writers write the guarded row. Uses division by zero, because the store supports neither `CASE` nor a
   * function that raises an error.
   */
  readonly mayWrite: string;
  /** Holds for the guarded row after this write, or an equal one. */
  readonly isWritten: string;
}

/** @throws {LexichordError} `invalid-argument` for a guard that cannot be checked */
export function guardConditions(
  { name, key, columns }: AnySchema,
  guard: AnyGuard,
  rows: readonly AnyRow[],
): GuardConditions {
  if (columns[guard.column]?.kind !== 'string') {
    throw badGuard(name, `"${guard.column}" is not one of its string columns`);
  }
  const guarded = rows.find((row) => row[key] === guard.key);
  if (guarded === undefined) throw badGuard(name, 'the guarded row is not among the rows');
  const keyColumn = sqlColumn(key);
  const column = sqlColumn(guard.column);
  const isOther = `target.${keyColumn} <> ${sqlString(guard.key)}`;
  const isAsRead =
    guard.value === undefined
      ? isOther
      : `${isOther} OR (target.${column} IS NOT NULL AND target.${column} = ${sqlString(guard.value)})`;
  return {
    mayWrite: `1 / CAST((${isAsRead}) AS INT) = 1`,
    isWritten: `${keyColumn} = ${sqlString(guard.key)} AND ${column} = ${sqlString(String(guarded[guard.column]))}`,
  };
}

/** Whether an error of the store means that {@link GuardConditions.mayWrite} failed. */
export function isFailedGuard(error: unknown): boolean {
  return /divide by zero/i.test(String(error));
}

export function outdated(table: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Table "${table}" was changed by another writer in the meantime. Nothing was written. Read it again and repeat the change.`,
    { details: { table, fault: 'outdated' } },
  );
}

/** Whether a write failed because another writer has changed the guarded row meanwhile. */
export function isOutdated(error: unknown): boolean {
  return isLexichordError(error) && error.details['fault'] === 'outdated';
}

function badGuard(table: string, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `A write to table "${table}" has a guard that cannot be checked: ${problem}. Nothing was written.`,
    { details: { table, problem } },
  );
}
