import fc from 'fast-check';
import { indexWords } from '@lexichord/text-index';

import { aCorpus, wordCountsOf } from '../test-support/a-corpus.js';
import { aRecord } from '../test-support/a-record.js';
import type { RankedChunk } from '../ranking/rank-candidates.js';
import { type Absent, absentWarnings, findAbsentNames, nearest } from './absent-names.js';
import { understandQuery } from './understand-query.js';

const text = 'export function computeCanadianTax(amount) { return parse_header(amount) + retry + MAX_RETRIES; }';

const corpus = aCorpus(
  [
    {
      record: aRecord({
        filePath: 'src/tax.ts',
        definitions: [{ name: 'computeCanadianTax', kind: 'function', line: 7 }],
      }),
      words: wordCountsOf(indexWords(text)),
    },
    {
      record: aRecord({
        filePath: 'docs/tax.md',
        definitions: [{ name: 'compute Canadian taxes', kind: 'section', line: 1 }],
      }),
      words: '',
    },
  ],
  2,
);

const absentIn = (query: string): Absent => findAbsentNames(understandQuery(query), corpus);

describe('findAbsentNames', () => {
  it('names what occurs nowhere, with the definition that was probably meant', () => {
    expect(absentIn('computeCanadianTaxes').names).toEqual([
      { name: 'computeCanadianTaxes', closest: { name: 'computeCanadianTax', filePath: 'src/tax.ts', line: 7 } },
    ]);
    expect(absentIn('how do `frobnicate` and store.openDatabase work, e.g. in example.com/x.py?').names).toEqual([
      { name: 'frobnicate' },
      { name: 'openDatabase' },
    ]);
  });

  it('takes a name of the same words for the one that was meant, whatever their order', () => {
    expect(absentIn('taxCanadianCompute').names).toEqual([
      { name: 'taxCanadianCompute', closest: { name: 'computeCanadianTax', filePath: 'src/tax.ts', line: 7 } },
    ]);
    expect(absentIn('canadian_tax_compute').names[0]?.closest?.name).toBe('computeCanadianTax');
  });

  it.each([
    'computeCanadianTax',
    'COMPUTECANADIANTAX',
    'parse_header',
    'retry',
    'retries',
    'x.MAX_RETRIES',
    'add a tax',
  ])('has nothing to say of %j, which occurs', (query) => {
    expect(absentIn(query)).toEqual({ names: [], isAllThatIsAsked: false });
  });

  it.each([
    ['$maxRetryCount = 3;', 'maxRetryCount'],
    ['log("took\\nretryAfter:")', 'retryAfter'],
    ['_MY_FLAG', 'MY_FLAG'],
    ['cacheDir', '__cacheDir'],
    ['gro\u0308\u00dfeWert', 'gr\u00f6\u00dfeWert'],
    ['\u00f6lStand', 'o\u0308lStand'],
  ])('knows that %j has %j', (content, name) => {
    const one = aCorpus([{ record: aRecord({}), words: wordCountsOf(indexWords(content)) }], 2);

    expect(findAbsentNames(understandQuery(`where is \`${name}\` used?`), one).names).toEqual([]);
  });

  it.each(['authentication', 'where is Fehlerbehandlung?', '0xFF and 3.5GHz', 'e.g. example.com'])(
    'takes nothing in %j for a name',
    (query) => {
      expect(absentIn(query).names).toEqual([]);
    },
  );

  it.each(['fooBarBaz', 'where is fooBarBaz defined?', 'why does `fooBarBaz()` throw, and what calls Foo::quxOf?'])(
    'knows that %j asks about nothing else',
    (query) => {
      expect(absentIn(query).isAllThatIsAsked).toBe(true);
    },
  );

  it.each([
    'add an option fooBarBaz to the tax',
    'implement fooBarBaz()',
    'use fooBarBaz types',
    'fooBarBaz fails at src/tax.ts:7',
    'does computeCanadianTax use fooBarBaz?',
  ])('knows that %j asks about more', (query) => {
    const { names, isAllThatIsAsked } = absentIn(query);

    expect([names.map(({ name }) => name), isAllThatIsAsked]).toEqual([['fooBarBaz'], false]);
  });

  it('never says so of a name in the text, however it is written', () => {
    const part = fc.stringMatching(/^[A-Za-z][a-z]{0,7}[0-9]?$/u);
    const name = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '_', '$', '__'))
      .map(([parts, sign]) => parts.join(sign));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.nat(4), (names, index) => {
        const asked = names[index % names.length] ?? '';
        const one = aCorpus([{ record: aRecord({}), words: wordCountsOf(indexWords(names.join('('))) }], 2);

        expect(findAbsentNames(understandQuery(asked), one).names).toEqual([]);
        expect(findAbsentNames(understandQuery(`why does \`${asked}\` fail`), one).names).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('nearest', () => {
  const chunk = (score: number, tokenCount: number, name?: string): RankedChunk => ({
    ...{ score, relevance: score, parts: [] },
    record: aRecord({
      ...{ filePath: 'src/tax.ts', tokenCount },
      definitions: name === undefined ? [] : [{ name, kind: 'function', line: 7 }],
    }),
  });
  const names = absentIn('computeCanadianTaxes').names;

  it('has what defines a similar name first, then the best about the query, within few tokens', () => {
    const definer = chunk(0.1, 300, 'computeCanadianTax');
    const [best, large, small, foreign] = [chunk(0.9, 400), chunk(0.8, 200), chunk(0.7, 100), chunk(0.2, 1)];

    expect(nearest([best, large, small, foreign, definer], names)).toEqual([definer, best, small]);
    expect(nearest([foreign], [])).toEqual([]);
  });
});

describe('absentWarnings', () => {
  it('says where the name may be that was meant, or what to check', () => {
    expect(absentWarnings(absentIn('computeCanadianTaxes or zzTopOf').names)).toEqual([
      'The name "computeCanadianTaxes" occurs in no indexed file. Did you mean "computeCanadianTax", src/tax.ts:7?',
      'The name "zzTopOf" occurs in no indexed file. Check how it is spelled.',
    ]);
  });
});
