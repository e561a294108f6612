import type { CallOptions, NamedPlace, SearchFilter } from '@lexichord/abstractions';

import type { ChunkRecord, IndexedFile } from '../corpus/chunk-record.js';
import type { AskedQuery } from './asked-query.js';

/** A chunk that may answer the query. */
export interface Candidate {
  /** Number of the chunk among those that it was found in. */
  readonly document: number;
  readonly record: ChunkRecord;
  /** Share of the most that words could give, 0 to 1. */
  readonly words: number;
  /** Cosine similarity; 0 without vectors. */
  readonly meaning: number;
  /** Whether the query names the chunk's file (0.5), or a line in it (1). */
  readonly place: number;
}

/** Chunks for a query, and how much each of its words matters. */
export interface Candidates {
  /** In the order of path and line. */
  readonly found: readonly Candidate[];
  readonly rarities: ReadonlyMap<string, number>;
}

/** A query for candidates. */
export interface CandidateQuery {
  readonly asked: AskedQuery;
  /** Of length 1; absent when the query could not be embedded. */
  readonly vector: Float32Array | undefined;
  /** Weight of meaning beside words, 0 to 1. */
  readonly fusionWeight: number;
  readonly filter: SearchFilter;
  /** Whether all chunks of the best files are candidates, too. Default: no. */
  readonly wholeFiles?: boolean | undefined;
}

/** Chunks that have a name, and chunks that define it. */
export interface NameUses {
  /** Number of chunks of the whole index that define it, in any case of its letters. */
  readonly definers: number;
  /** Number of chunks of the whole index that have it as a word. */
  readonly chunks: number;
  /** Numbers of the candidates that have it as a word. */
  readonly users: Iterable<number>;
}

/** Candidates, with a look-up of the uses of names. */
export interface FoundCandidates extends Candidates {
  /** The uses of names, by name, of those that some chunk has as a word. */
  readonly usesOf: (names: readonly string[], options: CallOptions) => Promise<ReadonlyMap<string, NameUses>>;
}

/** Look-up of the names that occur in the index. */
export interface NameLookUp {
  /** Number of chunks. */
  readonly size: number;
  /** Whether some chunk has this word of the index. */
  hasWord(word: string, options: CallOptions): Promise<boolean>;
  /**
   * Whether some word has this text in it, as `$name` has `name`. Looks through all words.
   *
   * @param text in small letters; composed and decomposed letters are the same
   */
  hasWordWith(text: string, options: CallOptions): Promise<boolean>;
  /**
   * For each name the definition whose name has the same words in another order, or else the most similar letters; of
   * equals the first by path and line. A name that is like no other has no entry.
   */
  closestTo(
    names: readonly string[],
    options: CallOptions & { readonly filter: SearchFilter },
  ): Promise<ReadonlyMap<string, NamedPlace>>;
}

/**
 * The chunks of the index that are in use, for queries. Memory and tables give the same for the same index,
 * but for which chunks are found when there are more than can be ranked (ADR 0099).
 *
 * Everything rejects with the reason of the signal, and `find` and `closestTo` with `invalid-argument` for a pattern
 * that cannot be used.
 */
export interface CandidateSource extends NameLookUp {
  /** By path. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  /** Whether the index has more than is found here: tables that have not followed it. */
  readonly isBehind: boolean;
  /** The chunks that words and meaning speak for most, those that define or are what the query names, and whole files. */
  find(query: CandidateQuery, options: CallOptions): Promise<FoundCandidates>;
  /** All chunks of some files, and perhaps of others, by path and line. */
  recordsOf(filePaths: readonly string[], options: CallOptions): Promise<readonly ChunkRecord[]>;
}
