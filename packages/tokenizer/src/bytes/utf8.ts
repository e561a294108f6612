/** Bytes of a UTF-8 character by its lead byte. */
export function characterWidth(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Whether a byte of UTF-8 goes on with a character. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
