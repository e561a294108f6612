import type { CallOptions } from '@lexichord/abstractions';
import { and, equals } from '@lexichord/storage';

import { conversationHash } from '../segment-id.js';
import type { LogHead } from './log-head.js';
import type { LogReader } from './log-reader.js';
import { type FileForm, formOf, separatorIn, textIn, trailingIn } from './source-text.js';

/**
 * A conversation as a file, as of the head: the texts of its records, one behind the other, which is the file that they
 * are from. Where several files, or messages without one, follow each other, it is written as the first one was.
 */
export async function* exportLog(
  reader: LogReader,
  { conversationId, life, state }: LogHead,
  { signal }: CallOptions,
): AsyncGenerator<string, void, undefined> {
  if (state === undefined) return;
  const trailing = await lastTrailing(reader, conversationId, { life, records: state.records, signal });
  let form: FileForm | undefined;
  for await (const rows of reader.parts(conversationId, state.messages, { signal })) {
    const texts: string[] = [];
    for (const row of rows) {
      if (row.kind === 'end' || row.life !== life) continue;
      texts.push(form === undefined ? row.before : separatorIn(form, row.before));
      form ??= formOf(row.before);
      texts.push(textIn(form, row));
    }
    if (texts.length > 0) yield texts.join('');
  }
  yield form === undefined ? (trailing ?? '') : trailingIn(form, trailing);
}

async function lastTrailing(
  reader: LogReader,
  conversationId: string,
  { life, records, signal }: CallOptions & { readonly life: number; readonly records: number },
): Promise<string | undefined> {
  const where = and(equals('conversation', conversationHash(conversationId)), equals('kind', 'end'));
  const rows = await reader.table.rows(where, { signal });
  const own = rows.filter((row) => row.life === life && row.record < records);
  return own.sort((a, b) => a.record - b.record).at(-1)?.before;
}
