import type { CallOptions } from '../services/call-options.js';
import type { ChunkKind, ChunkPart, ChunkSymbol, LineRange } from './chunker.js';
import { type Token, token } from '../token.js';

/** Constraints of one search. */
export interface SearchOptions extends CallOptions {
  /** Maximum number of hits. Default 10. */
  readonly topK?: number | undefined;
  readonly filter?: SearchFilter | undefined;
  /**
   * Leaves out hits that are probably unrelated to the query, by the service's own measure. `each`: every such hit, for
   * callers that show hits without a request. `best`: all hits if the best one is unrelated; for a query of nothing but
   * absent names, the definitions with the most similar names. Absent: nothing.
   */
  readonly relevantOnly?: 'each' | 'best' | undefined;
  /**
   * The use of the hits. `list`: to choose from, so that further hits of a file come late. `pack`: the text of a pack,
   * where several places of one file may be needed, and the rest of a definition. Default `list`.
   */
  readonly purpose?: 'list' | 'pack' | undefined;
  /** Whether all chunks of the files of the best chunks may be hits, too, even without a signal. Default: no. */
  readonly wholeFiles?: boolean | undefined;
  /** The preferred kind of text if both kinds match. Default `code`. */
  readonly prefer?: 'code' | 'documentation' | undefined;
}

/** Conditions on the places to find. All must hold; an empty list excludes everything. */
export interface SearchFilter {
  /** Globs relative to the workspace, such as `src/**`; a folder includes everything in it. */
  readonly paths?: readonly string[] | undefined;
  /** Files that are not searched, relative to the workspace. */
  readonly excludedFiles?: readonly string[] | undefined;
  /** Language ids. */
  readonly languages?: readonly string[] | undefined;
  readonly kinds?: readonly ChunkKind[] | undefined;
  /** Modified at this time or later, in milliseconds since the Unix epoch. */
  readonly modifiedSinceMs?: number | undefined;
}

/** The contribution of one signal to a hit's score; negative for a penalty. */
export interface ScorePart {
  /** Such as `words`, `meaning`, `definition`, `file-name`, `test-file`. */
  readonly signal: string;
  readonly score: number;
}

/** One place that matches a query. */
export interface SearchHit {
  /** Relative to the workspace, forward slashes. */
  readonly filePath: string;
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  readonly content: string;
  /** 0 to 1; comparable within one result. */
  readonly score: number;
  /** Headings or symbols around the place, outermost first. */
  readonly headingPath: readonly string[];
  readonly language: string;
  readonly kind?: ChunkKind | undefined;
  /** The definition that the place is, or is a part of. */
  readonly symbol?: string | undefined;
  /** Definitions around the place, outermost first, as in the chunk; without the place's own name. */
  readonly enclosing?: readonly string[] | undefined;
  /** Definitions that begin in the place, by line. */
  readonly definitions?: readonly ChunkSymbol[] | undefined;
  /** Tokens of the content, counted for the index. */
  readonly tokenCount?: number | undefined;
  /** Its part of the definition, if that was too large for one chunk. */
  readonly part?: ChunkPart | undefined;
  /** All lines of the definition that it is a part of. */
  readonly partOf?: LineRange | undefined;
  /** Contributions of the signals; their sum is the score. */
  readonly parts?: readonly ScorePart[] | undefined;
}

/** Hits, best first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /**
   * All other parts of the definitions that hits are parts of, in the order of the hits, each with the score of the
   * best hit of its definition. Only in a search for a pack, and only if the service stores them.
   */
  readonly rest?: readonly SearchHit[] | undefined;
  /** Estimated probability that one of the first ten hits is an answer, 0 to 1. */
  readonly confidence?: number | undefined;
  /** Such as: the embedding provider failed, so that only words were searched. */
  readonly warnings?: readonly string[] | undefined;
  /** Names in the query that no indexed file has; also reported in the warnings. */
  readonly absentNames?: readonly AbsentName[] | undefined;
}

/** A name that occurs nowhere. */
export interface AbsentName {
  /** As written in the query. */
  readonly name: string;
  /** The definition with the most similar name; absent when none is similar. */
  readonly closest?: NamedPlace | undefined;
}

/** The definition of a name. */
export interface NamedPlace {
  readonly name: string;
  /** Relative to the workspace, forward slashes. */
  readonly filePath: string;
  /** 1-based. */
  readonly line: number;
}

/** Retrieval by meaning and words (SBD-072 §2.1). */
export interface ISemanticSearchService {
  /** @throws {LexichordError} `no-index` when nothing was indexed yet */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
}
export const ISemanticSearchService: Token<ISemanticSearchService> = token('ISemanticSearchService');
