import { createHash } from 'node:crypto';

/** What a record is: a message with its source text, one without, or the end of a file. */
export type RecordKind = 'message' | 'plain' | 'end';

/** One entry of a conversation's log, as it is kept and as its hash covers it. */
export interface LogRecord {
  readonly kind: RecordKind;
  /** Of the message; empty at the end of a file. */
  readonly id: string;
  /** Of the file, between the record before and this one's text; at the end of a file all that is left of it. */
  readonly before: string;
  /** The message's JSON object; empty at the end of a file. */
  readonly text: string;
}

/** Raised with every change to what is hashed: heads that were given out must stay comparable. */
const chainName = 'lexichord-conversation-1';

/** The head of a conversation to which nothing was added. Another one for every conversation. */
export function firstHash(conversationId: string): string {
  return createHash('sha256')
    .update(lengthPrefixed([chainName, conversationId]))
    .digest('hex');
}

/** The head after a record: a hash over all before it and every field of it, each with its length. */
export function nextHash(previous: string, { kind, id, before, text }: LogRecord): string {
  return createHash('sha256')
    .update(previous)
    .update(lengthPrefixed([kind, id, before, text]))
    .digest('hex');
}

/** In UTF-16, which tells lone surrogates from each other, unlike UTF-8. */
function lengthPrefixed(fields: readonly string[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(BigInt(field.length));
      return [length, Buffer.from(field, 'utf16le')];
    }),
  );
}
