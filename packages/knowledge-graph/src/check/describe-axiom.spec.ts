import type { AxiomCondition, AxiomSeverity } from '@lexichord/abstractions';

import { describeAxiom } from './describe-axiom.js';

const sentence = (condition: AxiomCondition, targetType = 'Endpoint', severity: AxiomSeverity = 'error') =>
  describeAxiom({ condition, targetType, severity });

describe('describeAxiom', () => {
  it.each<[AxiomCondition, string]>([
    [{ kind: 'required-property', property: 'summary' }, 'Every Endpoint must have "summary".'],
    [
      { kind: 'pattern', property: 'path', pattern: String.raw`/v\d+/"x".*` },
      String.raw`"path" of every Endpoint must match the regular expression /v\d+/"x".*.`,
    ],
    [{ kind: 'range', property: 'p', minimum: 1, maximum: 2 }, '"p" of every Endpoint must be a number from 1 to 2.'],
    [{ kind: 'range', property: 'p', minimum: 1 }, '"p" of every Endpoint must be a number of at least 1.'],
    [{ kind: 'range', property: 'p', maximum: 2 }, '"p" of every Endpoint must be a number of at most 2.'],
    [{ kind: 'range', property: 'p', minimum: 1, maximum: 1 }, '"p" of every Endpoint must be a number equal to 1.'],
    [{ kind: 'one-of', property: 'p', values: ['a'] }, '"p" of every Endpoint must be "a".'],
    [{ kind: 'one-of', property: 'p', values: ['a', 2, null] }, '"p" of every Endpoint must be one of "a", 2 or null.'],
    [
      { kind: 'cardinality', relationship: 'returns', minimum: 1 },
      'Every Endpoint must have at least 1 relationship returns.',
    ],
    [
      { kind: 'cardinality', relationship: 'returns', minimum: 0, maximum: 2 },
      'Every Endpoint must have at most 2 relationships returns.',
    ],
    [
      { kind: 'cardinality', relationship: 'returns', minimum: 1, maximum: 1 },
      'Every Endpoint must have exactly 1 relationship returns.',
    ],
    [
      { kind: 'cardinality', relationship: 'returns', minimum: 1, maximum: 3 },
      'Every Endpoint must have 1 to 3 relationships returns.',
    ],
    [{ kind: 'domain', relationship: 'returns' }, 'Every relationship returns must start at an Endpoint.'],
    [
      { kind: 'relationship-range', relationship: 'returns', types: ['Response', 'User', 'Item'] },
      'Every relationship returns of an Endpoint must lead to a Response, a User or an Item.',
    ],
    [{ kind: 'disjoint', types: ['Term'] }, 'The name of every Endpoint must not be the name of a Term too.'],
    [
      { kind: 'acyclic', relationship: 'depends-on' },
      'No chain of relationships depends-on must lead from an Endpoint back to itself.',
    ],
    [{ kind: 'functional', relationship: 'r' }, 'Every Endpoint must have at most 1 relationship r.'],
    [{ kind: 'time-order', earlier: 'from', later: 'to' }, '"from" of every Endpoint must not be after "to".'],
  ])('%j', (condition, expected) => {
    expect(sentence(condition)).toBe(expected);
  });

  it('says how bad it is, and whom it binds', () => {
    const condition = { kind: 'required-property', property: 'p' } as const;

    expect(sentence(condition, '*', 'warning')).toBe('Every entity should have "p".');
    expect(sentence(condition, 'A', 'info')).toBe('Every A is expected to have "p".');
  });

  it('names the first values of many', () => {
    const values = Array.from({ length: 25 }, (_, index) => index);

    expect(sentence({ kind: 'one-of', property: 'p', values })).toMatch(/18, 19 or 5 more\.$/);
  });

  it('stays on one line, whatever the names', () => {
    const text = sentence({ kind: 'pattern', property: 'a\nb\u2028c', pattern: 'x\ny' }, 'Ty\r\npe');

    expect(text).not.toMatch(/[\r\n\u2028]/);
  });
});
