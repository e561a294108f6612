/**
 * Some tokens hold parts of characters: " \xE4", or the end of one character with the start of the next. Between two
 * characters whose adjoining bytes meet in no such token, only whole characters are ever merged. The merger then
 * begins with the character as one part, which makes Chinese or Korean three times as fast. This lists the byte
 * pairs where it may not.
 */
export function porousPairs(tokens) {
  const pairs = new Set();
  for (const token of tokens) {
    const characters = splitCharacters(token);
    for (let index = 1; index < characters.length; index++) {
      const [left, right] = [characters[index - 1], characters[index]];
      if (left.isPart || right.isPart) pairs.add(token[right.start - 1] | (token[right.start] << 8));
    }
  }
  return [...pairs].sort((a, b) => a - b);
}

/**
 * Where a token runs over the end of one whole character into the next, at least one of them not ASCII: a bit for a
 * hash of the last two bytes before and the first two behind. Between characters whose bit is empty (and that are not
 * porous) nothing is ever merged, and the counter treats the two sides as pieces of their own: a run of emoji or of
 * Chinese words falls into short parts that come again. Two different places may share a bit; that only loses speed.
 */
export function joinFilter(tokens) {
  const filter = new Uint8Array(2 ** (joinBits - 3));
  for (const token of tokens) {
    const characters = splitCharacters(token);
    for (let index = 1; index < characters.length; index++) {
      const [left, right] = [characters[index - 1], characters[index]];
      if (left.isPart || right.isPart) continue;
      const before = right.start - left.start === 1 ? token[left.start] : token.readUInt16LE(right.start - 2);
      const behind = token[right.start] < 0x80 ? token[right.start] : token.readUInt16LE(right.start);
      const bit = Math.imul(before | (behind << 16), 0x9e3779b1) >>> (32 - joinBits);
      filter[bit >> 3] |= 1 << (bit & 7);
    }
  }
  return filter;
}

/** Logarithm of the bits of the join filter. */
const joinBits = 20;

const isContinuation = (byte) => (byte & 0xc0) === 0x80;

/** Bytes that the character of a lead byte has; a byte that leads nothing counts as a part of a character. */
function expectedWidth(lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return Infinity;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : Infinity;
}

/** Characters and parts of characters of a token: a lead byte with the continuation bytes that follow it. */
function splitCharacters(token) {
  const characters = [];
  for (let start = 0, end = 0; start < token.length; start = end) {
    const width = expectedWidth(token[start]);
    end = start + 1;
    while (end < token.length && isContinuation(token[end]) && end - start < width) end++;
    characters.push({ start, isPart: end - start !== width });
  }
  return characters;
}
