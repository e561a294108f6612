import type { RankedChunk } from '@lexichord/abstractions';

import { aRankedChunk } from '../test-support/a-ranked-chunk.js';
import { nameOf, signatureOf, toSignature } from './signature.js';

/** A chunk of a text of its own, from line 10. */
function chunkOf(content: string, given: Partial<RankedChunk> = {}): RankedChunk {
  const endLine = 10 + content.trimEnd().split('\n').length - 1;
  return aRankedChunk({ startLine: 10, endLine, content, ...given });
}

describe('signatureOf', () => {
  it('is the declaration in one line, with its owner and the first sentence of its comment', () => {
    const chunk = chunkOf(
      [
        '  /**',
        '   * Finds the first slot that is free.',
        '   * Slow.',
        '   *',
        '   * @param after not before',
        '   */',
        '  @cached()',
        '  firstFree(',
        '    after: Time,',
        '    length: number,',
        '  ): Slot | undefined {',
        '    return undefined;',
        '  }',
      ].join('\n'),
      { kind: 'method', symbol: 'firstFree', enclosing: ['module booking', 'class Slots'] },
    );

    expect(signatureOf(chunk)).toBe(
      'Slots › firstFree(after: Time, length: number): Slot | undefined — Finds the first slot that is free.',
    );
  });

  it.each([
    [
      'python',
      'def total(items):\n    """Sum of the prices, taxed."""\n    return 1\n',
      'def total(items) — Sum of the prices, taxed.',
    ],
    [
      'python',
      'def total(items):\n    """\n    Sum of the prices.\n    """\n',
      'def total(items) — Sum of the prices.',
    ],
    [
      'go',
      '// total adds up. It is fast.\nfunc total(items []int) int {\n}\n',
      'func total(items []int) int — total adds up.',
    ],
    ['rust', '/// Adds up\n#[inline]\npub fn total() -> u8 {\n}\n', 'pub fn total() -> u8 — Adds up'],
    ['csharp', '/// <summary>Adds up.</summary>\n[Pure]\nint total() {\n}\n', 'int total() — Adds up.'],
    ['typescript', 'const x = 1;\nexport const total = () => {\n};\n', 'export const total = ()'],
    ['plaintext', 'total\u001b[31m and\tmore\n', 'total\\x1b[31m and more'],
  ])('reads %s: %j', (language, content, expected) => {
    expect(signatureOf(chunkOf(content, { symbol: 'total', language }))).toBe(expected);
  });

  it('names further definitions of the chunk, and eight at most', () => {
    const definitions = Array.from({ length: 10 }, (_, index) => ({
      ...({ name: `method${index}`, kind: 'method', line: 11 + index } as const),
    }));
    const content = `class Slots {\n${definitions.map(({ name }) => `  ${name}() {}\n`).join('')}}\n`;
    const given = { name: 'Slots', kind: 'class', line: 10 } as const;

    const signature = signatureOf(chunkOf(content, { symbol: 'Slots', definitions: [given, ...definitions] }));

    expect(signature).toBe(
      'class Slots { method0, method1, method2, method3, method4, method5, method6, method7, … 2 more }',
    );
  });

  it('is the first definition where the chunk has no name of its own', () => {
    const definitions = [{ name: 'second', kind: 'function', line: 11 } as const];

    expect(signatureOf(chunkOf('import x;\nfunction second() {}\n', { definitions }))).toBe('function second() {}');
  });

  it('takes no call for the declaration', () => {
    const call = '  return total(rest);\n';

    expect(signatureOf(chunkOf(call, { symbol: 'total', part: { index: 2, count: 2 } }))).toBeUndefined();
    expect(signatureOf(chunkOf(call))).toBeUndefined();
    expect(signatureOf(chunkOf('// total\n', { symbol: 'total' }))).toBeUndefined();
    expect(signatureOf(chunkOf(`${'x'.repeat(1_000)} total\n`, { symbol: 'total' }))).toBeUndefined();
  });

  it('ends a declaration before a line of data', () => {
    const gap = ' '.repeat(1_000);

    expect(signatureOf(chunkOf(`function add(a,\n  b,${gap}c) {\n}\n`, { symbol: 'add' }))).toBe('function add(a,');
  });

  it.each(['<a', '*'])('reads a long comment of %j once', (mark) => {
    const chunk = chunkOf(`// Adds up. ${mark.repeat(1_000_000)}\nfunction add() {\n}\n`, { symbol: 'add' });

    expect(signatureOf(chunk)).toBe('function add() — Adds up.');
  });

  it('cuts a long declaration and a long sentence', () => {
    const chunk = chunkOf(`// ${'word '.repeat(60)}\nfunction total(${'a, '.repeat(100)}b) {\n`, { symbol: 'total' });

    const [declaration = '', documentation = ''] = signatureOf(chunk)?.split(' — ') ?? [];

    expect([declaration.length, documentation.length]).toEqual([202, 121]);
    expect([declaration.at(-1), documentation.at(-1)]).toEqual(['…', '…']);
  });
});

describe('nameOf', () => {
  it.each<[Partial<RankedChunk>, string | undefined]>([
    [{ kind: 'method', symbol: 'add', enclosing: ['class Slots'] }, 'method Slots › add'],
    [{ kind: 'function', symbol: 'add', part: { index: 2, count: 3 } }, 'function add (PART 2 of 3)'],
    [{ kind: 'function', symbol: 'add', partOf: { startLine: 5, endLine: 90 } }, 'function add (PART of lines 5-90)'],
    [{ kind: 'section', symbol: 'Prices', enclosing: ['How to book'] }, 'section How to book › Prices'],
    [{ kind: 'block', definitions: [{ name: 'a', kind: 'variable', line: 1 }] }, 'a'],
    [{ kind: 'lines' }, undefined],
  ])('of %j is %j', (given, expected) => {
    expect(nameOf(aRankedChunk(given))).toBe(expected);
  });
});

describe('toSignature', () => {
  it.each([
    ['function add(', 'function add(…)'],
    ['def add():', 'def add()'],
    ['const add = () => {', 'const add = ()'],
    ['const add = () =>  {  ', 'const add = ()'],
    ['const add = () =>', 'const add = () =>'],
    ['interface Slots<', 'interface Slots'],
  ])('of %j is %j', (line, expected) => {
    expect(toSignature(line, 100)).toBe(expected);
  });

  it('reads a long run of spaces once', () => {
    const gap = ' '.repeat(200_000);

    expect(toSignature(`function add(a,${gap}c) {`, 15)).toBe('function add(a, …');
  });
});
