import fc from 'fast-check';

import type { TextIndex } from './text-index.js';
import { TextIndexBuilder } from './text-index-builder.js';

const dimension = 96;

/** Vectors of length 1, the same in every run. */
function someVectors(count: number): readonly Float32Array[] {
  let state = 7;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  return Array.from({ length: count }, () => {
    const numbers = Array.from({ length: dimension }, () => next() ** 3);
    const length = Math.hypot(...numbers);
    return Float32Array.from(numbers, (number) => number / length);
  });
}

function cosine(a: Float32Array, z: Float32Array): number {
  return a.reduce((sum, number, index) => sum + number * (z[index] ?? 0), 0);
}

function indexOfVectors(vectors: readonly (Float32Array | undefined)[], numbers = dimension): TextIndex {
  const builder = new TextIndexBuilder({ dimension: numbers });
  for (const vector of vectors) builder.endDocument(vector);
  return builder.build();
}

const word = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
const documents = fc.array(fc.array(fc.tuple(word, fc.integer({ min: 1, max: 4 })), { maxLength: 8 }), {
  maxLength: 8,
});

function build(texts: readonly (readonly (readonly [string, number])[])[], lengthPenalty: number): TextIndex {
  const builder = new TextIndexBuilder({ lengthPenalty });
  for (const text of texts) {
    for (const [name, weight] of text) builder.count([name], weight);
    builder.endDocument();
  }
  return builder.build();
}

describe('words of a TextIndex', () => {
  it('are found and scored as in a plain computation of BM25 over the repeated words', () => {
    const penalty = fc.constantFrom(0, 0.6, 0.7, 1);
    fc.assert(
      fc.property(documents, fc.uniqueArray(word), penalty, (texts, asked, lengthPenalty) => {
        const index = build(texts, lengthPenalty);
        const repeated = texts.map((text) => text.flatMap(([name, weight]) => Array<string>(weight).fill(name)));
        const mean = repeated.flat().length / Math.max(1, repeated.length);
        const weights = new Map(asked.map((name) => [name, index.rarityOf(name)]));
        const maxScore = [...weights.values()].reduce((sum, weight) => sum + weight, 0) * 2.2;

        const scores = index.scoreWords(weights);

        expect(index.size).toBe(texts.length);
        for (const [document, words] of repeated.entries()) {
          let expected = 0;
          for (const [name, weight] of weights) {
            const count = words.filter((one) => one === name).length;
            const norm = 1 - lengthPenalty + (lengthPenalty * words.length) / mean;
            const share = count === 0 ? 0 : (count * 2.2) / (count + 1.2 * norm);
            expected += (weight * share) / maxScore;
            const matches = index.matchesOf(name);
            const at = matches.documents.indexOf(document);
            expect(matches.shares[at] ?? 0).toBeCloseTo(share, 5);
            expect(index.isIn(document, name)).toBe(count > 0);
            expect(index.documentsWith(name).includes(document)).toBe(count > 0);
          }
          expect(scores[document]).toBeCloseTo(expected, 9);
        }
        expect(index.length).toBe(repeated.flat().length);
        for (const name of asked) {
          expect(index.occurrencesOf(name)).toBe(repeated.flat().filter((one) => one === name).length);
          expect(index.hasWord(name)).toBe(repeated.some((words) => words.includes(name)));
        }
      }),
    );
  });

  it('count a word with its weight as often as it would be repeated, at most 65,535 times', () => {
    fc.assert(
      fc.property(documents, (texts) => {
        const builder = new TextIndexBuilder();
        for (const text of texts) {
          builder.count(text.flatMap(([name, weight]) => Array<string>(weight).fill(name))).endDocument();
        }

        expect(build(texts, 0.7).parts).toEqual(builder.build().parts);
      }),
    );
    expect([...build([[['a', 70_000]]], 0.7).parts.postings.counts]).toEqual([0xffff]);
  });

  it('are of the document that the order says, also of many documents', () => {
    const size = 3_000;
    const builder = new TextIndexBuilder({ dimension: 2 });
    // Of each document 30 words of its own, one that every third has, and one that is there as often as it has digits.
    const countsOf = (document: number): ReadonlyMap<string, number> =>
      new Map<string, number>([
        ...Array.from({ length: 30 }, (_unused, word) => [`${document}-${word}`, 1] as const),
        ...(document % 3 === 0 ? [['third', 2] as const] : []),
        ['digits', String(document).length],
      ]);
    const isLeftOut = (document: number): boolean => document % 7 === 5;
    for (let document = 0; document < size; document += 1) {
      for (const [name, count] of countsOf(document)) builder.count([name], count);
      builder.endDocument(document % 2 === 0 ? Float32Array.of(1, 0) : undefined);
    }
    const kept = Array.from({ length: size }, (_unused, number) => size - 1 - number).filter((one) => !isLeftOut(one));
    const places = new Int32Array(size).fill(-1);
    for (const [place, document] of kept.entries()) places[document] = place;

    const { postings, vectors } = builder.build({ numbers: places, size: kept.length }).parts;

    const found = new Map<number, Map<string, number>>();
    for (const [row, name] of postings.words.entries()) {
      for (let at = postings.starts[row] ?? 0; at < (postings.starts[row + 1] ?? 0); at += 1) {
        const place = postings.texts[at] ?? -1;
        found.set(place, (found.get(place) ?? new Map<string, number>()).set(name, postings.counts[at] ?? 0));
      }
    }
    expect(found).toEqual(new Map(kept.map((document, place) => [place, countsOf(document)])));
    expect([...vectors.scales].map((scale) => scale > 0)).toEqual(kept.map((document) => document % 2 === 0));
    expect([...vectors.numbers]).toEqual(kept.flatMap((document) => [document % 2 === 0 ? 127 : 0, 0]));
  });

  it('can be added to after an index was built', () => {
    const builder = new TextIndexBuilder();
    builder.count(['a']).endDocument();
    const first = builder.build();
    builder.count(['a', 'b']).endDocument();

    expect([...builder.build().matchesOf('a').documents]).toEqual([0, 1]);
    expect([...first.matchesOf('a').documents]).toEqual([0]);
  });
});

