import { hash } from 'node:crypto';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

type Row = Readonly<Record<string, unknown>>;

/** The column that the store adds to a table with checksums. */
export const checksumColumn = 'checksum';

/** Base64 digits that are kept of the hash: 132 bits. */
const checksumDigits = 22;

/** Columns that a checksum covers. */
export interface ChecksummedShape {
  readonly name: string;
  readonly key: string;
  /** Of the row's own columns, sorted. */
  readonly names: readonly string[];
}

/**
 * A checksum over every value of a row: SHA-256 of its JSON, with the columns by name and without those that are absent,
 * so that a column that is added later and left empty changes nothing. It detects damage and careless changes; a user who
 * means to deceive can compute it, too.
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
 * Rows that were read with their checksums, without them.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, for the first that is not what was written
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
