import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { toStoredString } from '../rows/stored-string.js';
import type { ColumnDefinition } from '../schema/column.js';
import type { AnyPredicate } from './predicate.js';
import { sqlColumn, sqlLiteral, sqlString } from './sql-literal.js';

/** Maximum number of alternations of `and` and `or`. The store's parser takes exponential time in the depth. */
const maxDepth = 8;
/** Maximum number of comparisons and list values: 10,000 take 50 ms; more may overflow the parser's stack. */
const maxTerms = 10_000;

const rangeOperators = { less: '<', 'at-most': '<=', greater: '>', 'at-least': '>=' } as const;
const opposite = { less: 'at-least', 'at-most': 'greater', greater: 'at-most', 'at-least': 'less' } as const;

type ColumnDefinitions = Readonly<Record<string, ColumnDefinition>>;

/**
 * Converts a predicate to the store's SQL. Values become literals by `sqlLiteral` and `sqlString`; column names are
 * those of the schema.
 *
 * @throws {LexichordError} `invalid-argument` for an unknown column, a value of another type, more than 10,000
 * comparisons, or groups nested deeper than 8
 */
export function renderPredicate(predicate: AnyPredicate, columns: ColumnDefinitions): string {
  const renderer = new PredicateRenderer(columns);
  return renderer.render(predicate, { negated: false, depth: 0 });
}

interface Position {
  /** Whether the number of enclosing `not` is odd. Negation is applied to the comparisons: `NOT (` nests badly. */
  readonly negated: boolean;
  readonly depth: number;
}

class PredicateRenderer {
  private terms = 0;

  constructor(private readonly columns: ColumnDefinitions) {}

  render(predicate: AnyPredicate, position: Position): string {
    switch (predicate.op) {
      case 'and':
      case 'or':
        return this.renderGroup(predicate, position);
      case 'not':
        return this.render(predicate.part, { ...position, negated: !position.negated });
      default:
        return this.renderComparison(predicate, position.negated);
    }
  }

