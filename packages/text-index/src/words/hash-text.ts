/** The hash of an empty text. */
export const emptyHash = 0x811c9dc5;

/** Adds a UTF-16 unit, or byte, to a hash: a step of FNV-1a. 32 bits, signed. */
export function addToHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** FNV-1a hash of the UTF-16 units `[start, end)` of a text: 32 bits, unsigned. */
export function hashText(text: string, start = 0, end = text.length): number {
  let hash = emptyHash;
  for (let index = start; index < end; index += 1) hash = addToHash(hash, text.charCodeAt(index));
  return hash >>> 0;
}
