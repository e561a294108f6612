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
  /** Share of the total rank, 0 to 1; see `ISymbolGraph.ranks`. */
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
  /** Markdown: description, entry points, and central definitions by file. */
  readonly text: string;
  /** Tokens of the text. */
  readonly totalTokens: number;
  /** Name in the manifest, else of the workspace's folder. */
  readonly name: string;
  /** Description in the manifest. */
  readonly description?: string | undefined;
  /** Most files first. */
  readonly languages: readonly LanguageShare[];
  /** Entry points of programs and of users of the library. */
  readonly entryPoints: readonly string[];
  /** Definitions in the text, most central first. */
  readonly definitions: readonly MappedDefinition[];
  /** Number of further ranked definitions that did not fit. */
  readonly omittedDefinitions: number;
  readonly warnings: readonly string[];
}

/** Makes the map of a workspace from its listing, its manifest and the symbol graph of its index. */
export interface IRepositoryMapper {
  /**
   * Makes the map; the same files give the same text, never above the budget. Without an index it has no definitions,
   * with a warning.
   *
   * @throws {LexichordError} `invalid-argument` for a budget that is no whole number from 0; the signal's reason
   */
  map(options?: RepositoryMapOptions): Promise<RepositoryMap>;
}
export const IRepositoryMapper: Token<IRepositoryMapper> = token('IRepositoryMapper');
