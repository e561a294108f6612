import { crossValidate, fitWeights, recallsOf } from './fit-weights.mjs';
import { queryKindOf } from './query-kind.mjs';
import { questionRepositories, refusalOf, repositories } from './repositories.mjs';
import { resampled } from './resample.mjs';
import { scoreHits } from './score-hits.mjs';
import { simulatePacks } from './simulate-pack.mjs';
import { unweightedHit } from './unweighted-hits.mjs';

const weights = {
  ...{ fusion: 0.35, definition: 0.5, fileName: 0.5, folder: 0.15, place: 1.5, coherence: 0, history: 0.2 },
  ...{ recentChange: 0.3, file: 0, kind: 0.1, related: 0.1 },
  ...{ penalties: 1, repeatedFile: 0.95, repeatedFileDecay: 0, scale: 1 },
};

function aHit(path, signals, given = {}) {
  const pieces = { 1000: [[1, 10, 100, 1]] };
  return { path, startLine: 1, endLine: 10, signals, kept: 1, pieces, ...given };
}

describe('repositories', () => {
  it.each(['changes', 'questions'])('refuses %s of what is held out, whoever owns it', (set) => {
    expect(refusalOf('tiangolo/fastapi', set)).toContain('held out: its questions decide');
    expect(refusalOf('https://github.com/somebody/FastAPI.git/', set)).toContain('held out');
    expect(refusalOf('tokio-rs/tokio', set)).toContain('its questions and its changes decide');
    expect(refusalOf('gin', set)).toContain('held out');
    expect(refusalOf('remix-run/react-router', set)).toContain('held out: our own questions');
  });

  it('refuses what is not in the list of the set, and the same name of another owner', () => {
    expect(refusalOf('somebody/anything', 'changes')).toContain('is not among the changes of');
    expect(refusalOf('somebody/flask', 'questions')).toContain('is not among the questions of');
    expect(refusalOf('rails', 'changes')).toContain('is not among the changes of');
    expect(refusalOf('hugo', 'questions')).toContain('is not among the questions of');
    expect(refusalOf('flask', 'anything')).toContain('is not among');
    expect(refusalOf(undefined, 'questions')).toContain('is not among');
  });

  it.each([
    ['changes', repositories],
    ['questions', questionRepositories],
  ])('allows the %s of the list, each at a revision, and none of them is refused', (set, list) => {
    for (const { repository, name = repository.split('/')[1], revision } of list) {
      expect([refusalOf(repository, set), refusalOf(name, set)]).toEqual([undefined, undefined]);
      expect(revision).toMatch(/^[0-9a-f]{40}$/u);
    }
  });
});

describe('queryKindOf', () => {
  it.each([
    ['TypeError: cannot read properties of undefined', 'error'],
    ['why does src/a.ts:30 throw', 'error'],
    ['getUserName', 'name'],
    ['Session.close', 'name'],
    ['how are routes registered', 'question'],
    ['Routes are registered where?', 'question'],
    ['Fix the flicker of the sidebar', 'change'],
  ])('takes %j for %s', (query, kind) => {
    expect(queryKindOf(query)).toBe(kind);
  });
});

describe('unweightedHit', () => {
  it('tells the signals that a bent and weighted score is made of, and what penalties leave', () => {
    const signals = {
      words: 0.6,
      meaning: 0.4,
      definition: 0.2,
      fileName: 0,
      folder: 0,
      place: 0,
      history: 0.5,
      recentChange: 0,
      kind: 1,
      related: 0,
    };
    const own = 0.65 * 0.6 + 0.35 * 0.4 + 0.5 * 0.2;
    const sum = (own + 0.2 * 0.5 + 0.1) * 0.4;
    const score = 1 - Math.exp(-sum);
    const parts = [
      ...[
        ['words', 0.65 * 0.6],
        ['meaning', 0.35 * 0.4],
        ['definition', 0.5 * 0.2],
      ],
      ...[
        ['test-file', -own * 0.6],
        ['history', 0.2 * 0.5 * 0.4],
        ['kind', 0.1 * 0.4],
      ],
    ].map(([signal, part]) => ({ signal, score: (part * score) / sum }));

    const hit = unweightedHit({ filePath: 'a.ts', startLine: 1, endLine: 2, score, parts }, weights);

    expect(hit.kept).toBeCloseTo(0.4, 9);
    for (const [name, value] of Object.entries(signals)) expect(hit.signals[name]).toBeCloseTo(value, 9);
    const [scored] = scoreHits([hit], weights);
    expect(scored.score).toBeCloseTo(sum, 9);
  });

  it('knows nothing of a signal that had no weight', () => {
    const hit = { filePath: 'a.ts', startLine: 1, endLine: 2, score: 0.5, parts: [{ signal: 'words', score: 0.5 }] };

    expect(unweightedHit(hit, { ...weights, history: 0 }).signals.history).toBe(0);
  });
});

