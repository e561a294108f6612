import { readFile } from 'node:fs/promises';

import { type TextIndex, TextIndexBuilder, indexWords } from '@lexichord/text-index';
import {
  createKeywordMatcher,
  createTextEmbedder,
  hasWord,
  isSimilar,
  parseWordVectors,
  wordHashes,
  wordSet,
} from '@lexichord/text-index/internal';

import type { BenchmarkResult, RunSettings, Sizes } from '../benchmark.js';
import { type BoundedRow, judgeRows, printRows, summary, timeRuns } from './bounded-row.js';
import { packingTasks } from './packing-workspace.js';
import { collectSourceFiles } from './token-counter-texts.js';

/** Numbers of files of this repository, and how many texts of the index are queried. */
interface TextSizes {
  readonly files: number;
  /** UTF-16 units of all texts together, at most. */
  readonly length: number;
  readonly indexedTexts: number;
}

const sizes: Sizes<TextSizes> = {
  full: { files: 400, length: 1_000_000, indexedTexts: 50_000 },
  smoke: { files: 30, length: 50_000, indexedTexts: 500 },
};

/** About as long as a chunk of the index. */
const textLength = 1_400;

/**
 * Speed of what the text index does by hand for the sake of speed: words, keywords, vectors, similarity, queries. The
 * texts are source files of this repository, and the same in each run: what is kept of words is kept in use, too.
 */
export async function benchmarkTextIndex(settings: RunSettings): Promise<BenchmarkResult> {
  const { files, length, indexedTexts } = settings.sizeOf(sizes);
  const texts = await textsOf(files, length);
  const repetition = settings.repetition({ warmUp: 3, runs: 21 });
  const row = async (name: string, bound: number, work: () => unknown): Promise<BoundedRow> => {
    return { name, ...summary(await timeRuns(work, repetition)), target: bound / 2, bound };
  };
  const asset = new URL('../../../packages/search/assets/word-vectors.bin', import.meta.url);
  const embedder = createTextEmbedder(parseWordVectors(await readFile(asset)));
  const vectors = texts.map((text) => embedder.embed(text));
  const index = indexOf(texts, { vectors, size: indexedTexts });
  const matcher = createKeywordMatcher(packingTasks[0]);
  const sets = texts.map(wordSet);
  const hashes = texts.map((text) => wordHashes(indexWords(text)));
  const queried = indexWords(packingTasks[0]);
  const words = new Map(queried.map((word) => [word, index.rarityOf(word)]));
  const [vector = new Float32Array(embedder.dimension)] = vectors;

  const rows = [
    await row('words of 1 MB', 30, () => texts.map(indexWords)),
    await row('keywords of a task in 1 MB', 20, () => texts.map((text) => matcher.match([text]))),
    await row('vectors of 1 MB', 80, () => texts.map((text) => embedder.embed(text))),
    await row('words of 1 MB as sets', 30, () => texts.map(wordSet)),
    await row('each set beside the first 100', 60, () => similarSets(sets, sets.slice(0, 100))),
    await row('words of 1 MB as hashes', 100, () => texts.map((text) => wordHashes(indexWords(text)))),
    await row('100 words in the hashes of each text', 80, () => wordsIn(hashes, indexWords(texts.join(' ')))),
    await row('words of a query, 50,000 texts', 5, () => index.scoreWords(words)),
    await row('cosine of 50,000 vectors', 20, () => index.scoreMeaning(vector)),
  ];
  printRows(rows, settings);
  const { overBound, errors = [] } = judgeRows(rows);
  return { overBound, errors: [...errors, ...mistakes(index, vector)] };
}

/** Pieces of source files, each as long as a chunk. */
async function textsOf(files: number, length: number): Promise<readonly string[]> {
  const sources = await collectSourceFiles({ folders: ['packages'], count: files });
  const all = sources
    .map(({ text }) => text)
    .join('\n')
    .slice(0, length);
  return Array.from({ length: Math.floor(all.length / textLength) }, (_unused, at) =>
    all.slice(at * textLength, (at + 1) * textLength),
  );
}

/** An index of the texts, over and over. */
function indexOf(
  texts: readonly string[],
  { vectors, size }: { readonly vectors: readonly Float32Array[]; readonly size: number },
): TextIndex {
  const builder = new TextIndexBuilder({ dimension: vectors[0]?.length ?? 0 });
  const words = texts.map(indexWords);
  for (let at = 0; at < size; at += 1)
    builder.count(words[at % words.length] ?? []).endDocument(vectors[at % words.length]);
  return builder.build();
}

function similarSets(sets: readonly ReturnType<typeof wordSet>[], others: typeof sets): number {
  let similar = 0;
  for (const set of sets) for (const other of others) if (isSimilar(set, other, 0.85)) similar += 1;
  return similar;
}

function wordsIn(hashes: readonly ReturnType<typeof wordHashes>[], words: readonly string[]): number {
  const wanted = words.slice(0, 100);
  return hashes.reduce((sum, of) => sum + wanted.filter((word) => hasWord(of, word)).length, 0);
}

/** The first text is as near to its own vector as a byte a number allows. */
function mistakes(index: TextIndex, vector: Float32Array): readonly string[] {
  const cosine = index.scoreMeaning(vector)[0] ?? 0;
  return cosine > 0.99 ? [] : [`the first text has a cosine of ${cosine} with its own vector`];
}
