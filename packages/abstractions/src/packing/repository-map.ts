import type { SymbolDefinition } from '../search/symbol-graph.js';
import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** Options of a map. */
export interface RepositoryMapOptions extends CallOptions {
  /** Maximum tokens of the text, from 0. Default 1,000. */
  readonly budgetTokens?: number | undefined;
}

/** A definition with its line in the map. */
export interface MappedDefinition extends Pick<
  SymbolDefinition,
  'filePath' | 'name' | 'kind' | 'enclosing' | 'startLine' | 'endLine'
> {
  /** Its first line, shortened. */
  readonly signature: string;
  /** Share of all attention, 0 to 1; see `ISymbolGraph.ranks`. */
  readonly rank: number;
}

/** Files of one language. */
export interface LanguageShare {
  /** Language id, such as `typescript`. */
  readonly language: string;
  readonly files: number;
}

/** A map of a repository, within a number of tokens. */
export interface RepositoryMap {
  /** Markdown: what the repository is, its entry points, and its central definitions by file. */
  readonly text: string;
  /** Tokens of the text. */
  readonly totalTokens: number;
  /** As the manifest has it, or else the name of the workspace's folder. */
  readonly name: string;
  /** Of the manifest. */
  readonly description?: string | undefined;
  /** Most files first. */
  readonly languages: readonly LanguageShare[];
  /** Files where programs and users of the library begin. */
  readonly entryPoints: readonly string[];
  /** Those in the text, the most central first. */
  readonly definitions: readonly MappedDefinition[];
  /** Further definitions that were ranked and did not fit. */
  readonly omittedDefinitions: number;
  readonly warnings: readonly string[];
}

/** Draws the map of a workspace from its listing, its manifest and the symbol graph of its index. */
export interface IRepositoryMapper {
  /**
   * The same text for the same files, never above the budget. Without an index it has no definitions, and a warning says
   * so.
   *
   * @throws {LexichordError} `invalid-argument` for a budget that is no whole number from 0; the signal's reason
   */
  map(options?: RepositoryMapOptions): Promise<RepositoryMap>;
}
export const IRepositoryMapper: Token<IRepositoryMapper> = token('IRepositoryMapper');
