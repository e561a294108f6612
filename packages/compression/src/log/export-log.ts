import type { CallOptions } from '@lexichord/abstractions';

import type { LogReader } from './log-reader.js';
import { type FileForm, formOf, separatorIn, textIn, trailingIn } from './source-text.js';
import { type StoredHead, wholeRecords } from './whole-log.js';

/**
 * Writes a conversation as a file, in the state of the head. The joined texts of its records are the imported file,
 * byte for byte. Further files, and messages without a file, are written in the form of the first.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, before the first message that is missing or was changed
 */
export async function* exportLog(
  reader: LogReader,
  head: StoredHead,
  options: CallOptions,
): AsyncGenerator<string, void, undefined> {
  let form: FileForm | undefined;
  let trailing: string | undefined;
  for await (const rows of wholeRecords(reader, head, options)) {
    const texts: string[] = [];
    for (const row of rows) {
      if (row.kind === 'end') {
        trailing = row.before;
        continue;
      }
      texts.push(form === undefined ? row.before : separatorIn(form, row.before));
      form ??= formOf(row.before);
      texts.push(textIn(form, row));
    }
    if (texts.length > 0) yield texts.join('');
  }
  yield form === undefined ? (trailing ?? '') : trailingIn(form, trailing);
}
