import { createHash } from 'node:crypto';

/** Kind of a record: a message with its source text, a message without one, or the end of a file. */
export type RecordKind = 'message' | 'plain' | 'end';

/** One entry of a conversation's log, as it is stored and hashed. */
export interface LogRecord {
  readonly kind: RecordKind;
  /** Id of the message; empty at the end of a file. */
  readonly id: string;
  /** Text of the file between the record before and this one's text; at the end of a file the rest of it. */
  readonly before: string;
  /** The message's JSON object; empty at the end of a file. */
  readonly text: string;
}

/** Version of the hashed form. Increased with every change to it, because reported heads must stay comparable. */
const chainName = 'lexichord-conversation-1';

/** The hash of an empty conversation, different for every id. */
export function firstHash(conversationId: string): string {
  return createHash('sha256')
    .update(lengthPrefixed([chainName, conversationId]))
    .digest('hex');
}

/** The head after a record: a hash of the previous head and every field of the record, each with its length. */
export function nextHash(previous: string, { kind, id, before, text }: LogRecord): string {
  return createHash('sha256')
    .update(previous)
    .update(lengthPrefixed([kind, id, before, text]))
    .digest('hex');
}

/** Encodes fields in UTF-16, which keeps lone surrogates distinct, unlike UTF-8. */
function lengthPrefixed(fields: readonly string[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(BigInt(field.length));
      return [length, Buffer.from(field, 'utf16le')];
    }),
  );
}
