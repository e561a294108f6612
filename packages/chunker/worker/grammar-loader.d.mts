import type { Language, Parser } from 'web-tree-sitter';

import type { CompiledRule, GrammarRequest } from './parse-protocol.mjs';

/** The part of a loaded grammar that the package's code uses. */
export interface LoadedParser {
  readonly parser: Parser & { readonly language: Language | null };
  readonly table: {
    readonly rules: readonly CompiledRule[];
    /** By the number of a node type; -1 without a rule. */
    readonly ruleOfType: Int16Array;
  };
}

export declare class GrammarLoader {
  /** Loads the parser itself, before any grammar. */
  start(): Promise<void>;
  parserFor(grammar: GrammarRequest): Promise<LoadedParser>;
}
