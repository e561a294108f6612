import { NameCache } from '../words/name-cache.js';
import { RawWordScanner } from '../words/raw-words.js';
import { splitIdentifier } from '../words/split-identifier.js';
import { stopWords } from '../words/stop-words.js';

import { type VectorParts, WordFeatures, spellingDimensions } from './word-features.js';
import type { WordVectors } from './word-vectors.js';

/** Share of word meanings in the similarity; the rest is spelling. */
const meaningShare = 0.4;

/** Maximum number of words that are cached between texts. */
const maxKnownWords = 50_000;

/** Computes vectors of texts. */
export interface TextEmbedder {
  /** Number of components of a vector. */
  readonly dimension: number;
  /** Returns a vector of length 1; all zeros for a text without words. The same on every machine. */
  embed(text: string): Float32Array;
}

/**
 * Creates an embedder that needs no model. A vector is the mean of the vectors of a text's words, with less weight for
 * frequent words (smooth inverse frequency), concatenated with hashed stems and pieces of stems, by which names outside
 * the dictionary are similar. Caches up to 50,000 words.
 */
export function createTextEmbedder(vectors: WordVectors): TextEmbedder {
  return new WordEmbedder(vectors);
}

/** Plain arithmetic in a fixed order, on arrays indexed by word number. */
class WordEmbedder implements TextEmbedder {
  readonly dimension: number;
  private readonly parts: VectorParts;
  private readonly scanner = new RawWordScanner();
  private words: WordFeatures;
  /** Word numbers by name. */
  private names: NameCache<readonly number[]>;
  /** By word number: the last text with the word, and its count in that text. */
  private readonly lastTexts: number[] = [];
  private readonly counts: number[] = [];
  private texts = 0;

  constructor(private readonly vectors: WordVectors) {
    this.dimension = vectors.dimensions + spellingDimensions;
    this.parts = { meaning: new Float64Array(vectors.dimensions), spelling: new Float64Array(spellingDimensions) };
    this.words = new WordFeatures(vectors);
    this.names = this.noNames();
  }

  embed(text: string): Float32Array {
    const { parts, counts } = this;
    parts.meaning.fill(0);
    parts.spelling.fill(0);
    const found = this.countWords(text);
    for (let index = 0; index < found.length; index += 1) {
      const word = found[index] as number;
      this.words.addTo(parts, word, 1 + Math.log(counts[word] as number));
    }
    return joined(parts);
  }

  /** Returns the distinct words of a text in the order of first occurrence. */
  private countWords(text: string): readonly number[] {
    // Cleared between texts, because a word with two numbers would be counted as two.
    if (this.words.size >= maxKnownWords) this.forget();
    this.texts += 1;
    const { scanner, texts, lastTexts, counts } = this;
    const found: number[] = [];
    scanner.read(text);
    while (scanner.advance()) {
      const words = this.names.of(scanner);
      for (let index = 0; index < words.length; index += 1) {
        const word = words[index] as number;
        if (lastTexts[word] === texts) counts[word] = (counts[word] as number) + 1;
        else {
          lastTexts[word] = texts;
          counts[word] = 1;
          found.push(word);
        }
      }
    }
    return found;
  }

  private forget(): void {
    this.words = new WordFeatures(this.vectors);
    this.names = this.noNames();
  }

  private noNames(): NameCache<readonly number[]> {
    return new NameCache((name) => this.wordsOf(name));
  }

  private wordsOf(name: string): readonly number[] {
    return splitIdentifier(name)
      .map((part) => part.toLowerCase())
      .filter((word) => word.length > 1 && !stopWords.has(word))
      .map((word) => this.words.numberOf(word));
  }
}

function joined({ meaning, spelling }: VectorParts): Float32Array {
  const vector = new Float32Array(meaning.length + spelling.length);
  const hasMeaning = addScaled(vector, 0, meaning, Math.sqrt(meaningShare));
  const hasSpelling = addScaled(vector, meaning.length, spelling, Math.sqrt(1 - meaningShare));
  if (hasMeaning && hasSpelling) return vector;
  // A single part would make the vector too short.
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Returns false if the part is all zeros. */
function addScaled(vector: Float32Array, start: number, part: Float64Array, targetLength: number): boolean {
  let sum = 0;
  for (let index = 0; index < part.length; index += 1) sum += (part[index] as number) * (part[index] as number);
  if (sum === 0) return false;
  const factor = targetLength / Math.sqrt(sum);
  for (let index = 0; index < part.length; index += 1) vector[start + index] = (part[index] as number) * factor;
  return true;
}