describe('scoreHits', () => {
  it('raises the best hit of a file that answers with many, and lowers its further ones', () => {
    const hits = [aHit('a.ts', { words: 1 }), aHit('b.ts', { words: 0.9 }), aHit('b.ts', { words: 0.8 })];

    const ranked = scoreHits(hits, { ...weights, coherence: 0.5, repeatedFile: 0.5 });

    const best = 0.65;
    const [first, second, third] = ranked;
    expect([first.hit, second.hit, third.hit]).toEqual([hits[1], hits[0], hits[2]]);
    expect(first.score).toBeCloseTo(0.9 * 0.65 + 0.5 * best, 9);
    expect(second.score).toBeCloseTo(best + (0.5 * best * 1) / 1.7, 9);
    expect(third.score).toBeCloseTo(0.8 * 0.65 * 0.5, 9);
  });

  it('raises all hits of a file by its best one, and lowers each further one a little less', () => {
    const hits = [aHit('a.ts', { words: 1 }), aHit('a.ts', { words: 0.2 }), aHit('b.ts', { words: 0.5 })];

    const ranked = scoreHits(hits, { ...weights, file: 0.8, repeatedFile: 1, repeatedFileDecay: 0.15 });

    expect(ranked.map(({ hit }) => hits.indexOf(hit))).toEqual([0, 1, 2]);
    expect(ranked[0].score).toBeCloseTo(0.65 + 0.8, 9);
    expect(ranked[1].score).toBeCloseTo((0.65 * 0.2 + 0.8) * 2 ** -0.15, 9);
    expect(ranked[2].score).toBeCloseTo(0.65 * 0.5 + 0.8 * 0.5, 9);
  });

  it('spares what the query names from penalties', () => {
    const [named, other] = scoreHits(
      [aHit('a', { words: 1 }, { kept: 0.4 }), aHit('b', { place: 1 }, { kept: 0.4 })],
      weights,
    );

    expect(named.score).toBeCloseTo(1.5, 9);
    expect(other.score).toBeCloseTo(0.65 * 0.4, 9);
  });
});

describe('simulatePacks', () => {
  it('takes a place of each file first, then by rank, and passes over what does not fit', () => {
    const pieces = (tokens) => ({ 1000: [[1, 10, tokens, 1]] });
    const hits = [
      aHit('a.ts', { words: 1 }, { pieces: pieces(200) }),
      aHit('a.ts', { words: 0.99 }, { startLine: 20, endLine: 30, pieces: { 1000: [[20, 30, 600, 1]] } }),
      aHit('b.ts', { words: 0.5 }, { pieces: pieces(200) }),
      aHit('c.ts', { words: 0.1 }, { pieces: pieces(10) }),
    ];

    const [pack] = simulatePacks(hits, { budgets: [1_000], weights });

    expect(pack.map(({ path, startLine }) => [path, startLine])).toEqual([
      ['a.ts', 1],
      ['b.ts', 1],
    ]);
  });
});

describe('fitWeights', () => {
  /** Only the file that was changed before has the place, and words say otherwise. */
  const cases = Array.from({ length: 6 }, (_unused, index) => ({
    ...{ id: `case-${index}`, repository: `repository-${index % 3}`, kind: 'change', budgets: [1_000] },
    places: [{ path: 'right.ts', startLine: 1, endLine: 5 }],
    hits: [
      aHit('wrong.ts', { words: 1, meaning: 1 }, { pieces: { 1000: [[1, 10, 900, 1]] } }),
      aHit('right.ts', { words: 0.8, meaning: 0.8, history: 0.6 }, { pieces: { 1000: [[1, 10, 900, 1]] } }),
    ],
  }));

  it('raises the weight of the signal that tells the place, and leaves the others', () => {
    expect(recallsOf(cases, weights)[0]).toEqual([{ budget: 1_000, places: 0, files: 0 }]);

    const learned = fitWeights(cases, weights);

    expect(learned.history).toBeGreaterThan(0.3);
    expect({ ...learned, history: 0.2 }).toEqual(weights);
    expect(recallsOf(cases, learned)[0]).toEqual([{ budget: 1_000, places: 1, files: 1 }]);
    expect(fitWeights(cases, weights)).toEqual(learned);
  });

  it('leaves everything as it is where nothing tells the place', () => {
    const hopeless = cases.map((one) => ({ ...one, places: [{ path: 'elsewhere.ts' }] }));

    expect(fitWeights(hopeless, weights)).toEqual(weights);
  });

  it('judges each repository by weights that were learned without it', () => {
    const other = { ...cases[0], repository: 'repository-other', places: [{ path: 'wrong.ts' }] };

    const outcomes = crossValidate([...cases, other], { start: weights, folds: 4 });

    expect(outcomes).toHaveLength(7);
    const { learned, handSet } = outcomes.find((outcome) => outcome.case === other);
    expect([handSet[0].places, learned[0].places]).toEqual([1, 0]);
  });
});

describe('resampled', () => {
  it('gives an interval around the mean, the same each time', () => {
    const differences = [1, 0, 0, 1, 1, 0, 1, 0];
    const { low, high } = resampled(differences);

    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
    expect(resampled(differences)).toEqual({ low, high });
    expect(resampled([0.1, 0.1])).toEqual({ low: 0.1, high: 0.1 });
  });
});
