/**
 * Writes the token counter's assets: the rank tables of o200k_base and cl100k_base, the Unicode class table and the
 * manifest with their hashes; and checks the ranks that the counter reads from js-tiktoken itself. The rank tables are
 * not committed: build-rank-tables.mjs builds them by the manifest. Needs a build:
 *
 *   npx nx build tokenizer && node tools/token-assets/generate.mjs
 *
 * Run it after changing the version of `js-tiktoken` (source of the ranks) or `tiktoken` (source of the Unicode
 * classes and oracle of the specs). The same versions give the same bytes. The formats are described where they are
 * packed: rank-table.mjs and class-table.mjs. Exit code 1 if js-tiktoken has other ranks than the counter accepts.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readJsTiktokenRanks } from '../../packages/tokenizer/dist/ranks/load-rank-table.js';
import { parseRanks } from '../../packages/tokenizer/dist/ranks/parse-ranks.js';
import { probeClassTable } from './class-table.mjs';
import { assertNoGaps, assertUsable, packRankTable } from './rank-table.mjs';

const require = createRequire(import.meta.url);
const outputFolder = new URL('../../packages/tokenizer/assets/tokens/', import.meta.url);
const encodings = ['o200k_base', 'cl100k_base'];
/** Ranks that have no file and are read from js-tiktoken by the counter. */
const packagedRanks = ['p50k_base', 'r50k_base'];

/** Version and licence of an installed package, as its own package.json states them. */
function describePackage(name) {
  const entry = require.resolve(name);
  const root = entry.slice(0, entry.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length);
  const { version, license } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  return { package: name, version, license };
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

function writeAsset(file, bytes) {
  writeFileSync(new URL(file, outputFolder), bytes);
  return { file, sizeBytes: bytes.length, sha256: sha256(bytes) };
}

mkdirSync(outputFolder, { recursive: true });

const rankSource = describePackage('js-tiktoken');
const rankTables = encodings.map((encoding) => {
  const { bpe_ranks: ranks } = require(`js-tiktoken/ranks/${encoding}`);
  const vocabulary = parseRanks(ranks);
  assertUsable(vocabulary);
  assertNoGaps(vocabulary);
  return {
    encoding,
    tokenCount: vocabulary.ranks.length,
    source: { ...rankSource, sha256: sha256(ranks) },
    ...writeAsset(`${encoding}.bin`, packRankTable(vocabulary)),
  };
});
for (const name of packagedRanks) assertUsable(parseRanks(readJsTiktokenRanks(name)));

const { bytes, rangeCount, unicodeVersion } = probeClassTable();
const classTable = {
  unicodeVersion,
  rangeCount,
  source: describePackage('tiktoken'),
  ...writeAsset('char-classes.bin', bytes),
};

writeFileSync(
  new URL('manifest.json', outputFolder),
  `${JSON.stringify({ formatVersion: 1, rankTables, classTable }, null, 2)}\n`,
);
