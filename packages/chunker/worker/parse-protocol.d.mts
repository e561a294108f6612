/** Role of a node in chunking; the index in {@link nodeRoles} is its code. */
export type NodeRole = 'statement' | 'definition' | 'imports' | 'comment' | 'lead' | 'error' | 'rest' | 'name';

/**
 * Whether a node is an anonymous function, or contains one that is a large part of it, such as a call with a callback;
 * the index in {@link nodeCallables} is its code.
 */
export type NodeCallable = 'none' | 'held' | 'self';

/** Treatment of the nodes of some types. Plain data for the worker. See `languages/language-rules.ts`. */
export interface CompiledRule {
  readonly types: readonly string[];
  readonly role: 'definition' | 'imports' | 'comment' | 'lead' | 'holder' | 'transparent' | 'rest';
  readonly name?: string | undefined;
  readonly nameTo?: string | undefined;
  readonly kindBy?: { readonly path?: string | undefined; readonly types: readonly string[] } | undefined;
  readonly each?:
    | {
        readonly in?: string | undefined;
        readonly field?: string | undefined;
        readonly types?: readonly string[] | undefined;
        readonly name?: string | undefined;
      }
    | undefined;
  readonly mustMatch?: boolean | undefined;
  readonly callees?: readonly string[] | undefined;
  readonly members?: readonly string[] | undefined;
  readonly isContainer?: boolean | undefined;
  readonly isLeaf?: boolean | undefined;
  readonly isAnonymous?: boolean | undefined;
  readonly isElseHolder?: boolean | undefined;
}

/** A grammar with its rules. */
export interface GrammarRequest {
  /** As in the name of its file, `tree-sitter-<name>.wasm`. */
  readonly name: string;
  /** Absolute path of the file, which is compressed when the name ends with `.gz`. */
  readonly wasmPath: string;
  /** Id of the rules: one grammar can serve several languages. */
  readonly rulesId: string;
  /** JSON of `CompiledRule[]`: it is sent with every file, and one string is passed between threads faster. */
  readonly rules: string;
  /** Source of a pattern for functions with others in them; see `LanguageRules.nested`. */
  readonly nested?: string | undefined;
  /** Source of a pattern for functions without a name; see `LanguageRules.callable`. */
  readonly callable?: string | undefined;
}

/** Bounds of one parse. */
export interface ParseLimits {
  /** Steps of the parser, a deterministic measure of work. */
  readonly maxSteps: number;
  /** Maximum processor time of the thread if the system reports it, else elapsed time; the last resort. */
  readonly maxTimeMs: number;
  readonly maxDepth: number;
  /** Length above which functions are entered, in UTF-16 units. */
  readonly openFunctions: number;
  /** Length above which other nodes are entered. */
  readonly openOthers: number;
  /**
   * Given for a piece of a text, which is unusable after a syntax error in any piece: the parser stops at the first
   * error that it notices, and when another has set this shared number to 1.
   */
  readonly stopsAtError?: Int32Array;
}

export interface ParseRequest {
  readonly jobId: number;
  readonly grammar: GrammarRequest;
  readonly content: string;
  readonly limits: ParseLimits;
}

/** Number of values of each node. */
export declare const nodeStride: number;
/** Offsets of the values from the node's first. */
export declare const nodeFields: Readonly<
  Record<
    'level' | 'role' | 'rule' | 'kind' | 'start' | 'end' | 'nameStart' | 'nameEnd' | 'hasError' | 'callable',
    number
  >
>;
export declare const nodeRoles: readonly NodeRole[];
export declare const nodeCallables: readonly NodeCallable[];

/** The outcome of one parse. */
export type ParseOutcome =
  | {
      readonly kind: 'parsed';
      /**
       * In document order, an outer node before its children, {@link nodeStride} numbers each: level (0 outermost),
       * role (`name`: only a further name of its parent), rule (-1: none), which of the rule's `kindBy` types (-1:
       * none), start, end, start and end of the name (-1: none), 1 if it has a syntax error, code of its
       * `NodeCallable`. Offsets are UTF-16 units.
       */
      readonly nodes: Int32Array;
    }
  | { readonly kind: 'timeout'; readonly steps: number }
  | { readonly kind: 'too-deep' }
  /** For a request with `stopsAtError`: a syntax error, here or in another piece, and the time until it was found. */
  | { readonly kind: 'faulty'; readonly workedMs: number }
  | { readonly kind: 'failed'; readonly reason: string };

export interface ParseReply {
  readonly jobId: number;
  readonly isStarted?: boolean;
  /** Path of the system's account of the thread's processor time, if there is one. */
  readonly account?: string | undefined;
  /** Value of the account when the work began. */
  readonly workedMs?: number;
  readonly outcome?: ParseOutcome;
}
