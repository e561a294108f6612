import { RawWordScanner, splitIdentifier, stemOf, stopWords } from '@lexichord/platform/text-search';
import type { WordVectors } from './word-vectors.js';

/** Numbers of the part that is made of spelling: with the word vectors' 100 they are 512. */
const spellingDimensions = 412;

/** Share of the meaning of words in the similarity; the rest is spelling. */
const meaningShare = 0.4;

/** A piece of a word counts so much of the whole word. */
const pieceWeight = 0.25;

/** Lengths of the pieces of a word. */
const pieceLengths = [3, 4, 5];

/** Names, or words that they are made of, that are kept from one text to the next, at most. */
const maxKnown = 50_000;

/** What a word adds to a vector. */
interface WordFeatures {
  /** Which text it was last found in, and how often it was there. */
  lastText: number;
  count: number;
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
  private readonly knownWords = new Map<string, WordFeatures>();
  private readonly knownNames = new Map<string, readonly WordFeatures[]>();
  private readonly meaning: Float64Array;
  private readonly spelling = new Float64Array(spellingDimensions);
  private texts = 0;

  constructor(private readonly vectors: WordVectors) {
    this.dimension = vectors.dimensions + spellingDimensions;
    this.meaning = new Float64Array(vectors.dimensions);
  }

  /** Of length 1; all zeros for a text without words. */
  embed(text: string): Float32Array {
    const { meaning, spelling, vectors } = this;
    meaning.fill(0);
    spelling.fill(0);
    for (const { count, row, meaningWeight, positions, weights } of this.countWords(text)) {
      const repeated = 1 + Math.log(count);
      if (row >= 0) addRow(meaning, vectors, { row, factor: (vectors.scales[row] ?? 0) * meaningWeight * repeated });
      for (let index = 0; index < positions.length; index += 1) {
        const position = positions[index] as number;
        spelling[position] = (spelling[position] as number) + (weights[index] as number) * repeated;
      }
    }
    return joined(meaning, spelling);
  }

  /** The different words of a text in the order in which they first occur. */
  private countWords(text: string): readonly WordFeatures[] {
    // Between texts, because a word that is known twice would be counted as two.
    if (Math.max(this.knownWords.size, this.knownNames.size) >= maxKnown) this.forget();
    this.texts += 1;
    const found: WordFeatures[] = [];
    const scanner = new RawWordScanner(text);
    for (let name = scanner.next(); name !== undefined; name = scanner.next()) {
      for (const word of this.wordsOf(name)) {
        if (word.lastText === this.texts) word.count += 1;
        else {
          word.lastText = this.texts;
          word.count = 1;
          found.push(word);
        }
      }
    }
    return found;
  }

  private forget(): void {
    this.knownWords.clear();
    this.knownNames.clear();
  }

  private wordsOf(name: string): readonly WordFeatures[] {
    const known = this.knownNames.get(name);
    if (known !== undefined) return known;
    const words = splitIdentifier(name)
      .map((part) => part.toLowerCase())
      .filter((word) => word.length > 1 && !stopWords.has(word))
      .map((word) => this.featuresOf(word));
    this.knownNames.set(name, words);
    return words;
  }

  private featuresOf(word: string): WordFeatures {
    const known = this.knownWords.get(word);
    if (known !== undefined) return known;
    const features = this.describe(word);
    this.knownWords.set(word, features);
    return features;
  }

  private describe(word: string): WordFeatures {
    const row = this.vectors.rows.rowOf(word);
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
    return { lastText: 0, count: 0, row, meaningWeight, positions, weights };
  }
}

function addRow(
  meaning: Float64Array,
  { dimensions, numbers }: WordVectors,
  { row, factor }: { readonly row: number; readonly factor: number },
): void {
  const start = row * dimensions;
  for (let column = 0; column < dimensions; column += 1) {
    meaning[column] = (meaning[column] as number) + (numbers[start + column] as number) * factor;
  }
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
