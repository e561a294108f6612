import { hashText } from '../words/hash-text.js';
import { stemOf } from '../words/index-words.js';

import type { WordVectors } from './word-vectors.js';

/** Dimensions of the spelling part of a vector: 512 together with the 100 of the word vectors. */
export const spellingDimensions = 412;

/** Weight of a piece of a word, relative to the whole word. */
const pieceWeight = 0.25;

/** Lengths of the pieces of a word, in UTF-16 units. */
const pieceLengths = [3, 4, 5];

/** Initial capacity: the spelling of about a thousand words. */
const minPieces = 1 << 14;

/** The two parts of a vector, before they are scaled. */
export interface VectorParts {
  readonly meaning: Float64Array;
  readonly spelling: Float64Array;
}

/**
 * The contribution of words to a vector: the components of their meaning, and the positions of their spelling pieces.
 * Words are numbered from 0 and stored in a few arrays, because an object per word would be scattered in memory.
 */
export class WordFeatures {
  private readonly numbers = new Map<string, number>();
  /** Row of each word's vector, -1 without one; and the factor of its components. */
  private readonly rows: number[] = [];
  private readonly factors: number[] = [];
  /** End of each word's pieces, which is the start of the next word's. */
  private readonly ends: number[] = [];
  /** Position of each piece in the spelling part, with its value. */
  private positions = new Uint16Array(minPieces);
  private weights = new Float32Array(minPieces);
  private pieces = 0;

  constructor(private readonly vectors: WordVectors) {}

  /** Number of words. */
  get size(): number {
    return this.ends.length;
  }

  /** Returns the number of a lower-case word; assigns the next one to a new word. */
  numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    const number = this.size;
    this.describe(word);
    this.numbers.set(word, number);
    return number;
  }

  /** Adds a word `times` times. */
  addTo({ meaning, spelling }: VectorParts, word: number, times: number): void {
    const { positions, weights } = this;
    const row = this.rows[word] as number;
    if (row >= 0) addRow(meaning, this.vectors, { row, factor: (this.factors[word] as number) * times });
    const end = this.ends[word] as number;
    for (let piece = word === 0 ? 0 : (this.ends[word - 1] as number); piece < end; piece += 1) {
      const position = positions[piece] as number;
      spelling[position] = (spelling[position] as number) + (weights[piece] as number) * times;
    }
  }

  private describe(word: string): void {
    const row = this.vectors.rows.rowOf(word);
    const meaningWeight = row < 0 ? 0 : rarity(row);
    const stemmed = stemOf(word);
    const whole = row < 0 ? 1 : Math.min(1, meaningWeight * 1.5 + 0.1);
    this.addPiece(stemmed, 0, stemmed.length, whole);
    const marked = `<${stemmed}>`;
    for (const length of pieceLengths) {
      for (let start = 0; start + length <= marked.length; start += 1) {
        this.addPiece(marked, start, start + length, whole * pieceWeight);
      }
    }
    this.rows.push(row);
    this.factors.push((this.vectors.scales[row] ?? 0) * meaningWeight);
    this.ends.push(this.pieces);
  }

  private addPiece(text: string, start: number, end: number, weight: number): void {
    if (this.pieces === this.positions.length) this.makeRoom();
    const hash = hashText(text, start, end);
    this.positions[this.pieces] = hash % spellingDimensions;
    this.weights[this.pieces] = (hash & 0x10000) === 0 ? -weight : weight;
    this.pieces += 1;
  }

  private makeRoom(): void {
    const { positions, weights } = this;
    this.positions = new Uint16Array(2 * positions.length);
    this.positions.set(positions);
    this.weights = new Float32Array(2 * weights.length);
    this.weights.set(weights);
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

/** Between 0 and 1. Assumes that the frequency of the word at a rank follows Zipf's law. */
function rarity(row: number): number {
  const frequency = 0.1 / (row + 10);
  return 0.001 / (0.001 + frequency);
}
