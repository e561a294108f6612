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
import { TokenIndex } from './token-index.js';

/** Options of a {@link BpeTokenCounter}. */
export interface BpeTokenCounterOptions {
  /** The encoding to count with; `encodingForModel` finds a model's. */
  readonly encoding: TokenEncoding;
  /**
   * 1 (the default) counts exactly. Above 1, the encoding replaces a tokenizer that is not published, and every
   * count is `ceil(exact × safetyFactor)`.
   */
  readonly safetyFactor?: number;
  /**
   * Whether counts are remembered from one call to the next. Default true. Off, no call's time depends on what
   * was counted before: the setting for one instance that serves several tenants (T-016 threat 2).
   */
  readonly cacheEnabled?: boolean;
  /** Most texts whose count is remembered, 1 and more. Default 10,000 (T-016 AC-052). */
  readonly maxCacheEntries?: number;
  /**
   * Default false. A remembered text is counted again from nothing, so that a hit takes as long as a miss (T-016
   * threat 2). Costs what the caches save: about 1.5 times the time on texts not seen before, and all of it on
   * others.
   */
  readonly timingMitigation?: boolean;
}

/**
 * Texts of fewer UTF-16 units are not kept in the result cache. Hashing costs 1 µs and a nanosecond a character,
 * counting 10 to 30 nanoseconds a character: below this a look-up wins too little to pay for the texts that are not
 * found.
 */
const minCachedTextLength = 512;

/**
 * Counts the tokens of the {@link tokenEncodings} exactly as the models do (T-016 FR-016-71..75, AC-046..055).
 * The vocabulary is loaded at the first count, not by the constructor, and shared by every counter of the process.
 */
export class BpeTokenCounter implements ITokenCounter {
  readonly encoding: TokenEncoding;
  readonly isEstimate: boolean;
  private readonly safetyFactor: number;
  /** No count may be faster because of earlier counts. */
  private readonly forgetsPieces: boolean;
  private readonly timingMitigation: boolean;
  private readonly cache: CountCache | undefined;
  private loadedEncoder: BytePairEncoder | undefined;

  /** @throws {LexichordError} `invalid-argument` for an option out of range, or no or an unknown encoding (AC-055) */
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

  /** Texts whose count is remembered at present. */
  get cachedTexts(): number {
    return this.cache?.size ?? 0;
  }

  countTokens(text: string): number {
    // Callers in plain JavaScript pass null and undefined too (AC-054).
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

  /** Counts for any part of a text, kept up to date while the text is edited. */
  indexText(text: string): TokenIndex {
    return new TokenIndex(text, this.encoder, (exact) => this.scale(exact));
  }

  private get encoder(): BytePairEncoder {
    return (this.loadedEncoder ??= new BytePairEncoder(this.encoding));
  }

  private countExactly(text: string): number {
    const { cache, encoder } = this;
    if (!cache || text.length < minCachedTextLength) return this.countAnew(encoder, text);

    const key = cache.keyOf(text);
    const cached = cache.get(key);
    if (cached !== undefined && !this.timingMitigation) return cached;
    const count = this.countAnew(encoder, text);
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

  /** The most exact tokens that still scale to at most `maxTokens`. */
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
 * Exact token counts of whole texts by the SHA-256 of their content, least recently used out first
 * (T-016 AC-050..053). Holds no text. A plain map, which keeps its keys in the order they were put in: `lru-cache`
 * reserves room for all its entries at once, and that took longer than counting 10 KB.
 */
export class CountCache {
  private readonly counts = new Map<string, number>();

  /** @param maxEntries 1 and more */
  constructor(private readonly maxEntries: number) {}

  /** Entries at present; never above `maxEntries`. */
  get size(): number {
    return this.counts.size;
  }

  /** The key of a text. */
  keyOf(text: string): string {
    return hash('sha256', text, 'base64');
  }

  get(key: string): number | undefined {
    const count = this.counts.get(key);
    if (count !== undefined) this.set(key, count);
    return count;
  }

  /** Makes the entry the most recently used one. */
  set(key: string, count: number): void {
    this.counts.delete(key);
    if (this.counts.size >= this.maxEntries) {
      const [oldest] = this.counts.keys();
      if (oldest !== undefined) this.counts.delete(oldest);
    }
    this.counts.set(key, count);
  }
}
