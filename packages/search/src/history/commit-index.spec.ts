import type { PastCommit } from '@lexichord/abstractions';
import { indexWords } from '@lexichord/text-index';
import fc from 'fast-check';

import { aCommit } from '../test-support/given-commits.js';
import { CommitIndex } from './commit-index.js';

const wordsOf = (query: string): readonly string[] => [...new Set(indexWords(query))];
const scores = (query: string, ...commits: readonly PastCommit[]): Record<string, number> =>
  Object.fromEntries(new CommitIndex(commits).scoresFor(wordsOf(query)));
const numbered = (count: number): readonly PastCommit[] =>
  Array.from({ length: count }, (_unused, index) => aCommit(`Number ${index}`, 'x.ts'));
const others = ['Draw the page', 'Close the connection', 'Parse a number'].map((message) => aCommit(message, 'x.ts'));

describe('CommitIndex', () => {
  it('speaks for the files of commits that are like the query, and for no others', () => {
    const query = 'login fails with an empty password';
    const found = scores(query, aCommit('Fix login password', 'login.ts'), ...others, ...numbered(1_000));

    expect(Object.keys(found)).toEqual(['login.ts']);
    expect(found['login.ts']).toBeGreaterThan(0.5);
    expect(found['login.ts']).toBeLessThan(1);
  });

  it('says little while the history is short', () => {
    const scoreAmong = (count: number): number =>
      scores('login', aCommit('Login', 'login.ts'), ...numbered(count - 1))['login.ts'] ?? 0;

    expect(scoreAmong(100)).toBeCloseTo(scoreAmong(1_000) / 10, 2);
    expect(scoreAmong(2_000)).toBeCloseTo(scoreAmong(1_000), 2);
  });

  it('says more with a message that has more of the query, and with its rarer words', () => {
    const found = scores(
      'page login password',
      ...[aCommit('Login password', 'both.ts'), aCommit('Login of users', 'one.ts'), aCommit('Draw page', 'page.ts')],
      ...others,
    );

    expect(found['both.ts']).toBeGreaterThan(found['one.ts'] as number);
    expect(found['one.ts']).toBeGreaterThan(found['page.ts'] as number);
  });

  it('says of a file how long ago the newest commit changed it, whatever its message', () => {
    const { recentChange } = new CommitIndex([
      aCommit('One', 'a.ts'),
      ...numbered(299),
      aCommit('Two', 'a.ts', 'b.ts'),
    ]);

    expect(recentChange.get('a.ts')).toBe(1);
    expect(recentChange.get('b.ts')).toBeCloseTo(Math.exp(-1), 10);
    expect(recentChange.get('x.ts')).toBeCloseTo(Math.exp(-1 / 300), 10);
    expect([...recentChange.keys()]).toEqual(['a.ts', 'x.ts', 'b.ts']);
  });

  it('counts the body of a message', () => {
    const commit = aCommit('Fix it\n\nThe session was closed.', 'a.ts');

    expect(Object.keys(scores('session', commit, ...others))).toEqual(['a.ts']);
  });

  it('says more about a file that several commits changed, and less about each of many', () => {
    const found = scores(
      'login',
      ...[aCommit('Login', 'often.ts'), aCommit('Login', 'often.ts'), aCommit('Login', 'once.ts')],
      aCommit('Login', ...Array.from({ length: 9 }, (_unused, index) => `many${index}.ts`)),
    );

    expect(found['often.ts']).toBeGreaterThan(found['once.ts'] as number);
    expect(found['once.ts']).toBeGreaterThan(found['many0.ts'] as number);
  });

  it('counts an old commit less than a new one', () => {
    const found = scores('login', aCommit('Login', 'new.ts'), ...numbered(1_000), aCommit('Login', 'old.ts'));

    expect(found['old.ts']).toBeLessThan(found['new.ts'] as number);
    expect(found['old.ts']).toBeGreaterThan(0);
  });

  it.each([
    ['without a word of any message', 'zebra'],
    ['without words', ''],
  ])('says nothing to a query %s', (_name, query) => {
    expect(scores(query, aCommit('Login', 'a.ts'), ...others)).toEqual({});
  });

  it('says nothing without commits', () => {
    expect(scores('login')).toEqual({});
  });

  it('gives the same scores, from 0 to 1, for the same commits', () => {
    const word = fc.constantFrom('login', 'password', 'page', 'close', 'parse', 'the', 'constructor', '漢字');
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
    const files = fc.array(fc.constantFrom('a.ts', 'b.ts', '__proto__', 'c/d.ts'), { minLength: 1, maxLength: 4 });
    const commits = fc.array(fc.record({ message: text, files }), { maxLength: 80 });
    fc.assert(
      fc.property(commits, text, (given, query) => {
        const made = given.map(({ message, files: names }) => aCommit(message, ...new Set(names)));
        const all = [...new CommitIndex(made).scoresFor(wordsOf(query))];

        for (const [, score] of all) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThan(1);
        }
        expect([...new CommitIndex([...made]).scoresFor(wordsOf(query))]).toEqual(all);
      }),
    );
  });
});
