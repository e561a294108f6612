import type { ChunkKind } from '@lexichord/abstractions';

import type { TopLevelLines } from '../parse/divide-text.js';

/** A kind, with the word for its label when it encloses others, such as `struct`. */
export type KindAndWord = readonly [kind: ChunkKind, word?: string];

/** Paths to further names of a node. */
export interface EachName {
  readonly in?: string;
  readonly field?: string;
  readonly types?: readonly string[];
  readonly name?: string;
}

/**
 * Treatment of the syntax nodes of some types. Paths to other nodes have the syntax of `worker/node-path.mjs`: names of
 * fields with a point between them, `field*` repeated as long as the field exists, `#type,type` for the first child of
 * a type, and `|` between alternatives.
 */
export interface NodeRule {
  /** Node types of the grammar. */
  readonly types: readonly string[];
  /**
   * `definition`: has a name and a kind. `holder`: wraps definitions, as `export` does. `transparent`: its children are
   * treated as children of its parent, as in a body. `imports`, `comment`. `lead`: belongs to the next node, such as an
   * attribute. `rest`: belongs to the definition before it, such as a body beside its signature.
   */
  readonly role: 'definition' | 'imports' | 'comment' | 'lead' | 'holder' | 'transparent' | 'rest';
  readonly kind?: ChunkKind;
  /** Word for the label of a definition that encloses others: `class`, `namespace`. */
  readonly word?: string;
  /** Path to the name. A definition without one has no symbol. */
  readonly name?: string;
  /** Path to the node at the end of the name, if it is more than one node. */
  readonly nameTo?: string;
  /** Path to the node, else any child, whose type decides the kind. */
  readonly kindBy?: { readonly path?: string; readonly kinds: Readonly<Record<string, KindAndWord>> };
  /**
   * Further names, all of variables: children of a field, or of some types, of the node at the path `in`, else of the
   * node itself; of each the path `name`, else its whole text. They are definitions, but files are not cut at them.
   */
  readonly each?: EachName;
  /** It is a definition only if `kindBy` finds a kind. */
  readonly mustMatch?: boolean;
  /**
   * It is a definition only if the text of its first child is one of these, which then decides the kind in `kindBy`.
   */
  readonly callees?: readonly string[];
  /** Children in which further definitions are searched. */
  readonly members?: readonly string[];
  /** Has members that are definitions in their own right: a long one is cut between them. */
  readonly isContainer?: boolean;
  /** An anonymous function, or its block, as an argument of a call. */
  readonly isAnonymous?: boolean;
  /** Whether such a node is a `holder` if it is no definition. */
  readonly isElseHolder?: boolean;
  /** Whether its name only labels its contents and is no symbol, as with `impl`. */
  readonly isUnnamed?: boolean;
}

/** One language. Its names of nodes are those of the grammar in `tree-sitter-wasms`. */
export interface LanguageRules {
  /** Language ids of `languageOf` of the workspace. */
  readonly languages: readonly string[];
  /** Name of the grammar: `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  readonly rules: readonly NodeRule[];
  /** Statements that import although their syntax is an ordinary declaration, such as `const x = require(…)`. */
  readonly importPattern?: RegExp;
  /** Variables of these names define nothing, such as `exports` in `module.exports = …`. */
  readonly notNames?: readonly string[];
  /**
   * Matches the text of a function that may contain others: a short function is searched only if it matches. Linear in
   * time.
   */
  readonly nested?: RegExp;
  /** Matches every text that is or contains an anonymous function; a text without a match is not searched for one. */
  readonly callable?: RegExp;
  /**
   * Lines at which a large file may be split for parsing in pieces. Absent: splitting is not proven safe for the
   * language.
   */
  readonly topLevel?: TopLevelLines;
  /**
   * Steps of the parser per allowed millisecond, each about a hundred of its operations. Less than on a usual machine,
   * so that the count decides and not the clock.
   */
  readonly stepsPerMs?: number;
}

/** A function, kept whole as long as it fits; a method if it is a member of a class. */
export function functions(types: readonly string[], name = 'name'): NodeRule {
  return { types, role: 'definition', kind: 'function', name };
}

/** A class or the like, with its members in some of its children. */
export function container(
  types: readonly string[],
  kind: ChunkKind,
  shape: { readonly word: string; readonly members: readonly string[]; readonly name?: string },
): NodeRule {
  return { types, role: 'definition', kind, name: 'name', isContainer: true, ...shape };
}

/** A definition of another kind, without members. */
export function definition(types: readonly string[], kind: ChunkKind, name = 'name'): NodeRule {
  return { types, role: 'definition', kind, name };
}

export function holder(types: readonly string[], members: readonly string[] = []): NodeRule {
  return { types, role: 'holder', members };
}

export function transparent(...types: readonly string[]): NodeRule {
  return { types, role: 'transparent' };
}

/** Anonymous functions; definitions in them are searched in `members`. */
export function anonymous(types: readonly string[], members: readonly string[] = []): NodeRule {
  return { ...holder(types, members), isAnonymous: true };
}

export function imports(...types: readonly string[]): NodeRule {
  return { types, role: 'imports' };
}

export function comments(...types: readonly string[]): NodeRule {
  return { types, role: 'comment' };
}

export function leads(...types: readonly string[]): NodeRule {
  return { types, role: 'lead' };
}
