import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';
import { z } from 'zod';

import { type RowShape, requireRowsFit } from '../rows/encode-rows.js';

/** Format of backup files: the written one, and the newest that can be read. */
const backupFormat = 1;

const headerSchema = z.strictObject({
  lexichord: z.literal('backup'),
  format: z.int().positive(),
  kind: z.string(),
  /** Milliseconds since the Unix epoch. */
  madeAtMs: z.int(),
});
const rowSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });
const endSchema = z.strictObject({ rows: z.int().min(0), sha256: z.string() });

/** A row of one of the tables in a backup. */
export interface BackupRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Required contents of a backup. */
export interface BackupContents {
  readonly kind: string;
  /** Tables whose rows it may contain. */
  readonly tables: readonly RowShape[];
}

/** Origin of a backup. */
export interface BackupDescription {
  /** Feature that it belongs to; other features reject it. */
  readonly kind: string;
  readonly madeAtMs: number;
}

/**
 * Encodes rows as the lines of a file: a header, a line for each row, and a last line with the number of rows and a
 * hash of everything before, so that reading detects a truncated or changed file.
 */
export async function* writeBackup(
  { kind, madeAtMs }: BackupDescription,
  rows: AsyncIterable<BackupRow>,
): AsyncGenerator<string, void, undefined> {
  const hash = createHash('sha256');
  let count = 0;
  const line = (value: object): string => {
    const text = toLine(value);
    hash.update(text);
    return text;
  };
  yield line({ lexichord: 'backup', format: backupFormat, kind, madeAtMs });
  for await (const { table, row } of rows) {
    count += 1;
    yield line({ table, row });
  }
  yield toLine({ rows: count, sha256: hash.digest('hex') });
}

/**
 * Reads the rows of a backup. Only after the last row, without an error, are they verified: read the file once for that
 * before a change.
 *
 * @throws {LexichordError} `invalid-argument` for a file that is no backup of this kind, of a newer format, truncated
 * or changed
 */
export async function* readBackup(
  file: AsyncIterable<Uint8Array | string>,
  { kind, tables }: BackupContents,
): AsyncGenerator<BackupRow, void, undefined> {
  const hash = createHash('sha256');
  let count = -1;
  let isEnded = false;
  for await (const text of createInterface({ input: Readable.from(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isEnded) throw badBackup('there is text after its end');
    const value = parseLine(text);
    const end = endSchema.safeParse(value).data;
    if (count < 0) requireHeader(value, kind);
    else if (end !== undefined) {
      if (end.rows !== count || end.sha256 !== hash.digest('hex')) throw badBackup('it was changed');
      isEnded = true;
      continue;
    } else yield requireRow(value, tables, count + 2);
    hash.update(`${text}\n`);
    count += 1;
  }
  if (!isEnded) throw badBackup('its end is missing');
}

/** Encodes a line. Escapes Unicode's line separators, which end a line for some readers. */
function toLine(value: object): string {
  return `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badBackup('a line of it is no JSON');
  }
}

function requireHeader(value: unknown, kind: string): void {
  const header = headerSchema.safeParse(value).data;
  if (header === undefined) throw badBackup('it does not begin as one');
  if (header.format > backupFormat) {
    throw badBackup(
      `it has format ${header.format}, but this version supports formats up to ${backupFormat}; restore it with the newer version that wrote it`,
    );
  }
  if (header.kind !== kind) throw badBackup(`it is a backup of "${header.kind}"`);
}

/** @param line line number in the file, from 1 */
function requireRow(value: unknown, tables: BackupContents['tables'], line: number): BackupRow {
  const found = rowSchema.safeParse(value).data;
  const schema = tables.find(({ name }) => name === found?.table);
  if (found === undefined || schema === undefined) throw badBackup(`line ${line} is not a row of a table`);
  try {
    requireRowsFit(schema, [found.row]);
  } catch (error) {
    if (!isLexichordError(error)) throw error;
    const { problem } = error.details;
    throw badBackup(
      `line ${line} is not a row of table "${found.table}": ${typeof problem === 'string' ? problem : error.message}`,
    );
  }
  return found;
}

function badBackup(problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The file is not a complete backup: ${problem}. Nothing was restored.`,
    { details: { problem } },
  );
}
