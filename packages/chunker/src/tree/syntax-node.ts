import type { ChunkKind } from '@lexichord/abstractions';

import type { NodeCallable, NodeRole } from '../../worker/parse-protocol.mjs';

/** A variable's name. */
export interface NameInText {
  readonly name: string;
  readonly offset: number;
}

/** A part of a text that may be cut at its edges. Offsets are UTF-16 units, lines 0-based. */
export interface SyntaxNode {
  readonly role: NodeRole;
  /** Kind of a definition, else `block`. */
  readonly kind: ChunkKind;
  /** Absent for a node without one, and for a node with only a {@link label}. */
  readonly name?: string | undefined;
  /** Offset of the name; the start of the node if it has none. */
  readonly nameOffset: number;
  /** Label of the node when it encloses others: `class UserService`. */
  readonly label?: string | undefined;
  /** Further names that it defines, such as the second in `let a, b`. */
  readonly furtherNames: readonly NameInText[];
  /** Without white space around it. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly startLine: number;
  /** Inclusive. */
  readonly endLine: number;
  /** First line of its comment and attributes, else {@link startLine}. */
  readonly leadLine: number;
  /** Whether a long node is cut between its children; others are kept whole as long as they fit. */
  readonly isContainer: boolean;
  readonly hasError: boolean;
  /** Relation of a statement to anonymous functions, else `none`. */
  readonly callable: NodeCallable;
  /** Whether it is an anonymous function, or a statement of little else: kept whole as long as it fits. */
  readonly isUnit: boolean;
  /** In document order; they do not overlap. */
  readonly children: readonly SyntaxNode[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A node while its tree is built. */
export type GrowingNode = Mutable<Omit<SyntaxNode, 'children' | 'furtherNames'>> & {
  children: GrowingNode[];
  furtherNames: NameInText[];
};

/** The contract's limit on the length of a symbol's name. */
const maxNameLength = 200;

/** The text of a name on one line and without quotes; `undefined` if nothing is left. */
export function nameIn(content: string, start: number, end: number): string | undefined {
  if (start < 0 || end <= start) return undefined;
  const text = content
    .slice(start, Math.min(end, start + 4 * maxNameLength))
    .replace(/\s+/gu, ' ')
    .trim();
  const quoted = /^(["'`])(.+)\1$/u.exec(text);
  const name = cutName(quoted?.[2] ?? text);
  return name === '' ? undefined : name;
}

/** Whether a variable has one name, and not a pattern of several. */
export function isPlainName(name: string): boolean {
  return !/[{}[\](),;]/u.test(name);
}

/** Whether it is one name and nothing else, such as a pointer's star. */
export function isWord(name: string): boolean {
  return isPlainName(name) && !/[\s&*=.]/u.test(name);
}

/** Cuts a name, never within a surrogate pair. */
function cutName(name: string): string {
  if (name.length <= maxNameLength) return name;
  const last = name.charCodeAt(maxNameLength - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return name.slice(0, isHalf ? maxNameLength - 1 : maxNameLength).trimEnd();
}