  private renderGroup(group: AnyPredicate & { op: 'and' | 'or' }, { negated, depth }: Position): string {
    if (depth >= maxDepth) throw tooLarge(`groups nested deeper than ${maxDepth}`);
    const op = (group.op === 'and') === negated ? 'or' : 'and';
    const parts = flatten(group, negated).map((part) =>
      this.render(part.predicate, { negated: part.negated, depth: depth + 1 }),
    );
    if (parts.length === 0) return op === 'and' ? 'true' : 'false';
    return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(op === 'and' ? ' AND ' : ' OR ')})`;
  }

  private renderComparison(comparison: Exclude<AnyPredicate, { op: 'and' | 'or' | 'not' }>, negated: boolean): string {
    const { column: name } = comparison;
    const definition = this.definitionOf(name);
    const column = sqlColumn(name);
    if (comparison.op === 'missing') {
      this.countTerms(1);
      if (!definition.optional) return negated ? 'true' : 'false';
      return `${column} IS ${negated ? 'NOT ' : ''}NULL`;
    }
    const condition = this.renderCondition(comparison, { name, column, definition, negated });
    // In SQL a comparison with NULL is NULL; in JavaScript it is false.
    if (!definition.optional || condition === 'true' || condition === 'false') return condition;
    return negated ? `(${column} IS NULL OR ${condition})` : `(${column} IS NOT NULL AND ${condition})`;
  }

  private renderCondition(
    comparison: Exclude<AnyPredicate, { op: 'and' | 'or' | 'not' | 'missing' }>,
    {
      name,
      column,
      definition,
      negated,
    }: { name: string; column: string; definition: ColumnDefinition; negated: boolean },
  ): string {
    const literal = (value: unknown): string => sqlLiteral(name, definition, value);
    this.countTerms(comparison.op === 'one-of' ? comparison.values.length : 1);
    switch (comparison.op) {
      case 'equals':
        return `${column} ${negated ? '<>' : '='} ${literal(comparison.value)}`;
      case 'one-of':
        if (comparison.values.length === 0) return negated ? 'true' : 'false';
        return `${column} ${negated ? 'NOT IN' : 'IN'} (${comparison.values.map(literal).join(', ')})`;
      case 'starts-with':
        requireKind(name, definition, 'string');
        return negated ? `NOT ${startsWithSql(column, comparison.value)}` : startsWithSql(column, comparison.value);
      case 'contains':
        requireKind(name, definition, 'string-list');
        return `${negated ? 'NOT ' : ''}array_has(${column}, ${sqlString(comparison.value)})`;
      default: {
        if (definition.kind !== 'timestamp' && definition.kind !== 'float64') requireKind(name, definition, 'int32');
        const op = negated ? opposite[comparison.op] : comparison.op;
        return `${column} ${rangeOperators[op]} ${literal(comparison.value)}`;
      }
    }
  }

  private definitionOf(name: string): ColumnDefinition {
    const definition = Object.hasOwn(this.columns, name) ? this.columns[name] : undefined;
    if (definition !== undefined) return definition;
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `There is no column ${JSON.stringify(name)}. The columns are ${Object.keys(this.columns).join(', ')}.`,
      { details: { column: name } },
    );
  }

  private countTerms(added: number): void {
    this.terms += added;
    if (this.terms > maxTerms) throw tooLarge(`more than ${maxTerms} comparisons`);
  }
}

interface SignedPredicate {
  readonly predicate: AnyPredicate;
  readonly negated: boolean;
}

/** The parts of a group, with nested groups of the same kind flattened, also through `not`. */
function flatten(group: AnyPredicate & { op: 'and' | 'or' }, negated: boolean): readonly SignedPredicate[] {
  const flat: SignedPredicate[] = [];
  const pending: SignedPredicate[] = [...group.parts].reverse().map((predicate) => ({ predicate, negated }));
  const isAnd = (group.op === 'and') !== negated;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { predicate } = next;
    if (predicate.op === 'not') {
      pending.push({ predicate: predicate.part, negated: !next.negated });
    } else if (
      (predicate.op === 'and' || predicate.op === 'or') &&
      ((predicate.op === 'and') !== next.negated) === isAnd
    ) {
      for (const part of [...predicate.parts].reverse()) pending.push({ predicate: part, negated: next.negated });
    } else {
      flat.push(next);
    }
  }
  return flat;
}

/**
 * The condition of a prefix. One that ends in the first half of a surrogate pair matches that half alone, and each of
 * the 1,024 characters that begin with it, which are a range, because the store compares strings by code point.
 */
function startsWithSql(column: string, prefix: string): string {
  const plain = `starts_with(${column}, ${sqlString(prefix)})`;
  const last = prefix.charCodeAt(prefix.length - 1);
  if (!(last >= 0xd800 && last <= 0xdbff)) return plain;
  const before = prefix.slice(0, -1);
  const first = 0x10000 + (last - 0xd800) * 0x400;
  const stored = toStoredString(before);
  const lower = `${column} >= '${(stored + String.fromCodePoint(first)).replaceAll("'", "''")}'`;
  const upper =
    last === 0xdbff
      ? `starts_with(${column}, ${sqlString(before)})`
      : `${column} < '${(stored + String.fromCodePoint(first + 0x400)).replaceAll("'", "''")}'`;
  return `(${plain} OR (${lower} AND ${upper}))`;
}

function requireKind(name: string, definition: ColumnDefinition, kind: ColumnDefinition['kind']): void {
  if (definition.kind === kind) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `Column "${name}" holds ${definition.kind} values, but this comparison needs ${kind}.`,
    { details: { column: name, kind: definition.kind } },
  );
}

function tooLarge(what: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The condition has ${what}. Use several queries, or read the rows and compare them yourself.`,
    { details: { limit: what } },
  );
}
