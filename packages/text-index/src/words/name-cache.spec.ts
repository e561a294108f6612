import fc from 'fast-check';

import { NameCache } from './name-cache.js';
import { RawWordScanner } from './raw-words.js';

/** What a table of lengths says of each word of a text, and how often it had to look. */
function lengthsIn(texts: readonly string[]): { readonly lengths: readonly number[]; readonly described: number } {
  let described = 0;
  const names = new NameCache((name) => {
    described += 1;
    return name.length;
  });
  const scanner = new RawWordScanner();
  const lengths: number[] = [];
  for (const text of texts) {
    scanner.read(text);
    while (scanner.advance()) lengths.push(names.of(scanner));
  }
  return { lengths, described };
}

describe('NameCache', () => {
  it('describes a name once, wherever it stands', () => {
    expect(lengthsIn(['login(user)', 'user = 1; login', 'café user'])).toEqual({
      lengths: [5, 4, 4, 1, 5, 4, 4],
      described: 4,
    });
  });

  it('never takes one name for another', () => {
    const name = fc.constantFrom('a', 'A', 'aa', 'ab', 'ba', '1', '11', '_', '漢字', 'x'.repeat(80), 'x'.repeat(81));
    fc.assert(
      fc.property(fc.array(fc.array(name)), (texts) => {
        const words = texts.flat().filter((word) => word.length <= 80);

        expect(lengthsIn(texts.map((text) => text.join(' '))).lengths).toEqual(words.map(({ length }) => length));
      }),
    );
  });

  it('forgets some of very many names, and describes those anew', () => {
    const names = Array.from({ length: 150_000 }, (_unused, number) => `w${number.toString(36)}`);

    const { lengths, described } = lengthsIn([names.join(' '), names.join(' ')]);

    expect(lengths).toEqual([...names, ...names].map(({ length }) => length));
    expect(described).toBeGreaterThan(names.length);
    expect(described).toBeLessThan(2 * names.length);
  });

  it('takes no longer for names that all have the same hash', () => {
    const names = namesOfOneHash();
    const asked = jest.spyOn(RawWordScanner.prototype, 'isAt');

    const { lengths } = lengthsIn([names.join(' '), names.join(' ')]);
    const comparisons = asked.mock.calls.length;
    asked.mockRestore();

    expect(lengths).toEqual([...names, ...names].map(({ length }) => length));
    expect(comparisons).toBeLessThanOrEqual(8 * 2 * names.length);
  });

  it('describes what is longer than a word of code each time', () => {
    expect(lengthsIn(['漢'.repeat(100), '漢'.repeat(100)])).toEqual({ lengths: [100, 100], described: 2 });
  });
});

/** Pairs of ends that lead a name to the same hash, found by trying: each pair for the first name of those before it. */
const endsOfOneHash = [
  ['n4eqh', 'n68f0'],
  ['n3p4p', 'no2a0'],
  ['n7exu', 'nm1b0'],
  ['n7gwf', 'naab0'],
  ['n9rfj', 'ndme0'],
] as const;

function namesOfOneHash(): readonly string[] {
  let names = [''];
  for (const ends of endsOfOneHash) names = names.flatMap((name) => ends.map((end) => `${name}${end}`));
  // Another hash needs other pairs.
  expect(new Set(names.map(hashOf)).size).toBe(1);
  return names;
}

const oneName = new RawWordScanner();

function hashOf(name: string): number {
  oneName.read(name);
  oneName.advance();
  return oneName.hash;
}
