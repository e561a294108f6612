/** What kind of thing a person looks for. */
export type QueryKind = 'symbol' | 'path' | 'trace' | 'question';

/** A file that a query names, perhaps with a line. */
export interface NamedPlace {
  /** As written, forward slashes: a whole path or the end of one. */
  readonly path: string;
  /** 1-based. */
  readonly line?: number | undefined;
}

/** A query, taken apart. */
export interface AskedQuery {
  readonly text: string;
  readonly kind: QueryKind;
  /** Distinct words as the index has them, in the order of the query. */
  readonly words: readonly string[];
  /** Names that are looked up among the definitions, as written. */
  readonly names: readonly string[];
  readonly places: readonly NamedPlace[];
}
