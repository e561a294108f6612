import { readFile } from 'node:fs/promises';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { WordRows } from './word-rows.js';

const assetUrl = new URL('../../../assets/word-vectors.bin', import.meta.url);
const formatNumber = 1;
const startBytes = 12;

interface Header {
  readonly dimensions: number;
  readonly words: number;
  readonly wordBytes: number;
}

/** Vectors of frequent English words. */
export interface WordVectors {
  readonly dimensions: number;
  /** Row of a word in small letters; rows are in the order of frequency, the most frequent word first. */
  readonly rows: Pick<WordRows, 'rowOf' | 'size'>;
  /** What a number of the row is multiplied by. */
  readonly scales: Float32Array;
  /** Row after row, `dimensions` numbers each. */
  readonly numbers: Int8Array;
}

/**
 * Reads the asset that `tools/word-vectors/generate.mjs` writes.
 *
 * @param file another one than the package's own
 * @throws {LexichordError} `embedding-failed` if it is missing or damaged
 */
export async function loadWordVectors(file: URL = assetUrl): Promise<WordVectors> {
  try {
    return parse(await readFile(file));
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.embeddingFailed,
      'The word vectors of @lexichord/search cannot be read. Install the package again, or run tools/word-vectors/generate.mjs.',
      { cause },
    );
  }
}

function parse(file: Buffer): WordVectors {
  const isExpected = file.toString('latin1', 0, 4) === 'LXWV' && file.readUInt32LE(4) === formatNumber;
  if (!isExpected) throw new RangeError('not a file of word vectors, or of another version');
  const wordsAt = startBytes + file.readUInt32LE(8);
  const { dimensions, words, wordBytes } = JSON.parse(file.toString('utf8', startBytes, wordsAt)) as Header;
  const scalesAt = wordsAt + wordBytes;
  const numbersAt = scalesAt + words * 4;
  // Copied to a buffer of its own, because a view of floats must begin at a multiple of four.
  const scales = new Float32Array(Uint8Array.from(file.subarray(scalesAt, numbersAt)).buffer);
  const numbers = new Int8Array(file.buffer, file.byteOffset + numbersAt, file.length - numbersAt);
  if (scales.length !== words || numbers.length !== words * dimensions) throw new RangeError('the file is cut off');
  return { dimensions, rows: new WordRows(file.subarray(wordsAt, scalesAt), words), scales, numbers };
}
