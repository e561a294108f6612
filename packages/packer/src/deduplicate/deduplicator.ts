import { type ExcludedChunk, type RankedChunk, type Token, token } from '@lexichord/abstractions';

/** Chunks without repetition. */
export interface Deduplicated {
  /** Best first, as they came (T-016 FR-016-102). */
  readonly unique: readonly RankedChunk[];
  /** Those that another, better one is there for, each with its id (T-016 AC-099, AC-104). Best first. */
  readonly removed: readonly ExcludedChunk[];
}

/** Removes what is said twice (T-016 FR-016-91..105). */
export interface IDeduplicator {
  /** @param chunks best first: of two that say the same, the first stays */
  deduplicate(chunks: readonly RankedChunk[]): Deduplicated;
}
export const IDeduplicator: Token<IDeduplicator> = token('IDeduplicator');
