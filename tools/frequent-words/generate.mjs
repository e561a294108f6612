/**
 * Writes packages/compression/assets/frequent-words.txt: the 20,000 most frequent English words, one a line, the most
 * frequent first. How rare a word is says how much it tells of a conversation.
 *
 *   node tools/frequent-words/generate.mjs
 *
 * The words are those of packages/search/assets/word-vectors.bin, which tools/word-vectors makes from GloVe 6B
 * (PDDL 1.0) in their order. The asset is committed, so a build does not need the vectors.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const wordCount = 20_000;
const source = new URL('../../packages/search/assets/word-vectors.bin', import.meta.url);
const target = new URL('../../packages/compression/assets/frequent-words.txt', import.meta.url);

const bytes = readFileSync(source);
const headerLength = bytes.readUInt32LE(8);
const { wordBytes } = JSON.parse(bytes.toString('utf8', 12, 12 + headerLength));
const start = 12 + headerLength;
const words = bytes.toString('utf8', start, start + wordBytes).split('\n');
// Digits tell of a text whatever their frequency.
const chosen = words.filter((word) => /^[a-z]+$/u.test(word)).slice(0, wordCount);
writeFileSync(target, `${chosen.join('\n')}\n`);
process.stdout.write(`${chosen.length} words written to ${target.pathname}\n`);
