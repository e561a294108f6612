import { type TokenEncoding, tokenEncodings } from '@lexichord/abstractions';
import fc from 'fast-check';

import { BytePairEncoder } from '../byte-pair-encoder.js';
import { maxSectionLength, sectionEnds } from './text-sections.js';

const encoders = new Map<TokenEncoding, BytePairEncoder>();
const encoderOf = (encoding: TokenEncoding): BytePairEncoder => {
  const encoder = encoders.get(encoding) ?? new BytePairEncoder(encoding);
  encoders.set(encoding, encoder);
  return encoder;
};

/** Lines of code and of prose, blank lines, runs of white space and of symbols, and what has no boundary for long. */
const line = fc.oneof(
  fc.constantFrom(
    '',
    '  ',
    '\r',
    '\t\t',
    '```',
    '### src/a.ts (lines 1-9)',
    '// it\u2019s',
    '/regex/u',
    "don't",
    '\ufeff',
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.nat(400).map((length) => ' '.repeat(length)),
  fc.nat(30).map((number) => `    const value${number} = compute(${number * 7919});`),
  fc.nat(4_000).map((length) => 'x\u4f8b'.repeat(length)),
  fc.nat(4_000).map((length) => ' '.repeat(length)),
);
const longText = fc
  .array(line, { minLength: 1, maxLength: 40 })
  .chain((lines) =>
    fc.tuple(fc.constant(lines), fc.integer({ min: 1, max: 60 }), fc.constantFrom('\n', '\r\n', '\n\n')),
  )
  .map(([lines, times, lineEnd]) => Array.from({ length: times }, () => lines.join(lineEnd)).join(lineEnd));

function sectionsOf(text: string, encoding: TokenEncoding): readonly string[] {
  const ends = sectionEnds(text, encoderOf(encoding));
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

describe('sectionEnds', () => {
  it.each(tokenEncodings)('divides a text so that the tokens add up (%s)', (encoding) => {
    const encoder = encoderOf(encoding);

    fc.assert(
      fc.property(longText, (text) => {
        const sections = sectionsOf(text, encoding);

        expect(sections.join('')).toBe(text);
        expect(sections.every((section) => section !== '')).toBe(true);
        expect(sections.reduce((sum, section) => sum + encoder.count(section), 0)).toBe(encoder.count(text));
      }),
      { numRuns: 60 },
    );
  });

  it('divides two texts alike where they are alike', () => {
    const words = Array.from({ length: 9_000 }, (_, index) => `word${(index * 7919) % 9_973}`);
    const text = words.map((word, index) => (index % 9 === 8 ? `${word}\n` : `${word} `)).join('');
    const sections = new Set(sectionsOf(text, 'o200k_base'));

    const moved = sectionsOf(`A heading\n\n${text.slice(0, 30_000)}\nmore\n${text.slice(30_000)}`, 'o200k_base');

    const known = moved.filter((section) => sections.has(section)).join('');
    expect(sections.size).toBeGreaterThan(10);
    expect(known.length).toBeGreaterThan(0.75 * text.length);
  });

  it.each([
    ['without line feeds', 'some words '.repeat(20_000)],
    ['of line feeds', '\n'.repeat(200_000)],
    ['of spaces before each line feed', `${' '.repeat(5_000)}\n`.repeat(40)],
  ])('has few sections in a text %s', (_, text) => {
    for (const encoding of tokenEncodings) {
      expect(sectionsOf(text, encoding).length).toBeLessThanOrEqual(
        2 * Math.ceil(text.length / maxSectionLength) + 100,
      );
    }
  });
});
