import { fence } from '@lexichord/platform/internal';
import fc from 'fast-check';

import type { FileRangeView } from '../../../view-model/preview-state.js';
import { type CodePiece, type FilePiece, filePieces } from './file-pieces.js';

const range = (
  filePath: string,
  startLine: number,
  endLine: number,
  more: Partial<FileRangeView> = {},
): FileRangeView => ({
  filePath,
  startLine,
  endLine,
  ...more,
});
const packed = (path: string, lines: string, code: string, notes = ''): string =>
  `### ${path} (lines ${lines})\n${notes}${fence(code, 'typescript')}`;
const found = (path: string, lines: string, code: string, section = ''): string =>
  `Source: ${path}, lines ${lines} (score 0.91)\n${section}${fence(code, 'markdown')}`;
const bytesOf = (pieces: readonly FilePiece[] | undefined): string =>
  (pieces ?? [])
    .map((piece) => (piece.kind === 'code' ? piece.before + piece.code + piece.after : piece.text))
    .join('');
const codeOf = (pieces: readonly FilePiece[] | undefined): readonly CodePiece[] =>
  (pieces ?? []).filter((piece) => piece.kind === 'code');

describe('filePieces', () => {
  it('finds the ranges of packed code, with what lies between', () => {
    const content = `${packed('src/a.ts', '1-2', 'one\ntwo')}\n\n(lines 3-9 not shown)\n\n${packed('src/a.ts', '10-10', 'ten')}`;

    const pieces = filePieces(content, [
      range('src/a.ts', 10, 10, { score: 0.9 }),
      range('src/a.ts', 1, 2, { score: 0.4 }),
    ]);

    expect(pieces?.map((piece) => (piece.kind === 'code' ? piece.code : piece.text))).toEqual([
      'one\ntwo',
      '\n\n(lines 3-9 not shown)\n\n',
      'ten',
    ]);
    expect(codeOf(pieces)[1]).toMatchObject({
      filePath: 'src/a.ts',
      startLine: 10,
      endLine: 10,
      firstLine: 10,
      score: 0.9,
    });
    expect(bytesOf(pieces)).toBe(content);
  });

  it('takes chunks that were joined for one range, with the best score and all symbols', () => {
    const content = packed('a b, c.ts', '1-4', '1\n2\n3\n4');

    const [piece] = codeOf(
      filePieces(content, [
        range('a b, c.ts', 1, 2, { score: 0.2, symbol: 'one' }),
        range('a b, c.ts', 3, 4, { score: 0.7, symbol: 'two' }),
      ]),
    );

    expect(piece).toMatchObject({
      startLine: 1,
      endLine: 4,
      score: 0.7,
      symbols: ['one', 'two'],
      language: 'typescript',
    });
  });

  it('keeps what is said of a part apart from its lines', () => {
    const content = packed('a.ts', '1-2', 'one\ntwo', 'PART 1 of 2\nTRUNCATED\n');

    expect(codeOf(filePieces(content, [range('a.ts', 1, 2)]))[0]).toMatchObject({
      notes: ['PART 1 of 2', 'TRUNCATED'],
      code: 'one\ntwo',
    });
  });

  it('finds what the search found', () => {
    const first = found('docs/a.md', '5-7', '# A\n\ntext', 'Section: A › B\n');
    const content = `${first}\n\n${found('b, lines 1-2.md', '1-1', 'b')}`;

    const pieces = codeOf(filePieces(content, [range('docs/a.md', 5, 7), range('b, lines 1-2.md', 1, 1)]));

    expect(pieces.map(({ filePath, code, notes }) => [filePath, code, notes])).toEqual([
      ['docs/a.md', '# A\n\ntext', ['Section: A › B']],
      ['b, lines 1-2.md', 'b', []],
    ]);
  });

  it('is not led astray by code that looks like a header or a fence', () => {
    const code = `\`\`\`\n### a.ts (lines 1-9)\n\n\`\`\`ts\nx\n\`\`\`\n${found('a.ts', '1-9', 'y')}`;
    const content = packed('a.ts', '1-9', code);

    const pieces = filePieces(content, [range('a.ts', 1, 9)]);

    expect(codeOf(pieces).map((piece) => piece.code)).toEqual([code]);
    expect(bytesOf(pieces)).toBe(content);
  });

  it('shows code to the end where the content was cut inside', () => {
    const content = packed('a.ts', '1-3', 'one\ntwo\nthree').slice(0, -8);

    expect(codeOf(filePieces(content, [range('a.ts', 1, 3)]))[0]).toMatchObject({
      code: 'one\ntwo\nt',
      after: '',
      firstLine: 1,
    });
  });

  it('has empty code for an empty fence', () => {
    expect(codeOf(filePieces(packed('a.ts', '1-1', ''), [range('a.ts', 1, 1)]))[0]?.code).toBe('');
  });

  it.each([
    ['a file that the metadata does not list', packed('b.ts', '1-2', 'x')],
    ['lines that it does not list', packed('a.ts', '7-8', 'x')],
    ['a header without a fence', '### a.ts (lines 1-2)\n\nno fence'],
    ['a pointer in place of the code', 'Source: a.ts, lines 1-2 (score 0.91)\n[see Document Content]'],
    ['any other text', 'no header at all'],
    ['nothing', ''],
  ])('gives up on %s', (_, content) => {
    expect(filePieces(content, [range('a.ts', 1, 2)])).toBeUndefined();
  });

  describe('firstLine', () => {
    const firstLine = (content: string, lines: readonly [number, number]): number | undefined =>
      codeOf(filePieces(content, [range('a.ts', ...lines)]))[0]?.firstLine;

    it('is where packed lines begin, also when the last ones were cut', () => {
      expect(firstLine(packed('a.ts', '1-9', 'one\ntwo'), [1, 9])).toBe(1);
    });

    it('is told of found lines where none are missing, or none can be missing at the beginning', () => {
      expect(firstLine(found('a.ts', '1-2', 'one\ntwo'), [1, 2])).toBe(1);
      expect(firstLine(found('a.ts', '5-9', 'five'), [5, 9])).toBe(5);
    });

    it('is not told of the beginning of a file when lines are missing: blank ones may have been its first', () => {
      expect(firstLine(found('a.ts', '1-9', 'somewhere'), [1, 9])).toBeUndefined();
    });

    it('is not told when there are more lines than the header says', () => {
      expect(firstLine(packed('a.ts', '1-1', 'one\ntwo'), [1, 1])).toBeUndefined();
    });
  });

  it('loses no byte, whatever the code', () => {
    const code = fc.string({
      unit: fc.constantFrom(
        '`',
        '#',
        '\n',
        '\r',
        ' ',
        'a',
        '(lines 1-2)',
        '### a.ts ',
        '```',
        'Source: a.ts, lines 1-2\n',
      ),
    });
    const block = fc
      .tuple(code, fc.boolean())
      .map(([text, isPacked]) => (isPacked ? packed : found)('a.ts', '1-2', text));
    fc.assert(
      fc.property(fc.array(block), code, (blocks, tail) => {
        const content = [...blocks, tail].join('\n\n');
        const pieces = filePieces(content, [range('a.ts', 1, 2)]);

        expect(pieces === undefined ? content : bytesOf(pieces)).toBe(content);
      }),
    );
  });
});
