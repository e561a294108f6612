/** Type of a column. Created by {@link column}. */
export type ColumnDefinition =
  | { readonly kind: 'string'; readonly optional: boolean }
  | { readonly kind: 'int32'; readonly optional: boolean }
  | { readonly kind: 'float64'; readonly optional: boolean }
  | { readonly kind: 'boolean'; readonly optional: boolean }
  /** Milliseconds since the Unix epoch, as a whole number. */
  | { readonly kind: 'timestamp'; readonly optional: boolean }
  | { readonly kind: 'string-list'; readonly optional: boolean }
  | { readonly kind: 'vector'; readonly optional: boolean; readonly dimension: number }
  | { readonly kind: 'byte-vector'; readonly optional: boolean; readonly dimension: number };

/** A column together with the type its values have in a row; the type exists for the compiler only. */
export type Column<Value> = ColumnDefinition & { readonly valueType?: Value };

/** A column whose value may be absent from a row. */
export type OptionalColumn<Value> = Column<Value> & { readonly optional: true };

type RequiredColumn<Value> = Column<Value> & { readonly optional: false };

/** The columns of a table, by name. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

type OptionalNames<C extends Columns> = {
  [Name in keyof C]: C[Name] extends { readonly optional: true } ? Name : never;
}[keyof C];

type ValueOf<C> = C extends { readonly valueType?: infer Value } ? Exclude<Value, undefined> : never;

/** Row type of columns: optional values may be missing or `undefined` when written, and are missing when read. */
export type RowOf<C extends Columns> = {
  readonly [Name in Exclude<keyof C, OptionalNames<C>>]: ValueOf<C[Name]>;
} & {
  readonly [Name in OptionalNames<C>]?: ValueOf<C[Name]> | undefined;
};

/** Creates columns. `optional()` makes the value optional. */
export const column = {
  /** Any string, also with NUL or lone surrogates, which are preserved. */
  string: (): RequiredColumn<string> => ({ kind: 'string', optional: false }),
  int32: (): RequiredColumn<number> => ({ kind: 'int32', optional: false }),
  /** Finite numbers. */
  float64: (): RequiredColumn<number> => ({ kind: 'float64', optional: false }),
  boolean: (): RequiredColumn<boolean> => ({ kind: 'boolean', optional: false }),
  /** Milliseconds since the Unix epoch, a whole number as `IClock.now()` gives it. */
  timestamp: (): RequiredColumn<number> => ({ kind: 'timestamp', optional: false }),
  stringList: (): RequiredColumn<readonly string[]> => ({ kind: 'string-list', optional: false }),
  /** Exactly `dimension` finite 32-bit floats. A table has at most one vector column. */
  vector: (dimension: number): RequiredColumn<VectorValue> => ({ kind: 'vector', optional: false, dimension }),
  /** Exactly `dimension` whole numbers from -128 to 127. The store cannot search it. */
  byteVector: (dimension: number): RequiredColumn<Int8Array> => ({ kind: 'byte-vector', optional: false, dimension }),
  optional: <Value>(required: Column<Value>): OptionalColumn<Value> => ({ ...required, optional: true }),
} as const;

/** A vector to write. Read vectors are always `Float32Array`. */
export type VectorValue = Float32Array | readonly number[];
