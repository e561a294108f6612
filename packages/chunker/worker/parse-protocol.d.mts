/** What a node is to the chunker; the position in {@link nodeRoles} is its code. */
export type NodeRole = 'statement' | 'definition' | 'imports' | 'comment' | 'lead' | 'error' | 'rest' | 'name';

/**
 * Whether a node is a function without a name, or holds one that is much of it, as a call with a callback does; the
 * position in {@link nodeCallables} is its code.
 */
export type NodeCallable = 'none' | 'held' | 'self';

/** How to treat the nodes of one type. Plain data: it is sent to the worker. See `languages/language-rules.ts`. */
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
  /** Which rules these are: one grammar serves several languages. */
  readonly rulesId: string;
  /** JSON of `CompiledRule[]`: it is sent with every file, and one string is handed between threads faster. */
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
  /** Processor time of the thread where the system tells it, else elapsed time; the last resort. */
  readonly maxTimeMs: number;
  readonly maxDepth: number;
  /** Functions longer than this, in UTF-16 units, are looked into. */
  readonly openFunctions: number;
  /** Other nodes longer than this are looked into. */
  readonly openOthers: number;
  /**
   * The text is a piece of one, and of no use if there is a syntax error in any: the parser stops at the first one that
   * it notices, and when others have set this shared number to 1.
   */
  readonly stopsAtError?: Int32Array;
}

export interface ParseRequest {
  readonly jobId: number;
  readonly grammar: GrammarRequest;
  readonly content: string;
  readonly limits: ParseLimits;
}

/** How many numbers there are for each node. */
export declare const nodeStride: number;
/** Where they are, from the node's first. */
export declare const nodeFields: Readonly<
  Record<
    'level' | 'role' | 'rule' | 'kind' | 'start' | 'end' | 'nameStart' | 'nameEnd' | 'hasError' | 'callable',
    number
  >
>;
export declare const nodeRoles: readonly NodeRole[];
export declare const nodeCallables: readonly NodeCallable[];

/** What came of one parse. */
export type ParseOutcome =
  | {
      readonly kind: 'parsed';
      /**
       * In document order, an outer node before what is in it, {@link nodeStride} numbers each: level (0 outermost),
       * role (`name`: nothing but a further name of what it is in), rule (-1: none), which of the rule's `kindBy` types (-1: none), start, end, start and end of the name
       * (-1: none), 1 if there is a syntax error in it, whether it is or holds a function without a name. Offsets are
       * UTF-16 units.
       */
      readonly nodes: Int32Array;
    }
  | { readonly kind: 'timeout'; readonly steps: number }
  | { readonly kind: 'too-deep' }
  /** For a request with `stopsAtError`: there is a syntax error, here or elsewhere; and the time until it was known. */
  | { readonly kind: 'faulty'; readonly workedMs: number }
  | { readonly kind: 'failed'; readonly reason: string };

export interface ParseReply {
  readonly jobId: number;
  readonly isStarted?: boolean;
  /** The system's account of the thread's processor time, where there is one. */
  readonly account?: string | undefined;
  /** What the account said when the work began. */
  readonly workedMs?: number;
  readonly outcome?: ParseOutcome;
}
