import { hash } from 'node:crypto';

import {
  ErrorCode,
  type ITokenCounter,
  LexichordError,
  type TextToken,
  type TokenEncoding,
  tokenEncodings,
  type TruncatedText,
} from '@lexichord/abstractions';

import { BytePairEncoder } from './byte-pair-encoder.js';
import { truncateToTokens } from './cut/truncate-to-tokens.js';
import { maxSectionLength, sectionEnds } from './pre-tokenize/text-sections.js';
import { TokenIndex } from './token-index.js';

/** Options of a {@link BpeTokenCounter}. */
export interface BpeTokenCounterOptions {
  /** Encoding for counting; `encodingForModel` finds that of a model. */
  readonly encoding: TokenEncoding;
  /**
   * 1 (the default) counts exactly. Above 1, the encoding replaces a tokenizer that is not published, and every count
   * is `ceil(exact × safetyFactor)`.
   */
  readonly safetyFactor?: number;
  /**
   * Whether counts are cached between calls. Default true. If false, the time of a call does not depend on earlier
   * counts: the setting for one instance that serves several tenants (T-016 threat 2).
   */
  readonly cacheEnabled?: boolean;
  /**
   * Maximum number of texts with cached counts, at least 1; each section of a long text is one. Default 10,000 (T-016
   * AC-052).
   */
  readonly maxCacheEntries?: number;
  /**
   * Whether cached texts are counted again, so that a hit takes as long as a miss (T-016 threat 2). Default false.
   * Costs the savings of the caches: about 1.5 times the time on new texts, and all of it on others.
   */
  readonly timingMitigation?: boolean;
}

/**
 * Minimum length of texts in the result cache, in UTF-16 units. Hashing costs 1 µs and a nanosecond per character,
 * counting 10 to 30 nanoseconds per character: below the minimum, hits save less than misses cost.
 */
const minCachedTextLength = 512;

/**
 * Counts tokens exactly as the models of the {@link tokenEncodings} do (T-016 FR-016-71..75, AC-046..055). The
 * vocabulary is loaded at the first count, not by the constructor, and shared by all counters of the process.
 */
export class BpeTokenCounter implements ITokenCounter {
  readonly encoding: TokenEncoding;
  readonly isEstimate: boolean;
  private readonly safetyFactor: number;
  /** Whether no count may be faster because of earlier ones. */
  private readonly forgetsPieces: boolean;
  private readonly timingMitigation: boolean;
  private readonly cache: CountCache | undefined;
  private loadedEncoder: BytePairEncoder | undefined;

  /**
   * @throws {LexichordError} `invalid-argument` for an option out of range, or a missing or unknown encoding (AC-055)
   */
  constructor(options: BpeTokenCounterOptions) {
    const {
      encoding,
      safetyFactor = 1,
      cacheEnabled = true,
      maxCacheEntries = 10_000,
      timingMitigation = false,
    } = options;
    requireOption(tokenEncodings.includes(encoding), 'encoding', encoding, `one of ${tokenEncodings.join(', ')}`);
    requireOption(
      Number.isFinite(safetyFactor) && safetyFactor >= 1,
      'safetyFactor',
      safetyFactor,
      'a number from 1 on',
    );
    const isCount = Number.isSafeInteger(maxCacheEntries) && maxCacheEntries >= 1;
    requireOption(isCount, 'maxCacheEntries', maxCacheEntries, 'a whole number from 1 on');
    this.encoding = encoding;
    this.safetyFactor = safetyFactor;
    this.isEstimate = safetyFactor > 1;
    this.timingMitigation = timingMitigation;
    this.forgetsPieces = !cacheEnabled || timingMitigation;
    this.cache = cacheEnabled ? new CountCache(maxCacheEntries) : undefined;
  }

  /** Number of texts, and of sections of long texts, with cached counts. */
  get cachedTexts(): number {
    return this.cache?.size ?? 0;
  }

