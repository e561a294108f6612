import fc from 'fast-check';
import type { AbsentName } from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';
import { indexWords } from '@lexichord/text-index';
import { splitIdentifier } from '@lexichord/text-index/internal';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { Corpus } from '../corpus/corpus.js';
import { aCorpus, wordCountsOf } from '../test-support/a-corpus.js';
import { aRecord } from '../test-support/a-record.js';
import type { RankedChunk } from '../ranking/rank-candidates.js';
import { type Absent, absentWarnings, findAbsentNames, nearest } from './absent-names.js';
import type { AskedQuery } from './asked-query.js';
import { MemoryCandidates } from './memory-candidates.js';
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

const absentIn = (query: string): Promise<Absent> =>
  findAbsentNames(understandQuery(query), new MemoryCandidates(corpus));

describe('findAbsentNames', () => {
  it('names what occurs nowhere, with the definition that was probably meant', async () => {
    expect((await absentIn('computeCanadianTaxes')).names).toEqual([
      { name: 'computeCanadianTaxes', closest: { name: 'computeCanadianTax', filePath: 'src/tax.ts', line: 7 } },
    ]);
    expect(
      (await absentIn('how do `frobnicate` and store.openDatabase work, e.g. in example.com/x.py?')).names,
    ).toEqual([{ name: 'frobnicate' }, { name: 'openDatabase' }]);
    expect((await absentIn('why does frobnicate() throw?')).names).toEqual([{ name: 'frobnicate' }]);
  });

  it('takes a name of the same words for the one that was meant, whatever their order', async () => {
    expect((await absentIn('taxCanadianCompute')).names).toEqual([
      { name: 'taxCanadianCompute', closest: { name: 'computeCanadianTax', filePath: 'src/tax.ts', line: 7 } },
    ]);
    expect((await absentIn('canadian_tax_compute')).names[0]?.closest?.name).toBe('computeCanadianTax');
  });

  it.each([
    'computeCanadianTax',
    'COMPUTECANADIANTAX',
    'parse_header',
    'retry',
    'retries',
    'x.MAX_RETRIES',
    'add a tax',
  ])('has nothing to say of %j, which occurs', async (query) => {
    expect(await absentIn(query)).toEqual({ names: [], isOnlySubject: false, isSubject: false });
  });

  it.each([
    ['$maxRetryCount = 3;', 'maxRetryCount'],
    ['log("took\\nretryAfter:")', 'retryAfter'],
    ['_MY_FLAG', 'MY_FLAG'],
    ['cacheDir', '__cacheDir'],
    ['gro\u0308\u00dfeWert', 'gr\u00f6\u00dfeWert'],
    ['\u00f6lStand', 'o\u0308lStand'],
  ])('knows that %j has %j', async (content, name) => {
    const one = aCorpus([{ record: aRecord({}), words: wordCountsOf(indexWords(content)) }], 2);

    expect(
      (await findAbsentNames(understandQuery(`where is \`${name}\` used?`), new MemoryCandidates(one))).names,
    ).toEqual([]);
  });

  it.each(['authentication', 'where is Fehlerbehandlung?', '0xFF and 3.5GHz', 'e.g. example.com'])(
    'takes nothing in %j for a name',
    async (query) => {
      expect((await absentIn(query)).names).toEqual([]);
    },
  );

  it.each(['fooBarBaz', 'where is fooBarBaz defined?', 'why does `fooBarBaz()` throw, and what calls Foo::quxOf?'])(
    'knows that %j asks about nothing else',
    async (query) => {
      expect((await absentIn(query)).isOnlySubject).toBe(true);
    },
  );

  it.each([
    'add an option fooBarBaz to the tax',
    'implement fooBarBaz()',
    'use fooBarBaz types',
    'fooBarBaz fails at src/tax.ts:7',
    'does computeCanadianTax use fooBarBaz?',
  ])('knows that %j asks about more', async (query) => {
    const { names, isOnlySubject } = await absentIn(query);

    expect([names.map(({ name }) => name), isOnlySubject]).toEqual([['fooBarBaz'], false]);
  });

  it.each([
    'explain the fooBarBaz implementation of packing',
    'How does FooBarBaz seal a parcel?',
    'describe `Foo::quxOf` of the parcel desk',
    'what is the service fooBarBaz for parcels?',
    'tell me about FooBarBaz parcels',
  ])('knows that %j asks about a name that cannot be answered for', async (query) => {
    expect(await absentIn(query)).toMatchObject({ isOnlySubject: true, isSubject: true });
  });

  it.each([
    'How do I add a fooBarBaz to the parcels?',
    'how should FooBarBaz seal a parcel?',
    'explain why sealing fails in fooBarBaz',
    'explain fooBarBaz, and how parcels are sealed',
    'explain fooBarBaz. Then fix the sealing of parcels.',
    'why does fooBarBaz throw when a parcel is sealed?',
    'how does fooBarBaz differ from computeCanadianTax?',
    'why does the sealing call fooBarBaz?',
    'how does fooBarBaz seal at src/tax.ts:7?',
    'create fooBarBaz for the parcels',
    'change the summary of a pack to show fooBarBaz for each file',
    'log a message about fooBarBaz in the listing of the workspace',
    'let the ranking find fooBarBaz by their stems',
    'show fooBarBaz beside the tokens of each file',
    'update the header to show fooBarBaz next to the avatar',
    'return null where fooBarBaz is undefined',
    'throw an error when fooBarBaz is null',
  ])('knows that %j asks about more than that', async (query) => {
    const { names, isOnlySubject, isSubject } = await absentIn(query);

    expect(names.map(({ name }) => name.toLowerCase())).toEqual(['foobarbaz']);
    expect([isOnlySubject, isSubject]).toEqual([false, false]);
  });

  it.each(['explain how PostgreSQL results are ranked', 'How does OAuth login work in this app'])(
    'does not know whether %j is about a name or about a product',
    async (query) => {
      expect(await absentIn(query)).toMatchObject({ isOnlySubject: false, isSubject: true });
    },
  );

  it.each([
    ...['where is wombat defined?', 'Where is the wombat declared', 'where’s the function wombat defined?'],
    ...['show me where the wombat is defined', 'what defines wombat?', 'which file declares wombat'],
    ...['find the definition of wombat', 'definition of wombat', 'where do we define the wombat?'],
    'where is wombat defined in this repository?',
  ])('takes the plain word for a name whose place %j asks for, which may be an idea', async (query) => {
    expect(await absentIn(query)).toEqual({ names: [{ name: 'wombat' }], isOnlySubject: false, isSubject: true });
  });

  it.each([
    'Exception in thread "main" org.acme.FooBarException: x\n\tat org.acme.BazQux$1.lambda$doIt$0(BazQux.java:12)',
    'org.opentest4j.AssertionFailedError: x\n\tat org.acme.QuxKt.run(Qux.kt:4)',
    'TypeError: x\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n    at a (src/tax.ts:7:1)',
    'panic: x\n\ngoroutine 1 [running]:\nmain.runFooBar(0x1, {0x2})\n\t/srv/cmd/run.go:17 +0x1d',
    'see https://github.com/a/b/blob/main/src/tax.ts#L120C5-L121C9',
  ])('does not name what a program has written: %j', async (query) => {
    expect((await absentIn(query)).names).toEqual([]);
  });

  it('names what is asked about beside a stack trace', async () => {
    const query = 'why does fooBarBaz fail?\n\nTypeError: x\n    at doQux (src/tax.ts:7:1)';

    expect((await absentIn(query)).names.map(({ name }) => name)).toEqual(['fooBarBaz']);
  });

  it('takes a word in backticks for a name', async () => {
    expect(await absentIn('where is `wombat` implemented?')).toMatchObject({ isOnlySubject: true, isSubject: true });
  });

  it.each(['where is wombat implemented?', 'what implements wombat?', 'where is the wombat located?'])(
    'does not know whether %j asks for a name or for an idea',
    async (query) => {
      expect(await absentIn(query)).toEqual({ names: [{ name: 'wombat' }], isOnlySubject: false, isSubject: true });
    },
  );

  it.each([
    ...['where is retry defined?', 'where are retries declared?', 'where is this defined?', 'where is it implemented?'],
    ...['where is wombat?', 'how is wombat defined?', 'where is the wombat of zoos defined?', 'define wombat'],
    'where is the wombat parcel defined?',
  ])('takes no plain word for an absent name in %j', async (query) => {
    expect((await absentIn(query)).names).toEqual([]);
  });

  it('never says so of a name in the text, however it is written', async () => {
    const part = fc.stringMatching(/^[A-Za-z][a-z]{0,7}[0-9]?$/u);
    const name = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '_', '$', '__'))
      .map(([parts, sign]) => parts.join(sign));
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 5 }), fc.nat(4), async (names, index) => {
        const asked = names[index % names.length] ?? '';
        const one = aCorpus([{ record: aRecord({}), words: wordCountsOf(indexWords(names.join('('))) }], 2);

        const source = new MemoryCandidates(one);
        expect((await findAbsentNames(understandQuery(asked), source)).names).toEqual([]);
        expect((await findAbsentNames(understandQuery(`why does \`${asked}\` fail`), source)).names).toEqual([]);
        expect((await findAbsentNames(understandQuery(`where is ${asked} defined?`), source)).names).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  describe('in an index of many definitions', () => {
    const tenNames = Array.from({ length: 10 }, (_, number) => `zqx${'abcdefghij'[number]}Wvk`);
    const askedFor = (names: readonly string[]): AskedQuery => understandQuery(`where are ${names.join(' and ')}?`);

    /** @param onRead called whenever the definitions of a chunk are looked at */
    const largeCorpus = (chunks: number, onRead: () => void = () => undefined): Corpus => {
      const record = (number: number): ChunkRecord => {
        const definitions = [{ name: `handler${number.toString(36)}OfThing`, kind: 'function', line: 1 }];
        const own = aRecord({ filePath: `src/${number}.ts` });
        return Object.defineProperty(own, 'definitions', { get: () => (onRead(), definitions) });
      };
      const { index } = aCorpus([{ record: aRecord(), words: wordCountsOf(['other']) }], 2);
      return { files: new Map(), index, records: Array.from({ length: chunks }, (_, number) => record(number)) };
    };

    it('looks at each definition as often for ten names as for one', async () => {
      let reads = 0;
      const readsFor = async (names: readonly string[]): Promise<number> => {
        const large = largeCorpus(1_000, () => (reads += 1));
        reads = 0;
        expect((await findAbsentNames(askedFor(names), new MemoryCandidates(large))).names).toHaveLength(names.length);
        return reads;
      };

      expect(await readsFor(tenNames)).toBe(await readsFor(tenNames.slice(0, 1)));
    });

    it('lets others have their turn, and ends with the reason of the signal', async () => {
      const controller = new AbortController();
      const reason = new TypeError('enough');
      setImmediate(() => controller.abort(reason));

      const finding = findAbsentNames(askedFor(tenNames), new MemoryCandidates(largeCorpus(100_000)), {
        signal: controller.signal,
      });

      await expect(finding).rejects.toBe(reason);
    });

    it('looks for no more names than it tells of', async () => {
      const large = largeCorpus(1);
      const lookedFor = jest.spyOn(large.index, 'hasWordWith');
      const names = [...tenNames, ...tenNames.map((name) => `${name}Too`)];

      expect(
        (await findAbsentNames(askedFor(names), new MemoryCandidates(large))).names.map(({ name }) => name),
      ).toEqual(tenNames);
      expect(lookedFor).toHaveBeenCalledTimes(10);
    });
  });

  it('suggests what comparing every definition with the name suggests', async () => {
    const part = fc.constantFrom('get', 'set', 'Get', 'user', 'User', 'Usr', 'names', 'İd', 'ß', 'x', '1', ' ');
    const name = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '_', '$'))
      .map(([parts, sign]) => parts.join(sign));
    const definitions = fc.array(fc.array(name, { maxLength: 3 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(definitions, name, fc.integer({ min: 1, max: 3 }), async (chunks, asked, every) => {
        const given = chunks.map((names, number) => ({
          record: aRecord({
            filePath: `src/${number}.ts`,
            definitions: names.map((name, line) => ({ name, kind: 'function', line })),
          }),
          words: '',
        }));
        const one = aCorpus(given, 2);
        const accepts = ({ filePath }: Pick<ChunkRecord, 'filePath'>): boolean => filePath.length % every === 0;
        const query = understandQuery(`where is \`${asked}\`?`);

        const excludedFiles = [...one.files.keys()].filter((path) => !accepts({ filePath: path }));
        const filter = { excludedFiles };

        const { names } = await findAbsentNames(query, new MemoryCandidates(one), { filter });

        expect(names).toEqual(names.map(({ name }) => ({ name, ...suggestedFor(name, one.records.filter(accepts)) })));
      }),
      { numRuns: 500 },
    );
  });
});

