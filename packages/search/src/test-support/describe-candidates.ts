import { resolveToken } from '@lexichord/platform';

import type { CandidateQuery, CandidateSource, FoundCandidates } from '../query/candidate-source.js';
import { ICandidateIndex } from '../query/candidate-index.js';
import { understandQuery } from '../query/understand-query.js';
import { type IndexChoice, type IndexSetup, TemporaryIndexes } from './an-index.js';
import { CodeWorkspace } from './code-workspace.js';

const files = {
  'src/auth/login.ts': 'def openSession\n  the password of a user\n\ndef closeSession\n  openSession expires\n',
  'src/tax.ts': 'def computeCanadianTax\n  rates and $maxRetryCount\n',
  'docs/auth.md': 'The password is asked for.\n',
  'docs/tax.md': 'def tax\n  openSession first, then the rates.\n',
};

/** Chunks that say `common` more often than any other, in a folder of their own. */
const manyCommon = Object.fromEntries(
  Array.from({ length: 10 }, (_, file) => [`many/${file}.py`, 'common common common\n\n'.repeat(80)]),
);

/** How an index is made whose candidates are to be told. */
export type CandidateChoice = Pick<IndexChoice, 'maxChunksInMemory' | 'storage'>;

/** What holds for candidates wherever they come from. */
export function describeCandidates(name: string, choice: () => CandidateChoice): void {
  describe(`contract of candidates: ${name}`, () => {
    const indexes = new TemporaryIndexes();

    afterEach(() => indexes.dispose());

    let chosen: CandidateChoice = {};
    const anIndexed = async (given: Record<string, string> = files): Promise<IndexSetup> => {
      chosen = choice();
      const setup = await indexes.make({ ...chosen, workspace: new CodeWorkspace(given) });
      await setup.index.update();
      return setup;
    };
    const otherProcess = ({ folder, workspace }: IndexSetup): Promise<IndexSetup> =>
      indexes.make({ ...chosen, folder, workspace });
    const sourceOf = ({ container }: IndexSetup): Promise<CandidateSource> =>
      resolveToken(container, ICandidateIndex).current({});
    const find = async (
      setup: IndexSetup,
      query: string,
      given: Partial<CandidateQuery> = {},
    ): Promise<FoundCandidates> => {
      const asked = understandQuery(query);
      return (await sourceOf(setup)).find({ asked, vector: undefined, fusionWeight: 0.3, filter: {}, ...given }, {});
    };
    const placesIn = async (...parameters: Parameters<typeof find>): Promise<readonly string[]> =>
      (await find(...parameters)).found.map(({ record, place }) => `${record.filePath}:${record.startLine} ${place}`);

    it('finds by words, in the order of path and line, with what each word weighs', async () => {
      const setup = await anIndexed();

      const { found, rarities } = await find(setup, 'password of the user');

      expect(found.map(({ record }) => record.id.split('@')[0])).toEqual(['docs/auth.md:1-1', 'src/auth/login.ts:1-3']);
      expect(found[1]?.record).toEqual({
        ...{ id: expect.stringContaining('src/auth/login.ts:1-3@') as string, filePath: 'src/auth/login.ts' },
        ...{ startLine: 1, endLine: 3, tokenCount: 42 },
        ...{ symbol: 'openSession', kind: 'function', language: 'typescript', enclosing: [] },
        definitions: [{ name: 'openSession', kind: 'function', line: 1 }],
      });
      for (const { words, meaning } of found) expect([words > 0 && words <= 1, meaning]).toEqual([true, 0]);
      expect(rarities.get('user')).toBeGreaterThan(rarities.get('password') ?? Infinity);
    });

    it('finds the other chunks of the best files as far as they are accepted, where whole files are wanted', async () => {
      const setup = await anIndexed();

      expect(await placesIn(setup, 'password')).not.toContain('src/auth/login.ts:4 0');
      expect(await placesIn(setup, 'password', { wholeFiles: true })).toContain('src/auth/login.ts:4 0');
      const filter = { paths: ['docs'] };
      expect(await placesIn(setup, 'password', { wholeFiles: true, filter })).toEqual(['docs/auth.md:1 0']);
    });

    it('ranks a bounded number of chunks of whole files, the whole of each', async () => {
      const fileOf = (name: string, count: number): string =>
        Array.from({ length: count }, (_, index) => `function ${name}${index}() {}\n`).join('\n');
      const setup = await anIndexed({
        'large.ts': `// A ferry.\n\n${fileOf('large', 600)}`,
        'small.ts': `// Another ferry, which is small.\n\n${fileOf('small', 20)}`,
      });

      const places = await placesIn(setup, 'ferry', { wholeFiles: true });

      expect(places.filter((place) => place.startsWith('small.ts')).length).toBeGreaterThan(5);
      expect(places.filter((place) => place.startsWith('large.ts')).length).toBeLessThan(300);
    });

    it('finds by meaning', async () => {
      const setup = await anIndexed();
      const [vector] = await setup.provider.embed(['The password is asked for.'], 'query');

      const { found } = await find(setup, 'zebra', { vector });

      expect(found).toHaveLength(5);
      for (const { words, meaning } of found) expect([words, meaning > 0.5 && meaning <= 1]).toEqual([0, true]);
    });

    it('finds what defines a name, in any case, and the lines and files that are named', async () => {
      const setup = await anIndexed();

      expect(await placesIn(setup, 'CLOSESESSION')).toEqual(['src/auth/login.ts:4 0']);
      expect(await placesIn(setup, 'auth/login.ts:5')).toEqual(
        expect.arrayContaining(['src/auth/login.ts:1 0.5', 'src/auth/login.ts:4 1']),
      );
      expect(await placesIn(setup, 'other/ogin.py:3')).toEqual([]);
    });

    it('finds only what the filter accepts, also what the query names', async () => {
      const setup = await anIndexed();
      setup.workspace.write('src/late.ts', 'a password\n', 5_000);
      await setup.index.update();
      const pathsIn = async (filter: CandidateQuery['filter'], query = 'password'): Promise<unknown> => [
        ...new Set((await find(setup, query, { filter })).found.map(({ record }) => record.filePath)),
      ];

      expect(await pathsIn({})).toEqual(['docs/auth.md', 'src/auth/login.ts', 'src/late.ts']);
      expect(await pathsIn({ paths: ['docs'] })).toEqual(['docs/auth.md']);
      expect(await pathsIn({ paths: ['**/*.md'], languages: ['plaintext'] })).toEqual(['docs/auth.md']);
      expect(await pathsIn({ languages: ['typescript'], kinds: ['block'] })).toEqual(['src/late.ts']);
      expect(await pathsIn({ excludedFiles: ['src/auth/login.ts'] })).toEqual(['docs/auth.md', 'src/late.ts']);
      expect(await pathsIn({ modifiedSinceMs: 5_000 })).toEqual(['src/late.ts']);
      expect(await pathsIn({ paths: [] })).toEqual([]);
      expect(await pathsIn({ paths: ['docs'] }, 'CLOSESESSION')).toEqual([]);
      expect(await pathsIn({ excludedFiles: ['src/auth/login.ts'] }, 'auth/login.ts:5')).not.toContain(
        'src/auth/login.ts',
      );
      await expect(pathsIn({ paths: ['x'.repeat(2_000)] })).rejects.toMatchObject({ code: 'invalid-argument' });
    });

    it('finds what a filter accepts behind many that it does not, and ranks a bounded number', async () => {
      const setup = await anIndexed({ ...manyCommon, 'few/a.py': 'a common word in some more words\n' });

      expect((await find(setup, 'common')).found).toHaveLength(300);
      expect(await placesIn(setup, 'common', { filter: { paths: ['few'] } })).toEqual(['few/a.py:1 0']);
      expect(await placesIn(setup, 'common', { filter: { kinds: ['class'] } })).toEqual([]);
    });

    it('knows which names occur, and the definitions that are most like others', async () => {
      const setup = await anIndexed();
      const source = await sourceOf(setup);
      const closestTo = async (asked: string, filter = {}): Promise<unknown> =>
        (await source.closestTo([asked], { filter })).get(asked);
      const tax = { name: 'computeCanadianTax', filePath: 'src/tax.ts', line: 1 };

      expect(source.size).toBe(5);
      expect([await source.hasWord('computecanadiantax', {}), await source.hasWord('frobnicate', {})]).toEqual([
        true,
        false,
      ]);
      expect([await source.hasWordWith('maxretrycount', {}), await source.hasWordWith('retrymax', {})]).toEqual([
        true,
        false,
      ]);
      expect(await closestTo('taxCanadianCompute')).toEqual(tax);
      expect(await closestTo('computeCanadianTaxes')).toEqual(tax);
      expect(await closestTo('computeCanadianTaxes', { paths: ['docs'] })).toBeUndefined();
      expect(await closestTo('frobnicate')).toBeUndefined();
    });

    it('tells who uses a name, and who defines it', async () => {
      const setup = await anIndexed();

      const { found, usesOf } = await find(setup, 'password rates expires');
      const uses = await usesOf(['openSession', 'nowhereAtAll'], {});

      const { users = [], ...counts } = uses.get('openSession') ?? {};
      const names = [...users].map((document) => found.find((one) => one.document === document)?.record.filePath);
      expect([[...uses.keys()], counts]).toEqual([['openSession'], { definers: 1, chunks: 3 }]);
      expect(names).toEqual(['docs/tax.md', 'src/auth/login.ts', 'src/auth/login.ts']);
    });

    it('has all chunks of files by path and line', async () => {
      const records = await (await sourceOf(await anIndexed())).recordsOf(['src/tax.ts', 'src/auth/login.ts'], {});

      const wanted = records.filter(({ filePath }) => filePath.startsWith('src/'));
      expect(wanted.map(({ filePath, startLine }) => `${filePath}:${startLine}`)).toEqual([
        'src/auth/login.ts:1',
        'src/auth/login.ts:4',
        'src/tax.ts:1',
      ]);
    });

    it('follows the files: what they had is gone, and what they have is found', async () => {
      const setup = await anIndexed();
      const { workspace, index } = setup;

      workspace.write('src/auth/login.ts', 'def openGate\n  the badge of a user\n', 2_000);
      workspace.write('src/new.ts', 'a badge\n', 2_000);
      workspace.remove('docs/auth.md');
      await index.update();

      const source = await sourceOf(setup);
      expect(source.size).toBe(4);
      expect(await placesIn(setup, 'password badge')).toEqual(['src/auth/login.ts:1 0', 'src/new.ts:1 0']);
      expect(await placesIn(setup, 'CLOSESESSION')).toEqual([]);
      expect([await source.hasWord('password', {}), await source.hasWord('badg', {})]).toEqual([false, true]);
      expect(await source.recordsOf(['docs/auth.md', 'src/new.ts'], {})).not.toContainEqual(
        expect.objectContaining({ filePath: 'docs/auth.md' }),
      );

      workspace.write('docs/auth.md', files['docs/auth.md'], 3_000);
      await index.update();
      expect(await placesIn(setup, 'password')).toEqual(['docs/auth.md:1 0']);
    });

    it('finds the same again, also in another process', async () => {
      const setup = await anIndexed(manyCommon);
      const [vector] = await setup.provider.embed(['common'], 'query');
      const tell = async (one: IndexSetup): Promise<unknown> => {
        const { found, rarities } = await find(one, 'common 3.py', { vector });
        return [rarities, found.map(({ record, words, meaning, place }) => ({ record, words, meaning, place }))];
      };

      const first = await tell(setup);
      expect(await tell(setup)).toEqual(first);
      expect(await tell(await otherProcess(setup))).toEqual(first);
    });

    it('ends with the reason of the signal', async () => {
      const setup = await anIndexed();
      const signal = AbortSignal.abort(new TypeError('enough'));
      const source = await sourceOf(setup);
      const asked = understandQuery('password');

      await expect(
        source.find({ asked, vector: undefined, fusionWeight: 0.3, filter: {} }, { signal }),
      ).rejects.toThrow('enough');
      await expect(source.closestTo(['openSesion'], { filter: {}, signal })).rejects.toThrow('enough');
    });

    it('says that there is no index', async () => {
      const setup = await indexes.make(choice());

      await expect(sourceOf(setup)).rejects.toMatchObject({ code: 'no-index' });
    });
  });
}
