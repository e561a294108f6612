import fc from 'fast-check';

import { KnownNames } from './known-names.js';
import { RawWordScanner } from './raw-words.js';

/** What a table of lengths says of each word of a text, and how often it had to look. */
function lengthsIn(texts: readonly string[]): { readonly lengths: readonly number[]; readonly described: number } {
  let described = 0;
  const names = new KnownNames((name) => {
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

describe('KnownNames', () => {
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
    const names = namesOfOneHash(5);
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

/** Each pair of ends that lead a name to the same hash doubles the number of names that have one hash. */
function namesOfOneHash(doublings: number): readonly string[] {
  let names = [''];
  for (let doubling = 0; doubling < doublings; doubling += 1) {
    const ends = endsOfOneHash(names[0] as string);
    names = names.flatMap((name) => ends.map((end) => `${name}${end}`));
  }
  expect(new Set(names.map(hashOf)).size).toBe(1);
  return names;
}

function endsOfOneHash(beginning: string): readonly [string, string] {
  const byHash = new Map<number, string>();
  for (let number = 0; ; number += 1) {
    const end = `n${number.toString(36)}`;
    const hash = hashOf(`${beginning}${end}`);
    const other = byHash.get(hash);
    if (other !== undefined) return [other, end];
    byHash.set(hash, end);
  }
}

const oneName = new RawWordScanner();

function hashOf(name: string): number {
  oneName.read(name);
  oneName.advance();
  return oneName.hash;
}
