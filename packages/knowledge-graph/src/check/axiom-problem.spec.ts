import type { AxiomCondition, AxiomStatement } from '@lexichord/abstractions';

import { axiomConditionKinds, axiomStatementProblem } from './axiom-problem.js';
import { anAxiom } from './test-support/a-graph.js';

const good: readonly [AxiomCondition, ...AxiomCondition[]] = [
  { kind: 'required-property', property: 'p' },
  { kind: 'pattern', property: 'p', pattern: String.raw`\p{Lu}.*` },
  { kind: 'range', property: 'p', minimum: -1.5 },
  { kind: 'one-of', property: 'p', values: [null, 'a', { b: [1] }] },
  { kind: 'cardinality', relationship: 'r', minimum: 0, maximum: 2 },
  { kind: 'domain', relationship: 'r' },
  { kind: 'relationship-range', relationship: 'r', types: ['B'] },
  { kind: 'disjoint', types: ['B'] },
  { kind: 'acyclic', relationship: 'r' },
  { kind: 'functional', relationship: 'r' },
  { kind: 'time-order', earlier: 'p', later: 'q' },
];

const problemOf = (condition: unknown, given: object = {}): string | undefined =>
  axiomStatementProblem({ ...anAxiom('A', good[0]), condition, ...given } as AxiomStatement);

describe('axiomStatementProblem', () => {
  it('has none with a condition of any kind', () => {
    expect(good.map((condition) => problemOf(condition))).toEqual(good.map(() => undefined));
    expect(good.map(({ kind }) => kind)).toEqual(axiomConditionKinds);
  });

  it.each<[unknown, string]>([
    [undefined, 'condition must be a mapping with the key "kind"'],
    [[], 'condition must be a mapping with the key "kind"'],
    [{ kind: 'prose' }, 'condition.kind must be one of required-property, pattern,'],
    [{ kind: 'pattern', property: 'p' }, 'condition.pattern must be a regular expression of at most 1000 characters'],
    [
      { kind: 'pattern', property: 'p', pattern: 'a'.repeat(1_001) },
      'condition.pattern must be a regular expression of at',
    ],
    [
      { kind: 'pattern', property: 'p', pattern: '(?=a)' },
      'condition.pattern is not an RE2 regular expression: invalid',
    ],
    [
      { kind: 'pattern', property: 'p', pattern: '(('.repeat(400) },
      'condition.pattern is not an RE2 regular expression',
    ],
    [{ kind: 'range', property: 'p' }, 'condition needs a minimum or a maximum'],
    [{ kind: 'range', property: 'p', minimum: Number.NaN }, 'condition.minimum must be a number'],
    [
      { kind: 'range', property: 'p', minimum: 2, maximum: 1 },
      'condition.minimum 2 must not be above condition.maximum 1',
    ],
    [{ kind: 'cardinality', relationship: 'r', maximum: 0.5 }, 'condition.maximum must be a whole number from 0'],
    [{ kind: 'one-of', property: 'p', values: [] }, 'condition.values must be a non-empty list of values'],
    [{ kind: 'one-of', property: 'p', values: [new Date()] }, 'condition.values.0 must be a value that JSON can say'],
    [{ kind: 'disjoint', types: ['A'] }, 'condition.types must not have the target type "A" itself'],
    [{ kind: 'time-order', earlier: 'p', later: 'p' }, 'condition.earlier and condition.later must be two properties'],
    [{ kind: 'acyclic', relationship: '' }, 'condition.relationship must be a non-empty text'],
    [{ kind: 'acyclic', relationship: 'r', deep: 1 }, 'condition has no key "deep"'],
    [JSON.parse('{"kind": "acyclic", "relationship": "r", "__proto__": 1}'), 'condition has no key "__proto__"'],
  ])('%j', (condition, problem) => {
    expect(problemOf(condition)).toContain(problem);
  });

  it.each<[object, string]>([
    [{ name: '' }, 'name must be a non-empty text'],
    [{ targetType: undefined }, 'the target type must be an entity type, or "*" for all'],
    [{ description: 5 }, 'description must be a text'],
    [{ isEnabled: 'yes' }, 'enabled must be true or false'],
    [{ severity: 'fatal' }, 'severity must be one of info, warning, error'],
    [{ targetType: '*', condition: good[5] }, 'a condition of kind "domain" needs a target type, not "*"'],
  ])('%j', (given, problem) => {
    expect(problemOf(good[0], given)).toBe(problem);
  });

  it('stands values that are as deep as a file can make them', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];

    expect(problemOf({ kind: 'one-of', property: 'p', values: [deep] })).toBeUndefined();
  });

  it('refuses a value that contains itself', () => {
    const loop: unknown[] = [];
    loop.push(loop);

    expect(problemOf({ kind: 'one-of', property: 'p', values: [loop] })).toBe(
      'condition.values.0 must be a value that JSON can say',
    );
  });
});
