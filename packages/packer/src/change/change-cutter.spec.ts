import { type ChangedFile, type PackedContext, type WorkspaceChange, packingBudgetOf } from '@lexichord/abstractions';
import fc from 'fast-check';

import { TestPacker } from '../test-support/a-packer.js';
import { changeOf } from '../test-support/a-change.js';

const cart = [
  "import { rates } from './rates.js';",
  '',
  '/** What a cart costs. */',
  'export function priceOf(items: readonly number[]): number {',
  '  const sum = items.reduce((all, item) => all + item, 0);',
  '  return sum * rates.vat;',
  '}',
  '',
  '/** How many things are in a cart, those that cost nothing included. */',
  'export function countOf(items: readonly number[]): number {',
  '  return items.length;',
  '}',
  '',
];

describe('a pack of a change', () => {
  const bench = new TestPacker({}, { chunking: { maxChunkTokens: 400, minChunkTokens: 10 } });

  afterAll(() => bench.dispose());

  const pack = (
    change: WorkspaceChange,
    tokens = 4_000,
    template: 'markdown' | 'xml' | 'json' = 'markdown',
  ): Promise<PackedContext> =>
    bench.packer.pack([], packingBudgetOf(tokens), { task: 'Review the change', change, template });
  const edited = (lines: readonly string[], line: number, text: readonly string[]): readonly string[] =>
    lines.toSpliced(line - 1, 1, ...text);

  it('has the list of files, then each changed definition whole, with what it was before', async () => {
    const after = edited(cart, 4, ['export function priceOf(items: readonly number[], discount: number): number {']);

    const { content } = await pack(changeOf({ 'src/cart.ts': [cart, after] }));

    expect(content).toBe(
      [
        '### tool:git diff main...HEAD (lines 1-2)',
        '```text',
        'Change main...HEAD: 1 file, 1 line added, 1 removed',
        'M src/cart.ts +1 -1: priceOf (signature)',
        '```',
        '',
        '### src/cart.ts (lines 1-8)',
        'changed: priceOf (signature)',
        '```diff',
        " import { rates } from './rates.js';",
        ' ',
        ' /** What a cart costs. */',
        '-export function priceOf(items: readonly number[]): number {',
        '+export function priceOf(items: readonly number[], discount: number): number {',
        '   const sum = items.reduce((all, item) => all + item, 0);',
        '   return sum * rates.vat;',
        ' }',
        ' ',
        '```',
      ].join('\n'),
    );
  });

  it('says what each chunk is, in the text of every template', async () => {
    const after = edited(cart, 6, ['  return sum;']);
    const change = changeOf({ 'src/cart.ts': [cart, after], 'src/new.ts': [[], ['export const a = 1;']] });

    const { includedChunks } = await pack(change);
    const xml = await pack(change, 4_000, 'xml');
    const json = await pack(change, 4_000, 'json');

    expect(includedChunks.map(({ filePath, relation }) => [filePath, relation])).toEqual([
      ['tool:git diff main...HEAD', { role: 'summary', note: '' }],
      ['src/cart.ts', { role: 'changed', note: 'changed: priceOf', isMarked: true }],
      ['src/new.ts', { role: 'changed', note: 'new file: a' }],
    ]);
    expect(xml.content).toContain('note="changed: priceOf"');
    expect(xml.content).toContain('-  return sum * rates.vat;\n+  return sum;');
    expect(json.content).toContain('"notes":["new file: a"],"content":"export const a = 1;"');
  });

  it('shows a deleted file and definitions that are gone as they were', async () => {
    const without = cart.slice(0, 8);

    const { content, includedChunks } = await pack(
      changeOf({ 'src/cart.ts': [cart, without], 'src/old.ts': [['export const old = 1;'], []] }),
    );

    expect(content).toContain('M src/cart.ts +0 -5: countOf (removed)');
    expect(content).toContain('-export function countOf(items: readonly number[]): number {\n-  return items.length;');
    expect(content).toContain('deleted file, lines as they were\n```typescript\nexport const old = 1;\n```');
    expect(includedChunks.at(-1)?.relation?.role).toBe('before');
  });

  it('has windows around the changed lines where a definition does not fit, and names what is left out', async () => {
    const long = [
      'export function long(): number {',
      ...Array.from({ length: 60 }, (_, line) => `  step(${line}, 'some words to make it long');`),
      '}',
    ];
    const changes = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [
        `src/f${index}.ts`,
        [long, edited(long, 30, ['  changed();'])] as const,
      ]),
    );

    const { content, totalTokens, includedChunks, excludedChunks } = await pack(changeOf(changes), 600);

    expect(totalTokens).toBeLessThanOrEqual(600);
    expect(content.match(/^\+ {2}changed\(\);$/gmu)).toHaveLength(5);
    expect(content).toContain(' export function long(): number {\n@@ lines 2-');
    expect(includedChunks.every(({ relation }) => relation !== undefined)).toBe(true);
    expect(excludedChunks).toEqual([]);
  });

  describe('of a definition that is too large for one chunk', () => {
    const steps = Array.from({ length: 120 }, (_, line) => `    step(${line}, 'some words to make it long');`);
    const tax = ['export class Tax {', '  compute(rate: number): void {', ...steps, '  }', '}'];
    const after = edited(tax, 60, ["    changed('in the middle');"]);
    const change = changeOf({ 'src/tax.ts': [tax, after] });
    const shown = ({ content }: PackedContext): readonly string[] =>
      content.split('\n').filter((line) => /^[ +] {3}(?: step| changed)/u.test(line));
    const states = ({ includedChunks }: PackedContext) =>
      includedChunks.flatMap(({ filePath, partOf }) => (filePath === 'src/tax.ts' ? [partOf] : []));

    it('has all of it where there is room, and calls it whole', async () => {
      const packed = await pack(change, 20_000);

      expect(shown(packed)).toHaveLength(120);
      expect(packed.content).not.toMatch(/PART|not shown/u);
      expect(states(packed)).toEqual([undefined]);
    });

    it('T-016 AC-041: says what is left out of it where there is not', async () => {
      const packed = await pack(change, 700);

      expect(packed.content).toContain("+    changed('in the middle');");
      expect(packed.content).toMatch(/^changed: .*\nPART of lines 1-124\n```diff$/mu);
      expect(packed.content).toMatch(/^@@ lines \d+-\d+ not shown @@$/mu);
      const wholes = states(packed);
      expect(wholes).toEqual(wholes.map(() => ({ startLine: 1, endLine: 124 })));
    });

    it('has the parts that were changed where these fit', async () => {
      const packed = await pack(change, 1_000);

      const lines = shown(packed);
      expect(lines.length).toBeGreaterThan(22);
      expect(lines.length).toBeLessThan(70);
      expect(packed.content).toContain('PART of lines 1-124');
    });

    it('has lines that were removed within it with the definition, and not as lines between two', async () => {
      const middle = tax.length / 2;
      const without = tax.toSpliced(middle, 3);

      const { includedChunks } = await pack(changeOf({ 'src/tax.ts': [tax, without] }), 20_000);

      expect(includedChunks.at(-1)).toMatchObject({ symbol: 'compute', relation: { note: 'changed: compute' } });
    });

    it('tells of a deleted file the lines as they were', async () => {
      const { content } = await pack(changeOf({ 'src/tax.ts': [tax, []] }), 700);

      expect(content).toContain('\nPART of lines 1-124\n');
    });
  });

  it('lists files without lines, and denied ones only in the account', async () => {
    const file = { status: 'modified', language: 'plaintext', isConflicted: false, before: '', after: '', hunks: [] };
    const change: WorkspaceChange = {
      ...changeOf({}),
      files: [
        { ...file, path: '.env', missingText: 'denied' },
        { ...file, path: 'logo.png', missingText: 'binary' },
        { ...file, path: 'run.sh' },
      ] as readonly ChangedFile[],
    };

    const { content, rejectedSources } = await pack(change);

    expect(content).toContain('M logo.png (binary, not shown)\nM run.sh\n(1 file denied, not shown)');
    expect(content).not.toContain('.env');
    expect(rejectedSources.map(({ filePath, reason }) => [filePath, reason])).toEqual([
      ['.env', 'path-denied'],
      ['logo.png', 'binary-file'],
    ]);
  });

  it('leaves out lines with secrets, removed ones too, and lists them', async () => {
    const before = ['const a = 1;', "const key = 'secret:abc1';", 'const b = 1;'];
    const after = ['const a = 2;', "const token = 'secret:abc2';", 'const b = 2;'];

    const { content, excludedChunks } = await pack(changeOf({ 'src/keys.ts': [before, after] }));

    expect(content).toContain('+const a = 2;');
    expect(content).toContain('+const b = 2;');
    expect(content).not.toContain('secret:abc');
    expect(excludedChunks.map(({ reason, detail, content: text }) => [reason, detail, text])).toEqual([
      ['secret', expect.stringMatching(/ on line 2/u), ''],
      ['secret', expect.stringMatching(/ on line 2/u), ''],
    ]);
    expect(excludedChunks.some(({ detail = '' }) => detail.includes('before the change'))).toBe(true);
  });

  it('escapes paths and names that would break out of the list', async () => {
    const { content } = await pack(changeOf({ 'a\n### b.ts (lines 1-1)\n.ts': [[], ['x']] }));

    expect(content).toContain('A a\\u{a}### b.ts (lines 1-1)\\u{a}.ts +1 -0');
    expect(content).not.toContain('\n### b.ts');
  });

  it('is the same for the same change, within the budget, and has or lists every changed line', async () => {
    const line = fc.constantFrom(
      '  one();',
      '  two();',
      '}',
      'function f() {',
      'export class A {',
      '',
      '// words',
      'a\rb',
    );
    const file = fc.tuple(fc.array(line, { maxLength: 30 }), fc.array(line, { maxLength: 30 }));
    const lines = fc.dictionary(fc.constantFrom('src/a.ts', 'src/b.py', 'c.md', 'd.txt'), file, { minKeys: 1 });
    const unique = (texts: readonly string[], side: string): readonly string[] =>
      texts.map((text, index) => `${text} ${side}${index % 7}`);
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(1_500), async (files, tokens) => {
        const change = changeOf(
          Object.fromEntries(
            Object.entries(files).map(([path, [before, after]]) => [path, [unique(before, 'x'), unique(after, 'y')]]),
          ),
        );

        const packed = await pack(change, tokens);

        expect(packed.totalTokens).toBeLessThanOrEqual(tokens);
        expect((await pack(change, tokens)).content).toBe(packed.content);
        const all = [...packed.includedChunks, ...packed.excludedChunks];
        for (const { path, after, hunks } of change.files) {
          const own = all.filter(({ filePath, relation }) => filePath === path && relation?.role === 'changed');
          // Where nothing fits whole, the beginning of one chunk is there, and says so.
          const isCut = packed.includedChunks.some((chunk) => chunk.filePath === path && chunk.isTruncated === true);
          for (const { afterStart, afterCount } of hunks) {
            for (let number = afterStart; number < afterStart + afterCount; number += 1) {
              const text = (after.split('\n')[number - 1] ?? '').replaceAll('\r', '\u240d');
              const holder = own.find(({ startLine, endLine }) => startLine <= number && number <= endLine);
              expect([number, isCut || holder?.content.includes(text)]).toEqual([number, true]);
            }
          }
        }
        const ranks = all.map(({ rank }) => rank).sort((a, b) => a - b);
        expect(ranks).toEqual(ranks.map((_, index) => index + 1));
      }),
      { numRuns: 150 },
    );
  });
});
