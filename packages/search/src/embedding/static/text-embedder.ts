import { rawWords, stemOf } from '../../words/index-words.js';
import { splitIdentifier } from '../../words/split-identifier.js';
import { stopWords } from '../../words/stop-words.js';
import type { WordVectors } from './word-vectors.js';

/** Numbers of the part that is made of spelling: with the word vectors' 100 they are 512. */
const spellingDimensions = 412;

/** Share of the meaning of words in the similarity; the rest is spelling. */
const meaningShare = 0.4;

/** A piece of a word counts so much of the whole word. */
const pieceWeight = 0.25;

/** Lengths of the pieces of a word. */
const pieceLengths = [3, 4, 5];

/** Words whose features are kept, at most. */
const maxKnownWords = 50_000;

/** What a word adds to a vector. */
interface WordFeatures {
  /** Row of the word's vector, -1 if it has none. */
  readonly row: number;
  readonly meaningWeight: number;
  /** Positions in the spelling part, and what is added there. */
  readonly positions: Uint16Array;
  readonly weights: Float32Array;
}

/**
 * Texts as vectors without a model: the mean of the words' vectors, frequent words weighing less (smooth inverse
 * frequency), joined with hashed stems and pieces of stems, by which names that no dictionary has are alike. Plain
 * arithmetic, so the same text has the same vector on every machine.
 */
export class TextEmbedder {
  readonly dimension: number;
  private readonly known = new Map<string, WordFeatures>();

  constructor(private readonly vectors: WordVectors) {
    this.dimension = vectors.dimensions + spellingDimensions;
  }

  /** Of length 1; all zeros for a text without words. */
  embed(text: string): Float32Array {
    const { dimensions, scales, numbers } = this.vectors;
    const meaning = new Float64Array(dimensions);
    const spelling = new Float64Array(spellingDimensions);
    for (const [word, count] of countWords(text)) {
      const { row, meaningWeight, positions, weights } = this.featuresOf(word);
      const repeated = 1 + Math.log(count);
      if (row >= 0) {
        const factor = (scales[row] ?? 0) * meaningWeight * repeated;
        const start = row * dimensions;
        for (let column = 0; column < dimensions; column += 1) {
          meaning[column] = (meaning[column] ?? 0) + (numbers[start + column] ?? 0) * factor;
        }
      }
      for (let index = 0; index < positions.length; index += 1) {
        const position = positions[index] ?? 0;
        spelling[position] = (spelling[position] ?? 0) + (weights[index] ?? 0) * repeated;
      }
    }
    return joined(meaning, spelling);
  }

  private featuresOf(word: string): WordFeatures {
    const known = this.known.get(word);
    if (known !== undefined) return known;
    if (this.known.size >= maxKnownWords) this.known.clear();
    const features = this.describe(word);
    this.known.set(word, features);
    return features;
  }

  private describe(word: string): WordFeatures {
    const row = this.vectors.rows.get(word) ?? -1;
    const meaningWeight = row < 0 ? 0 : rarity(row);
    const stemmed = stemOf(word);
    const whole = row < 0 ? 1 : Math.min(1, meaningWeight * 1.5 + 0.1);
    const features: (readonly [string, number])[] = [[stemmed, whole]];
    const marked = `<${stemmed}>`;
    for (const length of pieceLengths) {
      for (let start = 0; start + length <= marked.length; start += 1) {
        features.push([marked.slice(start, start + length), whole * pieceWeight]);
      }
    }
    const positions = new Uint16Array(features.length);
    const weights = new Float32Array(features.length);
    for (const [index, [feature, weight]] of features.entries()) {
      const hash = hashOf(feature);
      positions[index] = hash % spellingDimensions;
      weights[index] = (hash & 0x10000) === 0 ? -weight : weight;
    }
    return { row, meaningWeight, positions, weights };
  }
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of rawWords(text)) {
    for (const part of splitIdentifier(name)) {
      const word = part.toLowerCase();
      if (word.length > 1 && !stopWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** Between 0 and 1. The frequency of the word at a rank follows Zipf's law. */
function rarity(row: number): number {
  const frequency = 0.1 / (row + 10);
  return 0.001 / (0.001 + frequency);
}

function joined(meaning: Float64Array, spelling: Float64Array): Float32Array {
  const vector = new Float32Array(meaning.length + spelling.length);
  const hasMeaning = addScaled(vector, 0, meaning, Math.sqrt(meaningShare));
  const hasSpelling = addScaled(vector, meaning.length, spelling, Math.sqrt(1 - meaningShare));
  if (hasMeaning && hasSpelling) return vector;
  // With one part alone the vector would be too short.
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** False when the part is all zeros. */
function addScaled(vector: Float32Array, start: number, part: Float64Array, targetLength: number): boolean {
  let sum = 0;
  for (const value of part) sum += value * value;
  if (sum === 0) return false;
  const factor = targetLength / Math.sqrt(sum);
  for (let index = 0; index < part.length; index += 1) vector[start + index] = (part[index] ?? 0) * factor;
  return true;
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
