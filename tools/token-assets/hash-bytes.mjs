/**
 * The hash by which the counter finds a token's slot: the same steps as `hashBytes` in
 * packages/platform/src/tokens/byte-source.ts, which a spec checks by looking up every token.
 */
export function hashBytes(bytes) {
  const padded = Buffer.concat([bytes, Buffer.alloc(4)]);
  let hash = Math.imul(bytes.length, 0x27d4eb2f);
  let at = 0;
  for (; at + 4 < bytes.length; at += 4) {
    hash = Math.imul(hash ^ padded.readInt32LE(at), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ padded.readInt32LE(at), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
