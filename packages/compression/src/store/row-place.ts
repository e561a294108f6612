/**
 * Where a row of a conversation stands, as one number: the hash of the conversation, then the number of the row in it. One
 * comparison then finds a part of a conversation by the table's sorted index, in half the time that two take. The digits of
 * the hash that fit in are fewer than there are, so that rows of another conversation may stand in the same place:
 * whoever reads compares the conversation too.
 */
const hashBits = 26;
const rowsPerConversation = 2 ** 27;

/** @param conversation the 8 hexadecimal digits of its hash */
export function rowPlace(conversation: string, row: number): number {
  const hash = Number.parseInt(conversation, 16) >>> (32 - hashBits);
  return hash * rowsPerConversation + row;
}

/** The place behind all rows of a conversation. */
export function placeBehind(conversation: string): number {
  return rowPlace(conversation, rowsPerConversation);
}
