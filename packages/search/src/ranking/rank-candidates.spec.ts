import fc from 'fast-check';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { Candidate } from '../query/candidate-source.js';
import { understandQuery } from '../query/understand-query.js';
import { aRecord } from '../test-support/a-record.js';
import { type RankContext, type RankedChunk, rankCandidates } from './rank-candidates.js';
import { type RankingWeights, defaultRankingWeights, packRankingWeights } from './ranking-weights.js';

function aCandidate(given: Partial<Candidate> = {}): Candidate {
  return { document: 0, record: aRecord({ filePath: 'x/y.ts' }), words: 0, meaning: 0, place: 0, ...given };
}

function rank(found: readonly Candidate[], query: string, given: Partial<RankContext> = {}): readonly RankedChunk[] {
  const asked = understandQuery(query);
  const rarities = new Map(asked.words.map((word) => [word, 1]));
  return rankCandidates({ found, rarities }, { asked, fusionWeight: 0.4, prefersProse: false, ...given });
}

function partsOf(given: Partial<Candidate>, query: string, context: Partial<RankContext> = {}): Record<string, number> {
  const [ranked] = rank([aCandidate(given)], query, {
    ...context,
    signals: { ...defaultRankingWeights, coherence: 0 },
  });
  return Object.fromEntries((ranked?.parts ?? []).map(({ signal, score }) => [signal, Math.round(score * 1e4) / 1e4]));
}

const aFile = (filePath: string, given: Partial<ChunkRecord> = {}): ChunkRecord =>
  aRecord({ filePath, definitions: [{ name: 'zzz', kind: 'function', line: 1 }], ...given });

const defining = (name: string, kind: 'class' | 'variable'): ChunkRecord =>
  aRecord({ filePath: 'x/y.ts', definitions: [{ name, kind, line: 1 }] });

