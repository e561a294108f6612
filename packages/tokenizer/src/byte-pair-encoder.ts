import type { TextToken, TokenEncoding } from '@lexichord/abstractions';

import { characterWidth, hashBytes, isContinuation, Utf8Window } from './byte-source.js';
import { maxWholePieceLength, PieceMerger } from './merge/merge-ranks.js';
import { PieceCache } from './merge/piece-cache.js';
import { maxShortPieceLength, ShortPieceCache } from './merge/short-piece-cache.js';
import type { CharacterScanner } from './pre-tokenize/character-scanner.js';
import { Cl100kPreTokenizer } from './pre-tokenize/cl100k-pre-tokenizer.js';
import { O200kPreTokenizer } from './pre-tokenize/o200k-pre-tokenizer.js';
import { R50kPreTokenizer } from './pre-tokenize/r50k-pre-tokenizer.js';
import { createSafeBoundaries } from './pre-tokenize/r50k-safe-boundary.js';
import type { SafeBoundaries } from './pre-tokenize/safe-boundary.js';
import { loadRankTable } from './ranks/load-rank-table.js';
import { noToken, type RankTable } from './ranks/rank-table.js';

/** UTF-16 units that are encoded and counted at a time: fits into the processor's caches. */
const windowUnits = 1 << 15;

/** Working memory of all encoders: its content is not used after a call, and all calls are synchronous. */
const sharedWindow = new Utf8Window();

/**
 * Splits UTF-8 bytes into the pieces that are merged separately: the successive matches of the encoding's regular
 * expression, hand-written.
 */
interface PreTokenizer extends CharacterScanner {
  /**
   * Returns the end of the piece at `start`, an offset inside the text. Input is valid UTF-8, terminated by
   * `endOfText`.
   */
  pieceEnd(bytes: Uint8Array, start: number): number;
}

const preTokenizers: Readonly<Record<TokenEncoding, new () => PreTokenizer>> = {
  o200k_base: O200kPreTokenizer,
  cl100k_base: Cl100kPreTokenizer,
  p50k_base: R50kPreTokenizer,
  r50k_base: R50kPreTokenizer,
  gpt2: R50kPreTokenizer,
};

/** The prefix of a text that fits into a number of tokens: see {@link BytePairEncoder.fit}. */
export interface FittingPrefix {
  /** End of the prefix, in UTF-16 units of the text. */
  readonly end: number;
  /** Number of tokens up to `end`, if the text is cut there. A cut inside a piece may require counting again. */
  readonly tokens: number;
}

/**
 * Counts and lists the tokens of one encoding, exactly as the model's tokenizer does without special tokens. The rank
 * table and the character classes are shared in the process; each encoder has its own cache of merged pieces. Not
 * reentrant: working memory is reused (every method is synchronous).
 */
export class BytePairEncoder {
  readonly boundaries: SafeBoundaries;
  private readonly ranks: RankTable;
  private readonly preTokenizer: PreTokenizer;
  private readonly merger: PieceMerger;
  private readonly cache = new PieceCache();
  private readonly shortPieces = new ShortPieceCache();
  private readonly window = sharedWindow;

  /** @throws {LexichordError} the errors of `loadRankTable` */
  constructor(readonly encoding: TokenEncoding) {
    this.ranks = loadRankTable(encoding);
    this.preTokenizer = new preTokenizers[encoding]();
    this.merger = new PieceMerger(this.ranks);
    this.boundaries = createSafeBoundaries(encoding);
  }

  /** Length of the longest token, in bytes: multiplied by a number of tokens, the maximum length of their text. */
  get maxTokenBytes(): number {
    return this.ranks.maxTokenBytes;
  }

  /** Number of tokens of a text, or of its UTF-16 units `[from, to)` as a separate text. */
  count(text: string, from = 0, to = text.length): number {
    let tokens = 0;
    for (let start = from; start < to;) {
      const end = this.windowEnd(text, start, to, windowUnits);
      tokens += this.countBytes(this.window.load(text, start, end));
      start = end;
    }
    this.window.release();
    return tokens;
  }

  /**
   * Returns the end of a window that begins at `start`, with about `units` UTF-16 units: a safe boundary, or `to`. The
   * window is doubled until it contains a safe boundary, so that the search stays linear.
   */
  windowEnd(text: string, start: number, to: number, units: number): number {
    let searched = start;
    for (let size = units; start + size < to; size *= 2) {
      const end = this.boundaries.lastWithin(text, searched, start + size);
      if (end !== undefined) return Math.min(end, to);
      searched = start + size;
    }
    return to;
  }

  /**
   * Returns the longest prefix of the units `[from, to)` with at most `maxTokens` tokens that ends between two
   * characters. Merges little more than the prefix, however long the piece is that does not fit.
   */
  fit(text: string, from: number, to: number, maxTokens: number): FittingPrefix {
    const length = this.window.load(text, from, to);
    let tokens = 0;
    let start = 0;
    while (start < length) {
      const end = this.preTokenizer.pieceEnd(this.window.source.bytes, start);
      const left = maxTokens - tokens;
      const pieceTokens = this.countPieceUpTo(start, end - start, left);
      if (pieceTokens > left) {
        const bytes = this.bytesOfFirstTokens(start, end - start, left);
        if (bytes > 0) tokens = maxTokens;
        start += bytes;
        break;
      }
      tokens += pieceTokens;
      start = end;
    }
    const end = from + this.window.unitsIn(start);
    this.window.release();
    return { end, tokens };
  }

