/** UTF-16 units from which on the engine makes a part of a string a view of the whole. */
const minView = 13;

/** The same string without the text that it was cut out of, which it would keep in memory. */
export function ownCopy(part: string): string {
  return part.length < minView ? part : Buffer.from(part, 'utf16le').toString('utf16le');
}
