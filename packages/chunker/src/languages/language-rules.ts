import type { ChunkKind } from '@lexichord/abstractions';

import type { TopLevelLines } from '../parse/divide-text.js';

/** A kind, with the word that names such a thing where it encloses others, such as `struct`. */
export type KindAndWord = readonly [kind: ChunkKind, word?: string];

/** Paths to further names of a node. */
export interface EachName {
  readonly in?: string;
  readonly field?: string;
  readonly types?: readonly string[];
  readonly name?: string;
}

/**
 * How to treat the syntax nodes of some types. Paths to other nodes are written as in `worker/node-path.mjs`: names of
 * fields with a point between them, `field*` as often as there is one, `#type,type` for the first child of a type, and
 * `|` between alternatives.
 */
export interface NodeRule {
  /** Node types of the grammar. */
  readonly types: readonly string[];
  /**
   * `definition`: has a name and a kind. `holder`: wraps definitions, as `export` does. `transparent`: what is in it
   * counts as if it stood in its place, as in a body. `imports`, `comment`. `lead`: belongs to what follows, as an
   * attribute does. `rest`: belongs to the definition before it, as a body beside its signature does.
   */
  readonly role: 'definition' | 'imports' | 'comment' | 'lead' | 'holder' | 'transparent' | 'rest';
  readonly kind?: ChunkKind;
  /** Word for such a definition where it encloses others: `class`, `namespace`. */
  readonly word?: string;
  /** Path to the name. A definition without one has no symbol. */
  readonly name?: string;
  /** Path to where the name ends, if it is more than one node. */
  readonly nameTo?: string;
  /** Path to the node, else any child, by whose type the kind is told. */
  readonly kindBy?: { readonly path?: string; readonly kinds: Readonly<Record<string, KindAndWord>> };
  /**
   * Further names, all of variables: children of a field, or of some types, of the node at the path `in`, else of the
   * node itself; of each the path `name`, else all of it. They are definitions, but nothing is cut at them.
   */
  readonly each?: EachName;
  /** It is a definition only if `kindBy` finds a kind. */
  readonly mustMatch?: boolean;
  /** It is a definition only if its first child reads as one of these, by which `kindBy` then tells the kind. */
  readonly callees?: readonly string[];
  /** Children in which further definitions are looked for. */
  readonly members?: readonly string[];
  /** Has members that are definitions in their own right: a long one is cut between them. */
  readonly isContainer?: boolean;
  /** A function without a name, or the block of one: what is given to a call. */
  readonly isAnonymous?: boolean;
  /** Whether such a node is a `holder` when it turns out to be no definition. */
  readonly isElseHolder?: boolean;
  /** Whether its name only labels its contents and is no symbol, as with `impl`. */
  readonly isUnnamed?: boolean;
}

/** One language. Its names of nodes are those of the grammar in `tree-sitter-wasms`. */
export interface LanguageRules {
  /** Language ids, as `languageOf` of the workspace gives them. */
  readonly languages: readonly string[];
  /** Name of the grammar: `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  readonly rules: readonly NodeRule[];
  /** Statements that import although their syntax is an ordinary declaration, such as `const x = require(…)`. */
  readonly importPattern?: RegExp;
  /** Variables of these names define nothing, such as `exports` in `module.exports = …`. */
  readonly notNames?: readonly string[];
  /**
   * Matches the text of a function that may have others inside: a short function is only searched if it matches. At
   * most linear in time.
   */
  readonly nested?: RegExp;
  /** Matches every text that is or holds a function without a name; a text without a match is not searched for one. */
  readonly callable?: RegExp;
  /**
   * Lines at which a large file may be split for parsing in pieces. Absent: splitting is not proven safe for the
   * language.
   */
  readonly topLevel?: TopLevelLines;
  /**
   * Steps of the parser in a millisecond of parse time that is allowed, each about a hundred of its operations. Less
   * than a usual machine does, so that the count decides and not the clock.
   */
  readonly stepsPerMs?: number;
}

/** A function, kept whole as long as it fits; a method where it is a member of a class. */
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

/** Functions without a name; definitions in them are looked for in `members`. */
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
