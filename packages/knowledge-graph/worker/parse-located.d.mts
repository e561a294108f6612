/** A problem in a text. */
export interface LocatedProblem {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** Plain data, with the lines of its parts. */
export interface LocatedData {
  /** Maps, lists, texts, finite numbers, booleans and null. Parts of it may be shared; it has no cycles. */
  readonly data: unknown;
  /**
   * First and last line, both 1-based: of the whole, then of the entries of each map and list, in the order of a walk
   * that visits a container before its content, entries in the order of `Object.keys`, and shared parts once. The first
   * line of an entry is that of its key.
   */
  readonly lines: Int32Array;
  readonly problems: readonly LocatedProblem[];
}

/** Parses YAML or JSON. Never rejects for the content of the text: errors are problems, and the rest is read. */
export function parseLocated(source: string): Promise<LocatedData>;
