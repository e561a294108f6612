import type { CallOptions, NamedPlace, SearchFilter } from '@lexichord/abstractions';

import type { ChunkRecord, IndexedFile } from '../corpus/chunk-record.js';
import type { AskedQuery } from './asked-query.js';

/** A chunk that may answer the query. */
export interface Candidate {
  /** Number of the chunk in the searched set. */
  readonly document: number;
  readonly record: ChunkRecord;
  /** Word score as a share of its maximum, 0 to 1. */
  readonly words: number;
  /** Cosine similarity; 0 without vectors. */
  readonly meaning: number;
  /** Whether the query names the chunk's file (0.5), or a line in it (1). */
  readonly place: number;
}

/** Chunks for a query, with the weights of its words. */
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

/** Uses and definitions of a name. */
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
  /** The uses of names, by name; names that no chunk has as a word have no entry. */
  readonly usesOf: (names: readonly string[], options: CallOptions) => Promise<ReadonlyMap<string, NameUses>>;
}

/** Look-up of the names that occur in the index. */
export interface NameLookUp {
  /** Number of chunks. */
  readonly size: number;
  /** Whether a chunk has this word. */
  hasWord(word: string, options: CallOptions): Promise<boolean>;
  /**
   * Whether a word contains this text, as `$name` contains `name`. Scans all words.
   *
   * @param text in small letters; composed and decomposed letters are the same
   */
  hasWordWith(text: string, options: CallOptions): Promise<boolean>;
  /**
   * Finds for each name the definition whose name has the same words in another order, else the most similar letters;
   * among equals the first by path and line. A name without a similar one has no entry.
   */
  closestTo(
    names: readonly string[],
    options: CallOptions & { readonly filter: SearchFilter },
  ): Promise<ReadonlyMap<string, NamedPlace>>;
}

/**
 * Queries the chunks of the index in use. Memory and tables give the same results for the same index, except for the
 * choice of chunks when more match than can be ranked (ADR 0099).
 *
 * All methods reject with the reason of the signal, and `find` and `closestTo` with `invalid-argument` for an unusable
 * pattern.
 */
export interface CandidateSource extends NameLookUp {
  /** By path. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  /** Whether the tables are behind the index, so that some chunks are not found. */
  readonly isBehind: boolean;
  /**
   * Finds the chunks with the best words and meaning, those that the query names or that define a name of it, and whole
   * files.
   */
  find(query: CandidateQuery, options: CallOptions): Promise<FoundCandidates>;
  /** All chunks of some files, and possibly of others, by path and line. */
  recordsOf(filePaths: readonly string[], options: CallOptions): Promise<readonly ChunkRecord[]>;
}
