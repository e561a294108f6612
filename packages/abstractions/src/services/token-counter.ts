import { type Token, token } from '../token.js';

/** The published byte-pair encodings that are counted exactly. The last three need the package js-tiktoken. */
export const tokenEncodings = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base', 'gpt2'] as const;

/** One of {@link tokenEncodings}. */
export type TokenEncoding = (typeof tokenEncodings)[number];

/** Positions at which a text is cut, best first. `whole`: not cut; `empty`: nothing fitted. */
export type TruncationBoundary = 'whole' | 'paragraph' | 'sentence' | 'word' | 'token' | 'empty';

/** A prefix of a text that fits a number of tokens. */
export interface TruncatedText {
  readonly content: string;
  /** Size of `content`, as the counter that cut it sees it. */
  readonly tokenCount: number;
  readonly boundary: TruncationBoundary;
}

/** One token of a text. A token may hold part of a character, hence bytes. */
export interface TextToken {
  /** Rank in the encoding. */
  readonly id: number;
  /** UTF-8 bytes. */
  readonly bytes: Uint8Array;
}

/**
 * Counts tokens as the model's own tokenizer does (T-016 FR-016-71..75). Text that looks like a special token is
 * counted as ordinary text.
 */
export interface ITokenCounter {
  readonly encoding: TokenEncoding;
  /** True when the counts are scaled by a safety factor because the model's tokenizer is not published. */
  readonly isEstimate: boolean;
  /** Tokens in `text`; 0 for the empty text (T-016 AC-054). */
  countTokens(text: string): number;
  /** Whether a claimed count is within 1 % of the real one, and at least one token of tolerance (T-016 threat 1). */
  validateCount(text: string, claimedCount: number): boolean;
  /**
   * The longest sensible prefix of at most `maxTokens` tokens, cut at a paragraph, else a sentence, else a word,
   * else a token; never inside a grapheme. Empty when `maxTokens` is below 1.
   */
  truncateToTokens(text: string, maxTokens: number): TruncatedText;
  /** The tokens themselves, for display. */
  tokenize(text: string): readonly TextToken[];
}
export const ITokenCounter: Token<ITokenCounter> = token('ITokenCounter');
