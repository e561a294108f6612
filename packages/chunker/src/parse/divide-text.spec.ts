import fc from 'fast-check';

import { go } from '../languages/go.js';
import type { LanguageRules } from '../languages/language-rules.js';
import { python } from '../languages/python.js';
import { rust } from '../languages/rust.js';
import { typescript } from '../languages/typescript.js';
import { type TopLevelLines, divideText } from './divide-text.js';

/** Where the pieces after the first begin: the first line of each. */
function firstLines(text: string, { topLevel }: LanguageRules, pieceUnits: number): readonly string[] {
  const pieces = divideText(text, topLevel as TopLevelLines, pieceUnits);
  expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  return pieces.slice(1).map(({ start }) => /.*/u.exec(text.slice(start))?.[0] ?? '');
}

/** A text whose middle is at the beginning of `middle`, with room for a border after it. */
function around(middle: string): string {
  return `${'x'.repeat(499)}\n${middle}${'x'.repeat(500 - middle.length)}`;
}

const divided = (middle: string, language: LanguageRules): readonly string[] =>
  firstLines(around(middle), language, 500);

describe('divideText', () => {
  it.each([
    ['a definition after a closed one', 'f() {\n}\n\nexport function g() {\n', 'export function g() {'],
    ['a definition after a finished statement', 'a = 1;\nconst b = 2;\n', 'const b = 2;'],
    ['the documentation of a definition', '}\n\n/**\n * About g.\n */\nfunction g() {\n', '/**'],
    ['lines that end in CR LF', '});\r\n\r\nclass A {\r\n', 'class A {'],
    ['many blank lines', `}\n${'\n'.repeat(100)}class A {\n`, 'class A {'],
  ])('divides TypeScript before %s', (_what, middle, line) => {
    expect(divided(middle, typescript).map((first) => first.trim())).toEqual([line]);
  });

  it.each([
    ['after a decorator', '@dec\nexport class A {\n'],
    ['after what a comment ends', 'x = async // }\n\nfunction f() {}\n'],
    ['after what a comment ends in a semicolon', 'x = async // ;\nfunction f() {}\n'],
    ['inside a body', '}\n  function f() {}\n'],
    ['before a word that only begins like a keyword', '}\n\nclassify();\n'],
    ['before a comment without a definition', '}\n\n/** a */\n#!/bin/sh\n'],
    ['at a lone carriage return', '}\r\rclass A {\r'],
  ])('does not divide TypeScript %s', (_what, middle) => {
    expect(divided(middle, typescript)).toEqual([]);
  });

  it.each([
    ['python', python, '    return x\n\n\ndef f():\n', ['def f():']],
    ['python', python, '    return x\n\n\n@dec\nasync def f():\n', ['@dec']],
    ['python', python, '@dec(\n    1,\n)\ndef f():\n', []],
    ['python', python, 'x = 1 + \\\ndef f():\n', []],
    ['go', go, '}\n\n// About f.\nfunc f() {\n', ['// About f.']],
    ['go', go, 'x\n\nfunc f() {\n', []],
    ['rust', rust, '}\n\n#[test]\npub fn f() {\n', ['#[test]']],
    ['rust', rust, '#[test]\npub fn f() {\n', []],
    ['rust', rust, '}\n\n// A comment.\n#![allow(x)]\n', []],
  ])('knows the borders of %s', (_name, language, middle, expected) => {
    expect(divided(middle, language)).toEqual(expected);
  });

  it('makes at most four pieces, of about the same length', () => {
    const text = 'class A {\n}\n\n'.repeat(10_000);
    const lengths = (pieceUnits: number): readonly number[] =>
      divideText(text, typescript.topLevel as TopLevelLines, pieceUnits).map(({ start, end }) => end - start);

    expect(lengths(80_000)).toEqual([65_000, 65_000]);
    expect(lengths(1_000)).toEqual([32_500, 32_500, 32_500, 32_500]);
    expect(lengths(100_000)).toEqual([130_000]);
  });

  it('leaves a text of less than 375,000 units whole, and one of 400,000 not', () => {
    const pieces = (length: number): number =>
      divideText('class A {\n}\n\n'.repeat(length / 13), typescript.topLevel as TopLevelLines).length;

    expect([pieces(370_000), pieces(400_000), pieces(1_000_000), pieces(10_000_000)]).toEqual([1, 2, 4, 4]);
  });

  it('makes fewer pieces where there is no border near enough', () => {
    const long = `${'x'.repeat(20_000)}\n`;
    const text = `}\nclass A {\n}\n${long}class B {\n}\n\nclass C {\n}\n${'\n'.repeat(10_000)}`;

    expect(firstLines(text, typescript, 10_000)).toEqual(['class C {']);
  });

  it.each([
    ['without line ends', 'x'.repeat(400_000)],
    ['of blank lines', '\n'.repeat(400_000)],
    ['of blank lines and a definition', `${'\n'.repeat(200_001)}class A {\n${'\n'.repeat(200_000)}`],
    ['of white space', ' \n'.repeat(200_000)],
    ['of definitions that nothing closes', 'class A\n'.repeat(50_000)],
    ['of definitions in long lines', `const a = "${'x'.repeat(10_000)}",\n`.repeat(40)],
    ['of comments that are not closed', '/**\n'.repeat(100_000)],
    ['of carriage returns', 'class A {}\r'.repeat(40_000)],
    ['of slashes', `/${'/'.repeat(190)};\nclass A\n`.repeat(2_000)],
  ])('takes time in proportion to a text %s, and leaves it whole', (_what, text) => {
    const startedAt = process.cpuUsage();

    expect(divideText(text, typescript.topLevel as TopLevelLines)).toEqual([{ start: 0, end: text.length }]);
    const { user } = process.cpuUsage(startedAt);
    // Processor time, in microseconds: some 20,000 when it is linear, a minute when each line looks at all before it.
    expect(user).toBeLessThan(5_000_000);
  });

  it('gives pieces in order that are all of the text, for any text', () => {
    const fragment = fc.oneof(
      fc.constantFrom('}\n', '};\n', '\n', '\r\n', '\r', 'class A {\n', '/** a */\n', 'export const a = 1;\n', '  x\n'),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), fc.integer({ min: 1, max: 200 }), (parts, pieceUnits) => {
        const text = parts.join('');
        const pieces = divideText(text, typescript.topLevel as TopLevelLines, pieceUnits);

        expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        expect(pieces.length).toBeLessThanOrEqual(4);
        for (const { start } of pieces.slice(1)) {
          expect(text.charAt(start - 1)).toBe('\n');
          expect(text.slice(0, start).trimEnd()).toMatch(/[)\]};]$/u);
        }
      }),
      { numRuns: 500 },
    );
  });
});