  countTokens(text: string): number {
    // Callers in plain JavaScript may pass null or undefined (AC-054).
    return text ? this.scale(this.countExactly(text)) : 0;
  }

  validateCount(text: string, claimedCount: number): boolean {
    const count = this.countTokens(text);
    return Math.abs(count - claimedCount) <= Math.max(1, Math.floor(count / 100));
  }

  truncateToTokens(text: string, maxTokens: number): TruncatedText {
    const truncated = truncateToTokens(this.encoder, text || '', this.exactBudget(maxTokens));
    if (this.forgetsPieces) this.encoder.forgetPieces();
    return { ...truncated, tokenCount: this.scale(truncated.tokenCount) };
  }

  tokenize(text: string): readonly TextToken[] {
    return this.encoder.tokenize(text || '');
  }

  /** Creates an index with the counts of any part of a text, which can be edited. */
  indexText(text: string): TokenIndex {
    return new TokenIndex(text, this.encoder, (exact) => this.scale(exact));
  }

  private get encoder(): BytePairEncoder {
    return (this.loadedEncoder ??= new BytePairEncoder(this.encoding));
  }

  private countExactly(text: string): number {
    const { cache, encoder, timingMitigation } = this;
    if (!cache || text.length < minCachedTextLength) return this.countAnew(encoder, text);
    if (text.length <= maxSectionLength || timingMitigation) return this.countCached(text, cache);
    let count = 0;
    let start = 0;
    for (const end of sectionEnds(text, encoder)) {
      count += this.countCached(text.slice(start, end), cache);
      start = end;
    }
    return count;
  }

  private countCached(text: string, cache: CountCache): number {
    const key = cache.keyOf(text);
    const cached = cache.get(key);
    if (cached !== undefined && !this.timingMitigation) return cached;
    const count = this.countAnew(this.encoder, text);
    cache.set(key, count);
    return count;
  }

  private countAnew(encoder: BytePairEncoder, text: string): number {
    const count = encoder.count(text);
    if (this.forgetsPieces) encoder.forgetPieces();
    return count;
  }

  private scale(exact: number): number {
    return this.isEstimate ? Math.ceil(exact * this.safetyFactor) : exact;
  }

  /** Maximum number of exact tokens that scale to at most `maxTokens`. */
  private exactBudget(maxTokens: number): number {
    if (!this.isEstimate || !Number.isFinite(maxTokens)) return Math.floor(maxTokens);
    let exact = Math.floor(maxTokens / this.safetyFactor) + 1;
    while (exact > 0 && this.scale(exact) > maxTokens) exact--;
    return exact;
  }
}

function requireOption(isValid: boolean, name: string, value: unknown, allowed: string): void {
  if (isValid) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The token counter's ${name} is ${String(value)}; it must be ${allowed}.`,
    {
      details: { option: name, value: String(value), allowed },
    },
  );
}

/**
 * Cache of exact token counts of texts, by the SHA-256 of their content, with LRU eviction (T-016 AC-050..053).
 * Stores no text. A plain map, which keeps the insertion order: `lru-cache` allocates memory for all entries at once,
 * which took longer than counting 10 KB.
 */
export class CountCache {
  private readonly counts = new Map<string, number>();

  /** @param maxEntries at least 1 */
  constructor(private readonly maxEntries: number) {}

  /** Current number of entries; at most `maxEntries`. */
  get size(): number {
    return this.counts.size;
  }

  /** Returns the key of a text. */
  keyOf(text: string): string {
    return hash('sha256', text, 'base64');
  }

  get(key: string): number | undefined {
    const count = this.counts.get(key);
    if (count !== undefined) this.set(key, count);
    return count;
  }

  /** Adds an entry, or makes it the most recently used one. */
  set(key: string, count: number): void {
    this.counts.delete(key);
    if (this.counts.size >= this.maxEntries) {
      const [oldest] = this.counts.keys();
      if (oldest !== undefined) this.counts.delete(oldest);
    }
    this.counts.set(key, count);
  }
}