/** What is suggested, by the rule in its simplest form. */
function suggestedFor(asked: string, records: readonly ChunkRecord[]): Pick<AbsentName, 'closest'> {
  const wordsOf = (name: string): string =>
    splitIdentifier(name)
      .map((word) => word.toLowerCase())
      .sort()
      .join(' ');
  const places = records.flatMap(({ filePath, definitions }) =>
    definitions.filter(({ name }) => !/\s/u.test(name)).map(({ name, line }) => ({ name, filePath, line })),
  );
  const key =
    places.find(({ name }) => wordsOf(name) === wordsOf(asked))?.name.toLowerCase() ??
    findClosestName(asked, [...new Set(places.map(({ name }) => name.toLowerCase()))]);
  const closest = places.find(({ name }) => name.toLowerCase() === key);
  return closest === undefined ? {} : { closest };
}

describe('nearest', () => {
  const chunk = (score: number, tokenCount: number, name?: string): RankedChunk => ({
    ...{ score, relevance: score, parts: [] },
    record: aRecord({
      ...{ filePath: 'src/tax.ts', tokenCount },
      definitions: name === undefined ? [] : [{ name, kind: 'function', line: 7 }],
    }),
  });
  it('has what defines a similar name first, then the best about the query, within few tokens', async () => {
    const { names } = await absentIn('computeCanadianTaxes');
    const definer = chunk(0.1, 300, 'computeCanadianTax');
    const [best, large, small, foreign] = [chunk(0.9, 400), chunk(0.8, 200), chunk(0.7, 100), chunk(0.2, 1)];

    expect(nearest([best, large, small, foreign, definer], names)).toEqual([definer, best, small]);
    expect(nearest([foreign], [])).toEqual([]);
  });
});

describe('absentWarnings', () => {
  it('says where the name may be that was meant, or what to check', async () => {
    expect(absentWarnings((await absentIn('computeCanadianTaxes or zzTopOf')).names)).toEqual([
      'The name "computeCanadianTaxes" occurs in no indexed file. Did you mean "computeCanadianTax", src/tax.ts:7?',
      'The name "zzTopOf" occurs in no indexed file. Check how it is spelled.',
    ]);
  });
});
