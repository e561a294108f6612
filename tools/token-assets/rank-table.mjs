const magic = 0x4b54584c; // "LXTK", little-endian
const formatVersion = 1;
const headerBytes = 16;

/**
 * Rank lines of js-tiktoken (`! <first rank> <base64> <base64> …`) as `[rank] -> bytes`.
 * @throws if the ranks have a gap, because the packed form has no room for one
 */
function parseRanks(text) {
  const tokens = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, first, ...encoded] = line.split(' ');
    if (Number(first) !== tokens.length) throw new RangeError(`Rank ${first} does not follow ${tokens.length - 1}.`);
    for (const token of encoded) tokens.push(Buffer.from(token, 'base64'));
  }
  return tokens;
}

/** The rank table as one file: header, one length byte per token in rank order, then the tokens' bytes on end. */
export function packRankTable(text) {
  const tokens = parseRanks(text);
  const tooLong = tokens.find((token) => token.length === 0 || token.length > 255);
  if (tooLong) throw new RangeError(`A token of ${tooLong.length} bytes does not fit a length byte.`);

  const arena = Buffer.concat(tokens);
  const header = Buffer.alloc(headerBytes);
  [magic, formatVersion, tokens.length, arena.length].forEach((value, index) => header.writeUInt32LE(value, index * 4));
  return {
    bytes: Buffer.concat([header, Uint8Array.from(tokens, (token) => token.length), arena]),
    tokenCount: tokens.length,
  };
}
