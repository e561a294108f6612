import type { IncludedChunk, PackTemplate } from '@lexichord/abstractions';

import { ranked } from '../test-support/a-ranked-chunk.js';
import { TestPacker } from '../test-support/a-packer.js';
import type { Layout } from './formatter.js';

describe('rangeNotes', () => {
  const bench = new TestPacker({});
  afterAll(() => bench.dispose());

  const layoutOf = (template: PackTemplate = 'markdown'): Promise<Layout> => bench.layoutOf(template);
  const formatted = async (chunks: readonly IncludedChunk[], template?: PackTemplate): Promise<string> =>
    (await layoutOf(template)).format(chunks);

  it('T-016 AC-041: marks the parts of a definition unless all of them are there', async () => {
    const part = (index: number): Partial<IncludedChunk> => ({
      startLine: index,
      endLine: index,
      symbol: 'run',
      part: { index, count: 2 },
    });

    expect(await formatted(ranked({ ...part(1), endLine: 1 }))).toContain('(lines 1-1)\nPART 1 of 2\n```');
    expect(
      await formatted(ranked({ ...part(1), startLine: 1, endLine: 3 }, { ...part(2), startLine: 4, endLine: 6 })),
    ).not.toContain('PART');
  });

  it('marks parts that follow each other together', async () => {
    const part = (index: number, count = 4): Partial<IncludedChunk> => ({
      startLine: index * 3,
      endLine: index * 3 + 2,
      part: { index, count },
    });

    expect(await formatted(ranked(part(2), part(3)))).toContain('(lines 6-11)\nPARTS 2-3 of 4\n```');
    const others = ranked(part(1, 2), part(2, 2), { ...part(3), part: { index: 2, count: 2 } });
    expect(await formatted(others)).toContain('(lines 3-11)\nPART 2 of 2\n```');
  });

  describe('with lines of a definition that has more', () => {
    const compute = { symbol: 'compute', partOf: { startLine: 5, endLine: 408 } };
    const lines = (startLine: number, endLine: number, given: Partial<IncludedChunk> = {}): Partial<IncludedChunk> => ({
      ...compute,
      ...{ startLine, endLine, content: 'x\n', ...given },
    });
    const notesOf = async (...given: readonly Partial<IncludedChunk>[]): Promise<readonly string[]> =>
      (await formatted(ranked(...given))).match(/^(?:### .*|PART.*)$/gmu) ?? [];

    it('T-016 AC-041: says which lines the whole has, of each range, once', async () => {
      const header = { startLine: 1, endLine: 4, content: 'x\n' };

      expect(await notesOf(header, lines(5, 41), lines(42, 90), lines(358, 408))).toEqual([
        '### src/a.ts (lines 1-90)',
        'PART of lines 5-408',
        '### src/a.ts (lines 358-408)',
        'PART of lines 5-408: compute',
      ]);
    });

    it('has no note where all lines are there, whatever they are cut into', async () => {
      const first = { part: { index: 1, count: 3 } };

      expect(await notesOf(lines(5, 200, first), lines(201, 300), lines(301, 408))).toEqual([
        '### src/a.ts (lines 5-408)',
      ]);
    });

    it('numbers whole parts, and no pieces of them', async () => {
      const [first, second, third] = [1, 2, 3].map((index) => ({ part: { index, count: 3 } }));

      expect(await notesOf(lines(5, 100, first), lines(101, 200, second))).toEqual([
        '### src/a.ts (lines 5-200)',
        'PARTS 1-2 of 3',
      ]);
      expect(await notesOf(lines(150, 200), lines(201, 408, third))).toEqual([
        '### src/a.ts (lines 150-408)',
        'PART of lines 5-408: compute',
      ]);
    });

    it('gives no name to lines in which another definition begins, whose name the chunk may have', async () => {
      const definitions = [{ name: 'compute', kind: 'function', line: 120 }] as const;

      expect(await notesOf(lines(100, 140, { definitions }))).toEqual([
        '### src/a.ts (lines 100-140)',
        'PART of lines 5-408',
      ]);
    });

    it('names the definition in a text without line numbers, which moved lines leave as it is', async () => {
      const layout = await layoutOf();
      const [chunk, unnamed] = ranked(lines(5, 41), lines(100, 120, { symbol: undefined }));

      const text = layout.formatArranged?.({ body: [chunk, unnamed] as readonly IncludedChunk[], tail: [] });

      expect(text).toContain('### src/a.ts\nPART of compute\n```');
      expect(text).toContain('### src/a.ts\nPART\n```');
    });
  });

  it('T-016 AC-041: has every note in XML: the part, and that it was cut', async () => {
    const [chunk] = ranked({ endLine: 2, part: { index: 1, count: 4 } });

    expect(await formatted([{ ...(chunk as IncludedChunk), isTruncated: true }], 'xml')).toContain(
      '<lines start="1" end="2" note="PART 1 of 4; TRUNCATED">',
    );
  });
});
