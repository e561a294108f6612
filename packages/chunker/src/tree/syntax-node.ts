import type { ChunkKind } from '@lexichord/abstractions';

import type { NodeCallable, NodeRole } from '../../worker/parse-protocol.mjs';

/** A variable's name. */
export interface NameInText {
  readonly name: string;
  readonly offset: number;
}

/** A part of a text at whose edges it may be cut. Offsets are UTF-16 units, lines 0-based. */
export interface SyntaxNode {
  readonly role: NodeRole;
  /** Of a definition, else `block`. */
  readonly kind: ChunkKind;
  /** Absent for what has none, and for what has only a {@link label}. */
  readonly name?: string | undefined;
  /** Where the name is; the start of the node if it has none. */
  readonly nameOffset: number;
  /** What it is called where it encloses others: `class UserService`. */
  readonly label?: string | undefined;
  /** What it defines besides: of `let a, b` the second. */
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
  /** A long one is cut between its children. Others are kept whole as long as they fit. */
  readonly isContainer: boolean;
  readonly hasError: boolean;
  /** Of a statement, else `none`. */
  readonly callable: NodeCallable;
  /** A function without a name, or a statement that is little else: kept whole as long as it fits. */
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
