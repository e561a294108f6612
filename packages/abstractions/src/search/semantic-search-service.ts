import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** Constraints of one search. */
export interface SearchOptions extends CallOptions {
  /** Most hits. Default 10. */
  readonly topK?: number | undefined;
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
}

/** Hits, best first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
}

/** Retrieval by meaning and words (SBD-072 §2.1). */
export interface ISemanticSearchService {
  /** @throws {LexichordError} `no-index` when nothing was indexed yet */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
}
export const ISemanticSearchService: Token<ISemanticSearchService> = token('ISemanticSearchService');
