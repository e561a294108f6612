import fc from 'fast-check';

import { type Note, noteColumns, notes } from '../test-support/notes-table.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';
import type { Table } from '../table/table.js';
import {
  type AnyPredicate,
  type Predicate,
  and,
  atLeast,
  atMost,
  contains,
  equals,
  greater,
  less,
  missing,
  not,
  oneOf,
  or,
  startsWith,
} from './predicate.js';
import { renderPredicate } from './render-predicate.js';

/** What has a meaning in SQL, in patterns, in C strings, in UTF-8 or in UTF-16. */
const hostile = [
  "'",
  "''",
  '\\',
  '\0',
  '\n',
  '\r',
  '--',
  '/*',
  '%',
  '_',
  '"',
  '`',
  ';',
  ')',
  '\ud800',
  '\udc00',
  '😀',
  '\uFDD0',
  'é',
  'a',
  'A',
  ' ',
  '\u2028',
];
const hostileString = fc.array(fc.constantFrom(...hostile), { maxLength: 5 }).map((parts) => parts.join(''));
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

const anyNote: fc.Arbitrary<Note> = fc.record({
  id: hostileString,
  title: optional(hostileString),
  line: optional(fc.constantFrom(-2_147_483_648, -1, 0, 1, 2_147_483_647)),
  weight: optional(fc.constantFrom(-1e300, -0.1, 0, 5e-324, 0.1, 1e21)),
  pinned: optional(fc.boolean()),
  seenAt: optional(fc.constantFrom(-1, 0, 1_700_000_000_123)),
  tags: optional(fc.array(hostileString, { maxLength: 2 })),
});

const comparison: fc.Arbitrary<Predicate<Note>> = fc.oneof(
  hostileString.map((value) => equals('id', value)),
  hostileString.map((value) => equals('title', value)),
  hostileString.map((value) => startsWith('id', value)),
  hostileString.map((value) => startsWith('title', value)),
  hostileString.map((value) => contains('tags', value)),
  fc.array(hostileString, { maxLength: 3 }).map((values) => oneOf('title', values)),
  fc
    .constantFrom(-1, 0, 1)
    .chain((value) =>
      fc.constantFrom(less('line', value), atMost('line', value), greater('line', value), atLeast('line', value)),
    ),
  fc
    .constantFrom(-0.1, 0, 5e-324, 1e21)
    .chain((value) => fc.constantFrom(less('weight', value), equals('weight', value), atLeast('weight', value))),
  fc
    .constantFrom(-1, 0, 1_700_000_000_123)
    .chain((value) => fc.constantFrom(equals('seenAt', value), greater('seenAt', value))),
  fc.boolean().map((value) => equals('pinned', value)),
  fc.constantFrom('id' as const, 'title' as const, 'tags' as const, 'weight' as const).map((name) => missing(name)),
);
const { predicate } = fc.letrec<{ predicate: Predicate<Note> }>((tie) => ({
  predicate: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc.array(tie('predicate'), { maxLength: 3 }).map((parts) => and(...parts)),
    fc.array(tie('predicate'), { maxLength: 3 }).map((parts) => or(...parts)),
    tie('predicate').map((part) => not(part)),
  ),
}));

/** The same condition in JavaScript. */
function holds(row: Record<string, unknown>, condition: AnyPredicate): boolean {
  switch (condition.op) {
    case 'and':
      return condition.parts.every((part) => holds(row, part));
    case 'or':
      return condition.parts.some((part) => holds(row, part));
    case 'not':
      return !holds(row, condition.part);
    default:
      break;
  }
  const value = row[condition.column];
  if (value === undefined || condition.op === 'missing') return condition.op === 'missing' && value === undefined;
  switch (condition.op) {
    case 'equals':
      return value === condition.value;
    case 'one-of':
      return (condition.values as readonly unknown[]).includes(value);
    case 'starts-with':
      return (value as string).startsWith(condition.value);
    case 'contains':
      return (value as readonly string[]).includes(condition.value);
    case 'less':
      return (value as number) < condition.value;
    case 'at-most':
      return (value as number) <= condition.value;
    case 'greater':
      return (value as number) > condition.value;
    case 'at-least':
      return (value as number) >= condition.value;
  }
}

describe('predicates', () => {
  const temporary = new TemporaryDatabases();
  let table: Table<Note>;
  let rows: readonly Note[];

  beforeAll(async () => {
    table = await (await temporary.open()).table(notes);
    const samples = fc.sample(anyNote, { seed: 7, numRuns: 400 });
    rows = [...new Map(samples.map((note) => [note.id, note])).values()];
    await table.upsert(rows);
  });

  afterAll(() => temporary.dispose());

  it('give hostile strings back as they were', async () => {
    const stored = await table.get(rows.map(({ id }) => id));

    expect([...stored.values()]).toEqual(rows.map((row) => JSON.parse(JSON.stringify(row)) as Note));
  });

  it('find exactly what the same condition finds in JavaScript', async () => {
    const property = fc.asyncProperty(predicate, async (condition) => {
      const found = await collect(table.scan({ where: condition, columns: ['id'] }));

      const expected = rows.filter((row) => holds(row, condition as AnyPredicate)).map(({ id }) => id);
      expect(found.map(({ id }) => id).sort()).toEqual(expected.sort());
    });
    await fc.assert(property, { numRuns: 200, seed: 3 });
  });

  it.each(hostile)('find what equals and begins with %j', async (text) => {
    const equal = await collect(table.scan({ where: equals('id', text), columns: ['id'] }));
    const begun = await table.count(startsWith('title', text));

    expect(equal.length).toBe(rows.filter(({ id }) => id === text).length);
    expect(begun).toBe(rows.filter(({ title }) => title?.startsWith(text)).length);
  });

  it('take any number of groups and negations that say nothing', async () => {
    let condition: Predicate<Note> = equals('line', 1);
    for (let depth = 0; depth < 1_000; depth++) condition = depth % 2 === 0 ? not(not(condition)) : and(condition);

    expect(await table.count(condition)).toBe(rows.filter(({ line }) => line === 1).length);
  });

  it('take thousands of values, and refuse more than the store can parse', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `missing ${index}`);

    expect(await table.count(oneOf('id', values))).toBe(0);
    await expect(table.count(oneOf('id', [...values, 'x']))).rejects.toMatchObject({ code: 'invalid-argument' });
    const deep = Array.from({ length: 12 }).reduce<Predicate<Note>>(
      (inner, _, depth) => (depth % 2 === 0 ? and(inner, missing('line')) : or(inner, missing('title'))),
      missing('tags'),
    );
    await expect(table.count(deep)).rejects.toThrow('nested deeper than 8');
  });

  it.each<[AnyPredicate, string]>([
    [equals('nothing', 1), 'There is no column "nothing"'],
    [equals('__proto__', 1), 'There is no column "__proto__"'],
    [equals("id' OR 1=1 --", 'x'), 'There is no column'],
    [equals('line', 1.5), 'Column "line" holds int32 values'],
    [equals('line', '1 OR true'), 'Column "line" holds int32 values'],
    [equals('weight', Number.NaN), 'Column "weight" holds float64 values'],
    [startsWith('line', 'x'), 'this comparison needs string'],
    [contains('title', 'x'), 'this comparison needs string-list'],
    [less('title', 3), 'this comparison needs int32'],
  ])('refuse %j', (condition, message) => {
    expect(() => renderPredicate(condition, noteColumns)).toThrow(message);
  });
});
