/** Minimum length of a substring that the engine stores as a view of the whole string, in UTF-16 units. */
const minView = 13;

/** Copies a substring, so that it does not keep the whole text in memory. */
export function ownCopy(part: string): string {
  return part.length < minView ? part : Buffer.from(part, 'utf16le').toString('utf16le');
}
