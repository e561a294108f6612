import type { DocumentSnapshot, DocumentStructure } from '@lexichord/abstractions';
import { parseOptions } from '@lexichord/platform/internal';
import { ManualClock, RecordingLogger } from '@lexichord/testing';
import fc from 'fast-check';

import { workspaceOptionsSchema } from '../workspace-options.js';
import { DocumentStructureService } from './document-structure-service.js';

describe('DocumentStructureService', () => {
  let logger: RecordingLogger;
  let clock: ManualClock;
  let service: DocumentStructureService;

  const serviceWith = (parseTimeoutMs?: number): DocumentStructureService =>
    new DocumentStructureService(
      parseOptions(workspaceOptionsSchema, { root: '.', parseTimeoutMs }, 'options'),
      clock,
      logger,
    );

  beforeEach(() => {
    logger = new RecordingLogger();
    clock = new ManualClock();
    service = serviceWith();
  });

  afterEach(() => service.dispose());

  const aDocument = (content: string, language = 'markdown'): DocumentSnapshot => ({
    path: 'docs/a.md',
    content,
    version: '1',
    language,
    isUnsaved: false,
    decoding: 'utf-8',
  });

  it('gives headings with sections, lines and exact offsets', async () => {
    const content = 'Intro\r\n\r\n# One\r\n\r\n### Deep #\r\n\r\n## Two\r\n\r\nOther\r\n=====\r\n';

    const { headings } = await service.getStructure(aDocument(content));

    expect(headings).toEqual([
      { level: 1, text: 'One', startOffset: 9, endOffset: 14, sectionEndOffset: 42, line: 3 },
      { level: 3, text: 'Deep', startOffset: 18, endOffset: 28, sectionEndOffset: 32, line: 5 },
      { level: 2, text: 'Two', startOffset: 32, endOffset: 38, sectionEndOffset: 42, line: 7 },
      { level: 1, text: 'Other', startOffset: 42, endOffset: 54, sectionEndOffset: 56, line: 9 },
    ]);
    expect(content.slice(42, 54)).toBe('Other\r\n=====');
  });

  it('finds the headings around an offset', async () => {
    const content = 'before\n\n# A\n\n## B\n\ntext\n\n# C\n';
    const { headingPathAt } = await service.getStructure(aDocument(content));

    const pathAt = (offset: number): string =>
      headingPathAt(offset)
        .map(({ text }) => text)
        .join(' > ');

    expect(pathAt(0)).toBe('');
    expect(pathAt(content.indexOf('# A'))).toBe('A');
    expect(pathAt(content.indexOf('text'))).toBe('A > B');
    expect(pathAt(content.indexOf('# C'))).toBe('C');
    expect(pathAt(content.length + 5)).toBe('C');
    expect(pathAt(-1)).toBe('');
  });

  it('finds the block at an offset, else the next, else the last', async () => {
    const content = '\n\none\n\ntwo\n# three\n\n';
    const { blockAt } = await service.getStructure(aDocument(content));

    const at = (offset: number): string | undefined => {
      const block = blockAt(offset);
      return block && content.slice(block.startOffset, block.endOffset);
    };

    expect([0, 2, 4, 5, 6, 7, 10, 11, 18, 99].map(at)).toEqual([
      'one',
      'one',
      'one',
      'one',
      'two',
      'two',
      'two',
      '# three',
      '# three',
      '# three',
    ]);
    expect((await service.getStructure(aDocument(' \n'))).blockAt(0)).toBeUndefined();
  });

  it.each([
    ['---\ntitle: "From: front"\n---\n# One', 'From: front'],
    ['---\r\ntitle: >\r\n  two\r\n  lines\r\n---\r\n', 'two lines'],
    ['---\ntitle: 2024\n---\n', '2024'],
    ['---\ntitle:\n---\n## Two\n\n# One', 'One'],
    ['---\ntitle: [a\n---\n# One', 'One'],
    ['---\ntitle: [a]\n---\n# One', 'One'],
    ['---\ntitle: *a\n---\n# One', 'One'],
    ['---\n- title\n---\n# One', 'One'],
    ['+++\ntitle = "TOML"\n+++\n# One', 'One'],
    ['## Two\n\n# One', 'One'],
    ['#\n\n## Two\n\n### Three', 'Two'],
    ['plain', undefined],
    ['', undefined],
  ])('takes the title of %j', async (content, title) => {
    expect((await service.getStructure(aDocument(content))).title).toBe(title);
  });

  it('outlines other languages by blank lines, without headings', async () => {
    const content = 'a\n# b\n\n\u2028\n  \nc\n';

    const text = await service.getStructure(aDocument(content, 'plaintext'));
    const code = await service.getStructure(aDocument(content, 'python'));

    expect([text.headings, text.title]).toEqual([[], undefined]);
    expect(
      text.blocks.map(({ kind, startOffset, endOffset }) => [kind, content.slice(startOffset, endOffset)]),
    ).toEqual([
      ['paragraph', 'a\n# b'],
      ['paragraph', 'c'],
    ]);
    expect(code.blocks.map(({ kind }) => kind)).toEqual(['code', 'code']);
    expect((await service.getStructure(aDocument('# MDX', 'mdx'))).title).toBe('MDX');
  });

  it('works once for a snapshot, also for requests at the same time', async () => {
    const document = aDocument('# One\n\na | b\n--|--\n');

    const [first, second] = await Promise.all([service.getStructure(document), service.getStructure(document)]);

    expect(second).toBe(first);
    expect(await service.getStructure(document)).toBe(first);
    expect(await service.getStructure({ ...document })).not.toBe(first);
  });

  it('rejects one caller whose signal aborts and answers the others', async () => {
    service = serviceWith(30_000);
    const document = aDocument(`<p>\n${'x\n'.repeat(5_000)}`);
    const controller = new AbortController();
    const cancelled = service.getStructure(document, { signal: controller.signal });
    const other = service.getStructure(document);

    controller.abort(new TypeError('stop'));

    await expect(cancelled).rejects.toThrow('stop');
    expect((await other).blocks.map(({ kind }) => kind)).toEqual(['html']);
    await expect(service.getStructure(document, { signal: controller.signal })).rejects.toThrow('stop');
  });

  it('gives the same answer from the other thread as from this one', async () => {
    service = serviceWith(30_000);
    const part = 'a | b\n--|--\n\n<p>\n\nTitle\n---\n\n# With *marks*\n\n';
    const small = await service.getStructure(aDocument(part));
    const large = await service.getStructure(aDocument(part.repeat(300)));

    expect(large.blocks).toHaveLength(300 * small.blocks.length);
    expect(large.headings.slice(0, 2).map(({ text, line }) => [text, line])).toEqual([
      ['Title', 6],
      ['With marks', 9],
    ]);
    expect(large.headings).toHaveLength(600);
    expect(logger.lines).toEqual([]);
  });

  it.each([
    ['brackets', '['.repeat(100_000)],
    ['asterisks', '*'.repeat(100_000)],
    ['asterisks and words', '*a '.repeat(50_000)],
    ['quote marks', '>'.repeat(100_000)],
    ['quotes in lists', ' > - '.repeat(20_000)],
    ['list marks', '- '.repeat(50_000)],
    ['footnotes', '[^a]: '.repeat(10_000)],
    ['table cells', `${'a|'.repeat(20_000)}\n${'-|'.repeat(20_000)}\n`],
  ])('answers in bounded time for 100,000 %s, whatever the clock says', async (_, content) => {
    const document = aDocument(`# Before\n\n${content}\n\n# After\n`);
    service = serviceWith(600_000);

    const { headings, blocks, approximationReason } = await service.getStructure(document);

    expect(headings.map(({ text }) => text)).toEqual(['Before', 'After']);
    expect(blocks.length).toBeGreaterThanOrEqual(3);
    expect(approximationReason).not.toBe('time-limit');
  });

  it.each([
    ['quotes in a region', ' > a\n\n'.repeat(50_000)],
    ['nested items', ` - a\n${'   - b\n     - c\n'.repeat(20_500)}`],
    ['underlined headings', ' Title\n---\n\n'.repeat(25_000)],
    ['marks on one line', ` ${'> - '.repeat(81_000)}`],
  ])('decides by the text alone that 325 KB of %s are too hard', async (_, content) => {
    const document = aDocument(`# Before\n\n${content}\n\nEnd\n`);
    service = serviceWith();
    const endless = serviceWith(2_000_000_000);

    const byDefault = await service.getStructure(document);
    const again = await service.getStructure(document);
    const withoutLimit = await endless.getStructure(document);
    await endless.dispose();

    expect(content.length).toBeGreaterThanOrEqual(300_000);
    expect(byDefault).toMatchObject({ isApproximate: true, approximationReason: 'hard-text' });
    expect(again).toBe(byDefault);
    expect(JSON.stringify(withoutLimit)).toBe(JSON.stringify(byDefault));
    const warning = {
      level: 'warn',
      source: 'DocumentStructureService',
      template: 'Parts of {path} are too hard to parse; outlined them by their lines',
      fields: { path: 'docs/a.md' },
    };
    expect(logger.lines).toEqual([warning, warning]);
  });

  it('says that an outline is exact', async () => {
    const document = aDocument('# One\n\na | b\n--|--\n');

    expect(await service.getStructure(document)).toMatchObject({
      isApproximate: false,
      approximationReason: undefined,
    });
    expect((await service.getStructure(aDocument('x', 'python'))).isApproximate).toBe(false);
  });

  it('says what it had to guess for want of time, without content, and does not keep it', async () => {
    service = serviceWith(1);
    const document = aDocument(`<p>\n${'x\n'.repeat(5_000)}`);

    const outOfTime = async (): Promise<DocumentStructure> => {
      const parsing = service.getStructure(document);
      await clock.advanceWhenIdle(1);
      return parsing;
    };

    const first = await outOfTime();
    const second = await outOfTime();

    expect(first).toMatchObject({ isApproximate: true, approximationReason: 'time-limit' });
    expect(second).not.toBe(first);
    expect(logger.lines[0]).toEqual({
      level: 'warn',
      source: 'DocumentStructureService',
      template: 'Could not parse all of {path} within {parseTimeoutMs} ms; outlined the rest by its lines',
      fields: { path: 'docs/a.md', parseTimeoutMs: 1 },
    });
  });

  it('can be disposed of at any time, and used again', async () => {
    const large = aDocument('a | b\n--|--\n\n'.repeat(2_000));
    const underWay = service.getStructure(large);
    const waiting = service.getStructure({ ...large });
    await Promise.resolve();

    await service.dispose();
    await service.dispose();

    expect((await underWay).blocks.length).toBe(2_000);
    expect((await waiting).blocks.length).toBe(2_000);
    expect((await service.getStructure(aDocument('# Again'))).title).toBe('Again');
  });

  it('has blocks in order, without overlap, that begin and end with text', async () => {
    const unit = fc.constantFrom(
      '# ',
      '- ',
      '> ',
      'a',
      ' ',
      '\n',
      '\r\n',
      '\r',
      '```',
      '|',
      '\t',
      '\u2028',
      '\ufeff',
      '<!--',
      '=',
    );
    const content = fc.array(unit, { maxLength: 60 }).map((units) => units.join(''));

    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        const { blocks, headings } = await service.getStructure(aDocument(text));

        let last = 0;
        for (const { startOffset, endOffset } of blocks) {
          expect(startOffset).toBeGreaterThanOrEqual(last);
          expect(endOffset).toBeGreaterThan(startOffset);
          expect(text.slice(startOffset, endOffset)).not.toMatch(/^[\r\n]|[ \t\r\n]$/u);
          last = endOffset;
        }
        const starts = blocks.filter(({ kind }) => kind === 'heading').map(({ startOffset }) => startOffset);
        expect(headings.map(({ startOffset }) => startOffset)).toEqual(starts);
      }),
      { numRuns: 200 },
    );
  });
});
