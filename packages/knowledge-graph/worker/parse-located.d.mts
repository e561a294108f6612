/** Something in a text that could not be read. */
export interface LocatedProblem {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** Plain data, and where each part of it stands. */
export interface LocatedData {
  /** Maps, lists, texts, finite numbers, truth values and null. Parts of it may be shared; it has no cycles. */
  readonly data: unknown;
  /**
   * First and last line, both 1-based: of the whole, then of the entries of each map and list, in the order of a walk
   * that visits a container before those in it, entries in the order of `Object.keys`, and what is shared once. The
   * first line of an entry is that of its key.
   */
  readonly lines: Int32Array;
  readonly problems: readonly LocatedProblem[];
}

/** Reads YAML or JSON. Never rejects for what the text says: what cannot be read is a problem, the rest is read. */
export function parseLocated(source: string): Promise<LocatedData>;
