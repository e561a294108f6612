import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { ChunkKind } from './chunker.js';

/** A definition in the workspace, as it was indexed. */
export interface SymbolDefinition {
  /** `path#outer.name`, with a number behind further ones of that name; stable as long as the names are. */
  readonly id: string;
  /** Relative to the workspace, forward slashes. */
  readonly filePath: string;
  readonly name: string;
  readonly kind: ChunkKind;
  /** Names of the definitions around it, outermost first. */
  readonly enclosing: readonly string[];
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** SHA-256 of the file's text, in hexadecimal; the lines are valid for this text only. */
  readonly contentHash: string;
}

/** Code that uses a definition. */
export interface SymbolUse {
  /** The used definition. */
  readonly target: SymbolDefinition;
  /** The innermost definition that uses it; absent for code outside all definitions. */
  readonly source?: SymbolDefinition | undefined;
  /** File of the code. */
  readonly filePath: string;
  /** SHA-256 of the file's text, in hexadecimal, as in {@link SymbolDefinition}. */
  readonly contentHash: string;
  /** 1-based lines in ascending order, at most 20. */
  readonly lines: readonly number[];
  readonly isTest: boolean;
}

/** A definition with its rank. */
export interface RankedDefinition {
  readonly definition: SymbolDefinition;
  /** 0 to 1; the ranks of all definitions and files add up to 1. */
  readonly rank: number;
}

/** The starting points of a ranking, and its length. */
export interface SymbolRankOptions extends CallOptions {
  /** Ids of definitions, and paths of files, to which a walk returns; absent or empty: all equally. */
  readonly restartAt?: readonly string[] | undefined;
  /** Maximum number of definitions. Default 100. */
  readonly limit?: number | undefined;
  /**
   * Leaves out definitions in tests, examples, generated and vendored files, and declarations without code, if there
   * are others. Default false.
   */
  readonly onlyMainCode?: boolean | undefined;
}

/** A line of a file. */
export interface SymbolLocation {
  /** Relative to the workspace, forward slashes. */
  readonly filePath: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * Finds definitions and their uses, as of the last update of the index. References are resolved by imports and by
 * names, without types: one may be missing or lead to another definition of the same name.
 *
 * Every method throws the signal's reason, and {@link LexichordError} `no-index` when nothing was indexed yet.
 */
export interface ISymbolGraph {
  /**
   * Definitions of a file by line, an enclosing definition before those in it. Empty for a file that is not indexed.
   */
  definitionsOf(filePath: string, options?: CallOptions): Promise<readonly SymbolDefinition[]>;
  /** The innermost definition around a line. */
  definitionAt(location: SymbolLocation, options?: CallOptions): Promise<SymbolDefinition | undefined>;
  /** Definitions of the name, by path and line. */
  definitionsNamed(name: string, options?: CallOptions): Promise<readonly SymbolDefinition[]>;
  /**
   * Definitions that a definition and those in it use, except one another; nearest first: its file, its folder, others.
   */
  usesOf(definition: SymbolDefinition, options?: CallOptions): Promise<readonly SymbolUse[]>;
  /** Users of a definition, nearest first. The definition itself and those in it are left out. */
  referencesTo(definition: SymbolDefinition, options?: CallOptions): Promise<readonly SymbolUse[]>;
  /** Uses of a definition, or of one in it, by test code; nearest first. */
  testsOf(definition: SymbolDefinition, options?: CallOptions): Promise<readonly SymbolUse[]>;
  /** The definitions that a random walk along references visits most, best first. */
  ranks(options?: SymbolRankOptions): Promise<readonly RankedDefinition[]>;
}
export const ISymbolGraph: Token<ISymbolGraph> = token('ISymbolGraph');