describe('rankCandidates', () => {
  it('weighs words against meaning', () => {
    expect(partsOf({ words: 0.5 }, 'q')).toEqual({ words: 0.3 });
    expect(partsOf({ meaning: 0.5 }, 'q')).toEqual({ meaning: 0.2 });
    expect(partsOf({ words: 0.5, meaning: 0.5 }, 'q', { fusionWeight: 0 })).toEqual({ words: 0.5 });
  });

  it('puts the definition of the very name above one made of its words, and a type above a variable', () => {
    const scoreOf = (name: string, kind: 'class' | 'variable', query: string): number =>
      partsOf({ record: defining(name, kind) }, query)['definition'] ?? 0;

    expect(scoreOf('UserService', 'class', 'UserService')).toBe(0.5);
    expect(scoreOf('userservice', 'class', 'UserService')).toBe(0.45);
    expect(scoreOf('UserService', 'variable', 'UserService')).toBe(0.35);
    expect(scoreOf('UserService', 'class', 'how does UserService start')).toBe(0.45);
    expect(scoreOf('UserService', 'class', 'user service')).toBe(0.5);
    expect(scoreOf('UserServiceFactory', 'class', 'user service')).toBeCloseTo(0.3333, 3);
    expect(scoreOf('Parser', 'class', 'user service')).toBe(0);
  });

  it('gives for the names of file and folders what they say of the query', () => {
    expect(partsOf({ record: aFile('x/login.ts') }, 'login')).toEqual({ 'file-name': 0.5 });
    expect(partsOf({ record: aFile('login/y.ts') }, 'login')).toEqual({ folder: 0.15 });
    expect(partsOf({ record: aFile('login/index.ts') }, 'login')).toEqual({ 'file-name': 0.5, folder: 0.15 });
    expect(partsOf({ record: aFile('login.ts') }, 'login password')).toEqual({ 'file-name': 0.25 });
    expect(partsOf({ record: aFile('formatter.ts') }, 'format')).toEqual({
      'file-name': expect.closeTo(0.35 * 0.85, 2) as number,
    });
    expect(partsOf({ record: aFile('x/y.ts') }, 'login')).toEqual({});
  });

  it('puts a place that the query names above everything', () => {
    expect(partsOf({ place: 1 }, 'q')).toEqual({ place: 1.5 });
    const named = aCandidate({ record: aFile('test/a_test.py'), place: 0.5 });
    const worded = aCandidate({ record: aFile('src/b.py'), words: 1 });

    expect(rank([worded, named], 'see test/a_test.py')[0]?.record.filePath).toBe('test/a_test.py');
    expect(partsOf({ record: aFile('test/a_test.py'), place: 0.5 }, 'q')).toEqual({ place: 0.75 });
  });

  it.each([
    ['src/login.spec.ts', 'test-file', 'spec of the session'],
    ['tests/unit/a.py', 'test-file', 'how is the session tested'],
    ['a/LoginTest.java', 'test-file', 'session tests'],
    ['src/UnitTests/Login.cs', 'test-file', 'session tests'],
    ['App.Tests/Login.cs', 'test-file', 'session tests'],
    ['src/jvmTest/Login.kt', 'test-file', 'assert that a session ends'],
    ['examples/a.ts', 'example-file', 'an example of a session'],
    ['dist/a.js', 'generated-file', 'the generated session'],
    ['a/user.pb.go', 'generated-file', 'generated code'],
    ['vendor/x/a.go', 'vendored-file', 'vendored session'],
    ['a/x.d.ts', 'stub-file', 'declarations of the session'],
    ['package.json', 'data-file', 'settings of the session'],
    ['session.gemspec', 'manifest-file', 'how is the session packaged'],
    ['Rakefile', 'manifest-file', 'let the Rakefile run the session'],
    ['lib/setup.py', 'manifest-file', 'install the session'],
    ['LICENSE', 'data-file', 'which licence'],
    ['LICENSE.txt', 'data-file', 'the license'],
    ['yarn.lock', 'data-file', 'dependencies'],
    ['docs/a.md', 'prose-file', 'documentation of the session'],
  ])('counts %s less as a %s, unless the query asks: %j', (filePath, signal, asking) => {
    const record = aFile(filePath);

    expect(partsOf({ record, words: 0.5 }, 'zq').words).toBe(0.3);
    expect(partsOf({ record, words: 0.5 }, 'zq')[signal]).toBeLessThan(0);
    expect(partsOf({ record, words: 0.5 }, asking)[signal]).toBeUndefined();
    const withoutPenalties = { ...defaultRankingWeights, penalties: 0 };
    expect(
      rank([aCandidate({ record, words: 0.5 })], 'zq', { signals: withoutPenalties })[0]?.parts,
    ).not.toContainEqual(expect.objectContaining({ signal }));
  });

  it.each([
    ['src/clock.ts', 'lib/block.go', 'src/mutex/unlock.rs', 'src/license-service.ts', 'a/Latest.java', 'a/Contest.kt'],
    ['src/Latest/a.cs', 'src/Contests/a.cs', 'src/Tested/a.cs'],
    ['src/attestation.ts', 'src/specification.ts', 'src/distance.ts', 'src/builder.ts', 'a/request.cs'],
  ])('does not take a file for something else because of some of its letters: %s …', (...paths) => {
    const penalized = paths.filter(
      (path) => Object.keys(partsOf({ record: aFile(path), words: 0.5 }, 'zq')).length > 1,
    );

    expect(penalized).toEqual([]);
  });

  it('counts tests less for a query that names an assertion error', () => {
    const record = aFile('tests/unit/a.py');

    expect(partsOf({ record, words: 0.5 }, 'what raises an AssertionError')['test-file']).toBeLessThan(0);
    expect(partsOf({ record, words: 0.5 }, 'assertEquals of a session')['test-file']).toBeUndefined();
  });

  it('counts a file less that only passes on what others define, and prose never as such', () => {
    expect(partsOf({ record: aRecord({ filePath: 'x/index.ts' }), words: 0.5 }, 'zq')['barrel-file']).toBeLessThan(0);
    expect(partsOf({ record: aRecord({ kind: 'imports' }), words: 0.5 }, 'zq')['barrel-file']).toBeLessThan(0);
    expect(partsOf({ record: aFile('x/index.ts'), words: 0.5 }, 'zq')['barrel-file']).toBeUndefined();
    const prose = aRecord({ kind: 'imports', language: 'markdown' });
    expect(partsOf({ record: prose, words: 0.5 }, 'zq')['barrel-file']).toBeUndefined();
  });

  it('counts prose fully for whoever prefers documentation', () => {
    expect(partsOf({ record: aFile('docs/a.md'), words: 0.5 }, 'zq', { prefersProse: true })).toEqual({ words: 0.3 });
  });

  it('raises the best chunk of a file of which many chunks answer', () => {
    const many = [1, 11, 21].map((startLine) => aCandidate({ record: aFile('many.ts', { startLine }), words: 0.5 }));
    const one = aCandidate({ record: aFile('alone.ts'), words: 0.52 });

    const ranked = rank([one, ...many], 'zq');

    expect(ranked[0]?.record).toMatchObject({ filePath: 'many.ts', startLine: 1 });
    expect(ranked.filter(({ parts }) => parts.some(({ signal }) => signal === 'coherence'))).toHaveLength(2);
  });

  it('counts each further chunk of a file less', () => {
    const chunks = [1, 11, 21].map((startLine) => aCandidate({ record: aFile('a.ts', { startLine }), words: 0.5 }));

    const lost = rank(chunks, 'zq').map(
      ({ parts }) => parts.find(({ signal }) => signal === 'repeated-file')?.score ?? 0,
    );

    expect(lost.map((score) => Math.round(score * 1e4) / 1e4)).toEqual([0, -0.18, -0.252]);
  });

  it('counts further chunks of a file nearly fully in a search for a pack, however many there are', () => {
    const lines = [1, 11, 21, 31, 41];
    const chunks = lines.map((startLine) => aCandidate({ record: aFile('a.ts', { startLine }), words: 0.5 }));

    const [best = 0, ...further] = rank(chunks, 'zq', { signals: { ...packRankingWeights, coherence: 0 } }).map(
      ({ score }) => score,
    );

    const shares = [2, 3, 4, 5].map(
      (nth) => expect.closeTo(nth ** -packRankingWeights.repeatedFileDecay, 10) as number,
    );
    expect(further.map((score) => score / best)).toEqual(shares);
    expect(Math.min(...further)).toBeGreaterThan(0.75 * best);
  });

  const signalsOf = (
    found: readonly Candidate[],
    given: Partial<RankContext> & { readonly signal: string },
  ): readonly (readonly [string, number | undefined])[] =>
    rank(found, 'zq', given).map(({ record, parts }) => [
      record.filePath,
      parts.find(({ signal }) => signal === given.signal)?.score,
    ]);

  it.each([
    ['history', 'earlier commits like the query changed', packRankingWeights.history],
    ['recent-change', 'a commit changed recently', packRankingWeights.recentChange],
  ])('raises all chunks of a file by %s that %s, in a search for a pack alone', (signal, _what, weight) => {
    const chunks = [1, 11].map((startLine) => aCandidate({ record: aFile('b.ts', { startLine }), words: 0.5 }));
    const found = [aCandidate({ record: aFile('a.ts'), words: 0.5 }), ...chunks];
    const said = new Map([['b.ts', 0.5]]);
    const commits = { history: new Map<string, number>(), recentChange: new Map<string, number>() };
    const context = { signal, commits: { ...commits, [signal === 'history' ? 'history' : 'recentChange']: said } };

    const raised = ['b.ts', (weight / 2) * packRankingWeights.scale] as const;
    expect(signalsOf(found, { ...context, signals: { ...packRankingWeights, repeatedFileDecay: 0 } })).toEqual([
      ...[raised, raised],
      ['a.ts', undefined],
    ]);
    expect(signalsOf(found, context).map(([, score]) => score)).toEqual([undefined, undefined, undefined]);
  });

  it('raises all chunks of a file by how good its best one is, in a search for a pack alone', () => {
    const found = [
      aCandidate({ record: aFile('good.ts'), words: 0.8 }),
      aCandidate({ record: aFile('good.ts', { startLine: 11 }), words: 0.1 }),
      aCandidate({ record: aFile('weak.ts'), words: 0.2 }),
    ];

    const inPack = signalsOf(found, { signal: 'file', signals: packRankingWeights });

    const whole = packRankingWeights.file * packRankingWeights.scale;
    expect(inPack).toEqual([
      ['good.ts', whole],
      ['good.ts', whole],
      ['weak.ts', expect.closeTo(whole / 4, 10)],
    ]);
    expect(signalsOf(found, { signal: 'file' }).map(([, score]) => score)).toEqual([undefined, undefined, undefined]);
  });

  it('raises functions above types, and imports not at all, in a search for a pack alone', () => {
    const kinds = ['method', 'block', 'interface', 'imports'] as const;
    const found = kinds.map((kind) => aCandidate({ record: aFile(`${kind}.ts`, { kind }), words: 0.5 }));

    expect(signalsOf(found, { signal: 'kind', signals: packRankingWeights })).toEqual([
      ['method.ts', packRankingWeights.kind * packRankingWeights.scale],
      ['block.ts', (packRankingWeights.kind / 2) * packRankingWeights.scale],
      ['imports.ts', undefined],
      ['interface.ts', undefined],
    ]);
    expect(signalsOf(found, { signal: 'kind' }).every(([, score]) => score === undefined)).toBe(true);
  });

  it('counts imports fully in a search for a pack, and prose as in a list', () => {
    const lostBy = (record: ChunkRecord, signals: RankingWeights): number => {
      const [ranked] = rank([aCandidate({ record, words: 0.5 })], 'zq', { signals: { ...signals, coherence: 0 } });
      return 1 - (ranked?.relevance ?? 0) / 0.3;
    };
    const [imports, prose] = [aRecord({ kind: 'imports' }), aFile('docs/a.md')];

    expect(lostBy(imports, defaultRankingWeights)).toBeCloseTo(0.2, 10);
    expect(lostBy(imports, packRankingWeights)).toBeCloseTo(0, 10);
    expect(lostBy(prose, defaultRankingWeights)).toBeCloseTo(0.2, 10);
    expect(lostBy(prose, packRankingWeights)).toBeCloseTo(0.2, 10);
  });

  it('takes the share that a penalty takes from what commits and other chunks say, too', () => {
    const [code, test] = [aFile('src/a.ts'), aFile('tests/unit/a.py')].map((record) =>
      aCandidate({ record, words: 0.5 }),
    );
    const said = new Map(['src/a.ts', 'tests/unit/a.py'].map((path) => [path, 1]));
    const ranked = rank(
      [code, test].flatMap((one) => one ?? []),
      'zq',
      {
        commits: { history: said, recentChange: said },
        relatedTo: (all) => new Map(all.map(({ record }) => [record, 1])),
        signals: { ...packRankingWeights, coherence: 0 },
      },
    );

    const scoreOf = (index: number, signal: string): number =>
      ranked[index]?.parts.find((part) => part.signal === signal)?.score ?? 0;
    for (const signal of ['history', 'recent-change', 'related']) {
      expect(scoreOf(1, signal)).toBeCloseTo(0.4 * scoreOf(0, signal), 10);
      expect(scoreOf(1, signal)).toBeGreaterThan(0);
    }
  });

  it('raises the chunks that are related to the best ones, in a search for a pack alone', () => {
    const callee = aCandidate({ record: aFile('b.ts'), words: 0.5 });
    const other = aCandidate({ record: aFile('a.ts'), words: 0.5 });
    const relatedTo = (): ReadonlyMap<ChunkRecord, number> => new Map([[callee.record, 0.5]]);
    const scoresIn = (signals: RankingWeights): readonly unknown[] =>
      rank([other, callee], 'zq', { relatedTo, signals: { ...signals, coherence: 0 } }).map(({ record, parts }) => [
        record.filePath,
        parts.find(({ signal }) => signal === 'related')?.score,
      ]);

    expect(scoresIn(packRankingWeights)).toEqual([
      ['b.ts', 0.5 * packRankingWeights.related * packRankingWeights.scale],
      ['a.ts', undefined],
    ]);
    expect(scoresIn(defaultRankingWeights)).toEqual([
      ['a.ts', undefined],
      ['b.ts', undefined],
    ]);
  });

  it('does not count commits, other chunks and the kind of the chunk as its relevance', () => {
    const candidate = aCandidate({ record: aFile('a.ts', { kind: 'function' }), words: 0.1 });
    const [ranked] = rank([candidate], 'zq', {
      commits: { history: new Map([['a.ts', 1]]), recentChange: new Map([['a.ts', 1]]) },
      relatedTo: () => new Map([[candidate.record, 1]]),
      signals: { ...packRankingWeights, coherence: 0 },
    });

    const { file, kind, history, recentChange, related, scale } = packRankingWeights;
    expect(ranked?.score).toBeCloseTo((0.06 + file + kind + history + recentChange + related) * scale, 10);
    expect(ranked?.relevance).toBeCloseTo(0.06, 10);
  });

  const anyCandidate: fc.Arbitrary<Candidate> = fc.record({
    document: fc.constant(0),
    record: fc
      .record({
        filePath: fc.constantFrom(
          'src/login.ts',
          'test/login.spec.ts',
          'docs/guide.md',
          'dist/vendor/x.json',
          'index.ts',
        ),
        startLine: fc.integer({ min: 1, max: 50 }),
        definitions: fc.constantFrom([], [{ name: 'login', kind: 'class' as const, line: 1 }]),
      })
      .map(aRecord),
    words: fc.double({ min: 0, max: 1, noNaN: true }),
    meaning: fc.double({ min: 0, max: 1, noNaN: true }),
    place: fc.constantFrom(0, 0, 0.5, 1),
  });
  const anyCandidates = fc.uniqueArray(anyCandidate, { selector: ({ record }) => record.id, maxLength: 12 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const anyContext: fc.Arbitrary<Partial<RankContext>> = fc.record({
    fusionWeight: share,
    signals: fc.constantFrom(defaultRankingWeights, packRankingWeights),
    commits: fc.record({
      history: share.map((score) => new Map([['src/login.ts', score]])),
      recentChange: share.map((score) => new Map([['docs/guide.md', score]])),
    }),
  });
  const anyQuery = fc.constantFrom('login', 'login test', 'zq', '', 'src/login.ts:3', 'how does the login work');

  it('gives every score as the sum of its parts, never below 0, best first', () => {
    fc.assert(
      fc.property(anyCandidates, anyQuery, anyContext, (found, query, context) => {
        const ranked = rank(found, query, context);

        expect(ranked).toHaveLength(found.length);
        for (const [index, { score, parts }] of ranked.entries()) {
          expect(score).toBe(parts.reduce((sum, part) => sum + part.score, 0));
          expect(score).toBeGreaterThanOrEqual(-1e-12);
          expect(score).toBeLessThanOrEqual(ranked[index - 1]?.score ?? Infinity);
        }
      }),
    );
  });

  it('gives the same order whatever order the candidates come in', () => {
    const shuffled = anyCandidates.chain((found) =>
      fc.tuple(fc.constant(found), fc.shuffledSubarray(found, { minLength: found.length })),
    );
    fc.assert(
      fc.property(shuffled, anyQuery, ([found, other], query) => {
        const equal = (candidates: readonly Candidate[]): readonly Candidate[] =>
          candidates.map((candidate) => ({ ...candidate, words: 0.5, meaning: 0.5 }));

        expect(rank(other, query).map(({ record }) => record.id)).toEqual(
          rank(found, query).map(({ record }) => record.id),
        );
        expect(rank(equal(other), query)).toEqual(rank(equal(found), query));
      }),
    );
  });

  it('gives a score to candidates of which no signal says anything', () => {
    const signals = { ...defaultRankingWeights, definition: 0, fileName: 0 };

    const ranked = rank([aCandidate(), aCandidate({ record: aFile('b.ts') })], 'zq', { signals });

    expect(ranked.map(({ score }) => score)).toEqual([0, 0]);
    expect(rank([], 'zq')).toEqual([]);
  });
});
