/** Names of the columns of `Row` whose values are of type `Value`. */
export type ColumnOf<Row, Value> = {
  [Name in keyof Row & string]-?: NonNullable<Row[Name]> extends Value ? Name : never;
}[keyof Row & string];

/** A value that a column can be compared with. */
export type Comparable = string | number | boolean;

/** The column holds exactly this value. */
export interface EqualsPredicate<Name extends string = string, Value extends Comparable = Comparable> {
  readonly op: 'equals';
  readonly column: Name;
  readonly value: Value;
}

/** The column holds one of the values. */
export interface OneOfPredicate<Name extends string = string, Value extends Comparable = Comparable> {
  readonly op: 'one-of';
  readonly column: Name;
  readonly values: readonly Value[];
}

/** The number in the column compares this way with the value. */
export interface RangePredicate<Name extends string = string> {
  readonly op: 'less' | 'at-most' | 'greater' | 'at-least';
  readonly column: Name;
  readonly value: number;
}

/** The text in the column begins exactly with the value. */
export interface StartsWithPredicate<Name extends string = string> {
  readonly op: 'starts-with';
  readonly column: Name;
  readonly value: string;
}

/** The list in the column has the value among its items. */
export interface ContainsPredicate<Name extends string = string> {
  readonly op: 'contains';
  readonly column: Name;
  readonly value: string;
}

/** The column holds no value. */
export interface MissingPredicate<Name extends string = string> {
  readonly op: 'missing';
  readonly column: Name;
}

/** All parts hold, or at least one does. Without parts, `and` holds and `or` does not. */
export interface GroupPredicate<Part> {
  readonly op: 'and' | 'or';
  readonly parts: readonly Part[];
}

/** The part does not hold. */
export interface NotPredicate<Part> {
  readonly op: 'not';
  readonly part: Part;
}

/**
 * A condition on rows, as data, with the semantics of JavaScript: a row without a value satisfies no comparison, so
 * `not(equals(…))` holds for it.
 */
export type Predicate<Row> =
  | { [Name in ColumnOf<Row, string>]: EqualsPredicate<Name, string> | OneOfPredicate<Name, string> }[ColumnOf<
      Row,
      string
    >]
  | { [Name in ColumnOf<Row, number>]: EqualsPredicate<Name, number> | OneOfPredicate<Name, number> }[ColumnOf<
      Row,
      number
    >]
  | { [Name in ColumnOf<Row, boolean>]: EqualsPredicate<Name, boolean> }[ColumnOf<Row, boolean>]
  | RangePredicate<ColumnOf<Row, number>>
  | StartsWithPredicate<ColumnOf<Row, string>>
  | ContainsPredicate<ColumnOf<Row, readonly string[]>>
  | MissingPredicate<keyof Row & string>
  | GroupPredicate<Predicate<Row>>
  | NotPredicate<Predicate<Row>>;

/** A predicate for any row. */
export type AnyPredicate =
  | EqualsPredicate
  | OneOfPredicate
  | RangePredicate
  | StartsWithPredicate
  | ContainsPredicate
  | MissingPredicate
  | GroupPredicate<AnyPredicate>
  | NotPredicate<AnyPredicate>;

/** `row[column] === value`. */
export function equals<Name extends string, Value extends Comparable>(
  column: Name,
  value: Value,
): EqualsPredicate<Name, Value> {
  return { op: 'equals', column, value };
}

/** `values.includes(row[column])`; with no values, no row. */
export function oneOf<Name extends string, Value extends Comparable>(
  column: Name,
  values: readonly Value[],
): OneOfPredicate<Name, Value> {
  return { op: 'one-of', column, values };
}

/** `row[column] < value`. */
export function less<Name extends string>(column: Name, value: number): RangePredicate<Name> {
  return { op: 'less', column, value };
}

/** `row[column] <= value`. */
export function atMost<Name extends string>(column: Name, value: number): RangePredicate<Name> {
  return { op: 'at-most', column, value };
}

/** `row[column] > value`. */
export function greater<Name extends string>(column: Name, value: number): RangePredicate<Name> {
  return { op: 'greater', column, value };
}

/** `row[column] >= value`. */
export function atLeast<Name extends string>(column: Name, value: number): RangePredicate<Name> {
  return { op: 'at-least', column, value };
}

/** `row[column].startsWith(value)`. */
export function startsWith<Name extends string>(column: Name, value: string): StartsWithPredicate<Name> {
  return { op: 'starts-with', column, value };
}

/** `row[column].includes(value)`, for a column of string lists. */
export function contains<Name extends string>(column: Name, value: string): ContainsPredicate<Name> {
  return { op: 'contains', column, value };
}

/** `row[column] === undefined`. */
export function missing<Name extends string>(column: Name): MissingPredicate<Name> {
  return { op: 'missing', column };
}

/** All of them; with none, every row. */
export function and<Parts extends readonly unknown[]>(...parts: Parts): GroupPredicate<Parts[number]> {
  return { op: 'and', parts };
}

/** At least one of them; with none, no row. */
export function or<Parts extends readonly unknown[]>(...parts: Parts): GroupPredicate<Parts[number]> {
  return { op: 'or', parts };
}

/** The rows that do not satisfy it. */
export function not<Part>(part: Part): NotPredicate<Part> {
  return { op: 'not', part };
}
