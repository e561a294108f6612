import { quantizeVector } from '@lexichord/text-index';

import { aCorpus } from '../test-support/a-corpus.js';
import { aRecord } from '../test-support/a-record.js';
import type { CandidateQuery, Candidates } from './candidate-source.js';
import { MemoryCandidates } from './memory-candidates.js';
import { understandQuery } from './understand-query.js';

const corpus = aCorpus(
  [
    {
      record: aRecord({ filePath: 'src/auth/login.ts' }),
      words: '1 password user',
      vector: quantizeVector(Float32Array.of(1, 0)),
    },
    {
      record: aRecord({
        filePath: 'src/auth/login.ts',
        startLine: 11,
        definitions: [{ name: 'UserService', kind: 'class', line: 12 }],
      }),
      words: '1 session',
      vector: quantizeVector(Float32Array.of(0, 1)),
    },
    {
      record: aRecord({ filePath: 'docs/auth.md', language: 'markdown' }),
      words: '1 password',
      vector: quantizeVector(Float32Array.of(-1, 0)),
    },
    { record: aRecord({ filePath: 'login.ts' }), words: '1 nothing' },
  ],
  2,
);

function find(query: string, given: Partial<CandidateQuery> = {}, index = corpus): Promise<Candidates> {
  const asked = understandQuery(query);
  const wanted = { asked, vector: undefined, fusionWeight: 0.3, filter: {}, ...given };
  return new MemoryCandidates(index).find(wanted, {});
}

const placesOf = ({ found }: Candidates): readonly string[] =>
  found.map(({ record, place }) => `${record.filePath}:${record.startLine} ${place}`);

describe('MemoryCandidates.find', () => {
  it('finds by words, in the order of path and line, with what each word weighs', async () => {
    const candidates = await find('password of the user');

    expect(placesOf(candidates)).toEqual(['docs/auth.md:1 0', 'src/auth/login.ts:1 0']);
    expect(candidates.found.every(({ words, meaning }) => words > 0 && words <= 1 && meaning === 0)).toBe(true);
    expect(candidates.rarities.get('user')).toBeGreaterThan(candidates.rarities.get('password') ?? Infinity);
  });

  it('finds by meaning alone; what means the opposite counts as nothing', async () => {
    const candidates = await find('secret', { vector: Float32Array.of(1, 0) });

    expect(placesOf(candidates)).toEqual(['src/auth/login.ts:1 0']);
    expect(candidates.found[0]).toMatchObject({ words: 0, meaning: expect.closeTo(1, 2) as number });
    expect(
      (await find('password', { vector: Float32Array.of(1, 0) })).found.map(({ meaning }) => Math.round(meaning)),
    ).toEqual([0, 1]);
  });

  it('finds what defines a name, in any case, without a word in common', async () => {
    expect(placesOf(await find('userservice'))).toEqual(['src/auth/login.ts:11 0']);
  });

  it('finds the chunks of a named file, and the one with the line above all', async () => {
    expect(placesOf(await find('auth/login.ts:15'))).toEqual([
      'login.ts:1 0.5',
      'src/auth/login.ts:1 0.5',
      'src/auth/login.ts:11 1',
    ]);
    expect(placesOf(await find('/build/src/auth/login.ts:3'))).toContain('src/auth/login.ts:1 1');
    expect(placesOf(await find('other/ogin.ts:3'))).toEqual([]);
  });

  it('takes no file of somebody else, such as one in node_modules, for the workspace’s own', async () => {
    expect(placesOf(await find('at next (/srv/app/node_modules/express/lib/login.ts:3:5)'))).toEqual([]);
  });

  it('leaves out what the filter does, also when the query names it', async () => {
    const filter = { languages: ['rust'] };

    expect((await find('UserService password auth/login.ts', { filter })).found).toEqual([]);
  });

  it('finds nothing for a query without words, and in an empty index', async () => {
    expect((await find('?!')).found).toEqual([]);
    expect((await find('password', { vector: Float32Array.of(1, 0) }, aCorpus([], 2))).found).toEqual([]);
  });

  it('ranks a bounded number of chunks beside those that the query names', async () => {
    const many = Array.from({ length: 500 }, (_, number) => ({
      record: aRecord({
        filePath: `f${number}.ts`,
        definitions: number < 10 ? [{ name: 'common', kind: 'class' as const, line: 1 }] : [],
      }),
      words: `1 common${number === 0 ? '' : `\n${number} other`}`,
    }));

    const { found } = await find('common', {}, aCorpus(many, 2));

    expect(found).toHaveLength(310);
    expect(found.map(({ record }) => record.filePath)).not.toContain('f499.ts');
  });
});
