import { hash } from 'node:crypto';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

type Row = Readonly<Record<string, unknown>>;

/** The column that the store adds to a table with checksums. */
export const checksumColumn = 'checksum';

/** Number of stored Base64 digits of the hash: 132 bits. */
const checksumDigits = 22;

/** Columns that a checksum covers. */
export interface ChecksummedShape {
  readonly name: string;
  readonly key: string;
  /** Names of the row's own columns, sorted. */
  readonly names: readonly string[];
}

/**
 * A checksum of all values of a row: SHA-256 of its JSON, with sorted columns and without absent values, so that a new,
 * empty column does not change it. It detects damage and accidental changes, not deliberate manipulation.
 */
export function rowChecksum(row: Row, names: readonly string[]): string {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const value = row[name];
    if (value !== undefined) values[name] = value;
  }
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, checksumDigits);
}

/**
 * Verifies and removes the checksums of rows.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, for the first row with a wrong checksum
 */
export function requireUnaltered(rows: readonly Row[], { name, key, names }: ChecksummedShape): Row[] {
  return rows.map((row) => {
    const { [checksumColumn]: stored, ...values } = row;
    if (stored !== rowChecksum(values, names)) throw alteredRow(name, String(values[key]));
    return values;
  });
}

function alteredRow(table: string, key: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `A row of table "${table}" (${key}) was changed or damaged after it was stored, and is not shown. Run "lexichord doctor" to see what is affected, and "lexichord doctor --repair" to recover the intact data.`,
    { details: { table, key, fault: 'altered' } },
  );
}
