import { ErrorCode, LexichordError, type PackRecord } from '@lexichord/abstractions';

import { packRecordSchema } from './pack-record-schema.js';

/**
 * @param formatNumber of records that this version writes
 * @throws {LexichordError} `io-failed` for a text that is no record: what is wrong by its key, never by its value
 */
export function readPackRecord(text: string, formatNumber: number): PackRecord {
  const value = parsedJson(text);
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format !== formatNumber) throw notUnderstood('it was written by another version');
  const { success, data, error } = packRecordSchema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw notUnderstood(`"${issue?.path.map(String).join('.') ?? ''}" is not what it has to be`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw notUnderstood('it is no JSON, or was cut off');
  }
}

function notUnderstood(why: string): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `The last pack cannot be explained: last-pack.json cannot be understood, because ${why}. Run "lexichord pack" again; it writes a new one.`,
  );
}