describe('vectors of a TextIndex', () => {
  it('give the cosine similarity to a hundredth', () => {
    const [query = new Float32Array(dimension), ...vectors] = someVectors(50);

    const scores = indexOfVectors(vectors).scoreMeaning(query);

    for (const [document, vector] of vectors.entries()) {
      expect(Math.abs((scores[document] ?? 9) - cosine(query, vector))).toBeLessThan(0.01);
    }
  });

  it('give no similarity to a document without a vector, or with one of zeros', () => {
    const index = indexOfVectors([undefined, new Float32Array(2), Float32Array.of(0.6, 0.8)], 2);

    expect([0, 1, 2].map((document) => index.hasVector(document))).toEqual([false, false, true]);
    expect([...index.scoreMeaning(Float32Array.of(1, 0))]).toEqual([0, 0, expect.closeTo(0.6, 2)]);
    expect([...index.scoreMeaning(new Float32Array(2))]).toEqual([0, 0, 0]);
  });

  it('can be replaced without counting words again', () => {
    const builder = new TextIndexBuilder();
    builder.count(['a']).endDocument();
    const index = builder.build().withoutVectors(2);
    index.setVector(0, Float32Array.of(0, 1));

    expect(index.scoreMeaning(Float32Array.of(0, 1))[0]).toBeCloseTo(1, 4);
    expect(index.hasWord('a')).toBe(true);
  });
});

describe('query', () => {
  it('gives the best by words and meaning, and the included ones, by number', () => {
    const builder = new TextIndexBuilder({ dimension: 2 });
    builder.count(['a']).endDocument(Float32Array.of(0, 1));
    builder.count(['b']).endDocument(Float32Array.of(1, 0));
    builder.count(['c']).endDocument(Float32Array.of(0, -1));
    const index = builder.build();
    const query = { words: new Map([['a', 1]]), vector: Float32Array.of(1, 0), fusionWeight: 0.2, limit: 1 };

    expect(index.query(query).map(({ document }) => document)).toEqual([0]);
    expect(index.query({ ...query, included: new Set([2, 1]) }).map(({ document }) => document)).toEqual([0, 1, 2]);
    expect(index.query({ ...query, accepts: (document) => document === 1 })).toEqual([
      { document: 1, words: 0, meaning: expect.closeTo(1, 6) as number },
    ]);
  });
});