  /** Returns the tokens of a text, in order. */
  tokenize(text: string): TextToken[] {
    const tokens: TextToken[] = [];
    const length = this.window.load(text, 0, text.length);
    const { words, bytes } = this.window.source;
    for (let start = 0; start < length;) {
      const end = this.preTokenizer.pieceEnd(bytes, start);
      const parts = this.merger.merge(this.window.source, start, end - start);
      const { partStarts } = this.merger;
      for (let part = 0; part < parts; part++) {
        const from = start + (partStarts[part] as number);
        const to = start + (partStarts[part + 1] as number);
        tokens.push({ id: this.ranks.rankAt(this.ranks.find(words, from, to - from)), bytes: bytes.slice(from, to) });
      }
      start = end;
    }
    this.window.release();
    return tokens;
  }

  /** Clears the cached pieces, so that no later count is faster because of them. */
  forgetPieces(): void {
    this.cache.clear();
    this.shortPieces.clear();
  }

  private countBytes(length: number): number {
    const { bytes } = this.window.source;
    const { preTokenizer } = this;
    let tokens = 0;
    for (let start = 0; start < length;) {
      const end = preTokenizer.pieceEnd(bytes, start);
      tokens += this.countPiece(start, end - start);
      start = end;
    }
    return tokens;
  }

  /** Tokens of a piece: from a cache, otherwise counted in its independent parts. */
  private countPiece(start: number, length: number): number {
    if (length === 1) return 1;
    const { words } = this.window.source;
    if (length > maxShortPieceLength) return this.countLongPiece(start, length);
    const cached = this.shortPieces.find(words, start, length);
    if (cached > 0) return cached;
    const tokens = this.countLongPiece(start, length);
    this.shortPieces.remember(words, start, length, tokens);
    return tokens;
  }

  /** Like `countPiece`, but may return any number above `maxTokens` for a piece that has more. */
  private countPieceUpTo(start: number, length: number, maxTokens: number): number {
    return length <= maxWholePieceLength
      ? this.countPiece(start, length)
      : this.merger.merge(this.window.source, start, length, maxTokens);
  }

  private countLongPiece(start: number, length: number): number {
    const { words, bytes } = this.window.source;
    const hash = hashBytes(words, start, length);
    if (this.ranks.findHashed(words, start, length, hash) !== noToken) return 1;
    const cached = this.cache.find(words, start, length, hash);
    if (cached > 0) return cached;
    const firstPart = independentPartEnd(this.ranks, bytes, start, start + length) - start;
    const tokens =
      firstPart === length
        ? this.merger.merge(this.window.source, start, length)
        : this.countIndependentParts(start, length, firstPart);
    this.cache.remember(bytes, start, length, hash, tokens);
    return tokens;
  }

  private countIndependentParts(start: number, length: number, firstPart: number): number {
    const end = start + length;
    let tokens = 0;
    for (let from = start, to = start + firstPart; from < end;) {
      tokens += this.countPiece(from, to - from);
      from = to;
      if (from < end) to = independentPartEnd(this.ranks, this.window.source.bytes, from, end);
    }
    return tokens;
  }

  /** Length of the first `count` tokens of a piece that has more, in bytes, rounded down to whole characters. */
  private bytesOfFirstTokens(start: number, length: number, count: number): number {
    if (count === 0) return 0;
    const { bytes } = this.window.source;
    // A longer piece was merged for counting, and its bounds are still available.
    if (length <= maxWholePieceLength) this.merger.merge(this.window.source, start, length);
    let end = this.merger.partStarts[count] as number;
    while (end > 0 && isContinuation(bytes[start + end] as number)) end--;
    return end;
  }
}

/**
 * Returns the end of the part of a piece that begins at `start`: the first boundary between two characters that no
 * token spans. Nothing is merged across it, so the counts of the parts add up to that of the piece. In runs of Chinese
 * or emoji most characters end a part; pairs of ASCII are not checked, because nearly all of them occur in some token.
 */
function independentPartEnd(ranks: RankTable, bytes: Uint8Array, start: number, end: number): number {
  let width = characterWidth(bytes[start] as number);
  for (let at = start + width; at < end; at += width) {
    const lead = bytes[at] as number;
    const last = bytes[at - 1] as number;
    if (lead >= 0x80 || width > 1) {
      const before = width === 1 ? last : (bytes[at - 2] as number) | (last << 8);
      const behind = lead < 0x80 ? lead : lead | ((bytes[at + 1] as number) << 8);
      if (!ranks.mayJoin(before, behind)) return at;
    }
    width = characterWidth(lead);
  }
  return end;
}
