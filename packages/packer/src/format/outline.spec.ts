import type { IncludedChunk, PackTemplate } from '@lexichord/abstractions';
import { chunkHash } from '@lexichord/platform/internal';
import { PatternSecretScanner } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import { ranked } from '../test-support/a-ranked-chunk.js';
import { MemoryFiles } from '../test-support/memory-files.js';
import type { Layout } from './formatter.js';
import { inTextOrder } from './packed-file.js';
import { TemplateFormatter } from './template-formatter.js';
import { testPackingOptions } from '../test-support/packing-options.js';

const counter = new BpeTokenCounter({ encoding: 'o200k_base' });

function aFormatter(texts: Record<string, string> = {}): TemplateFormatter {
  const files = new MemoryFiles(texts);
  return new TemplateFormatter(counter, files, testPackingOptions(), new PatternSecretScanner(), files);
}

const layoutOf = (template: PackTemplate): Promise<Layout> => aFormatter().layout(template, '');

/** A body, and three chunks with less detail: of the same file, and of another one. */
const chunks: readonly IncludedChunk[] = ranked(
  { id: 'b.ts:9-12@00000001', filePath: 'b.ts', startLine: 9, endLine: 12 },
  { filePath: 'a.ts', startLine: 1, endLine: 1 },
  { id: 'a.ts:5-8@00000003', filePath: 'a.ts', startLine: 5, endLine: 8 },
  { id: 'b.ts:1-4@00000004', filePath: 'b.ts', startLine: 1, endLine: 4 },
).map((chunk, index): IncludedChunk => {
  const shown = [
    { detailLevel: 'signature', content: 'function later()' },
    {},
    { detailLevel: 'name', content: 'function named' },
    { detailLevel: 'path', content: '' },
  ] as const;
  return { ...chunk, ...shown[index] };
});

const outline = ['b.ts:1-4@00000004', 'b.ts:9-12@00000001 function later()', 'a.ts:5-8@00000003 function named'];

describe('the outline of a pack', () => {
  it('stands behind the bodies in Markdown, one line a chunk with its handle', async () => {
    const text = (await layoutOf('markdown')).format(chunks);

    expect(text).toBe(
      [
        ...['### a.ts (lines 1-1)', '```typescript', 'line 1 of a.ts', '```', ''],
        ...['### Outline (lexichord context expand HANDLE)', '```text', ...outline, '```'],
      ].join('\n'),
    );
  });

  it('is an element in XML, and a list in JSON', async () => {
    const xml = (await layoutOf('xml')).format(chunks);
    const json = JSON.parse((await layoutOf('json')).format(chunks)) as object;

    expect(xml).toContain(
      `<outline expand="lexichord context expand HANDLE"><![CDATA[\n${outline.join('\n')}\n]]></outline>\n</context>`,
    );
    expect(json).toMatchObject({
      files: [{ path: 'a.ts' }],
      outline: [
        { handle: 'b.ts:1-4@00000004', detailLevel: 'path' },
        { handle: 'b.ts:9-12@00000001', detailLevel: 'signature', text: 'function later()' },
        { handle: 'a.ts:5-8@00000003', detailLevel: 'name', text: 'function named' },
      ],
    });
  });

  it("is a list in a template of one's own, which may leave it out", async () => {
    const own = await layoutOf({ text: '{{#outline}}[{{handle}}|{{text}}]{{/outline}}{{#files}}{{path}}{{/files}}' });
    const whole = await layoutOf({ text: '{{context}}' });
    const without = await layoutOf({ text: '{{#files}}{{path}}{{/files}}' });

    expect(own.format(chunks)).toBe(
      '[b.ts:1-4@00000004|][b.ts:9-12@00000001|function later()][a.ts:5-8@00000003|function named]a.ts',
    );
    expect([own, whole, without].map(({ measureOutline }) => measureOutline !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each(['markdown', 'xml', 'json'] as const)('stands alone where there is no body, %s', async (template) => {
    const layout = await layoutOf(template);
    const text = layout.format(chunks.filter(({ detailLevel }) => detailLevel !== undefined));

    expect(text).toContain('a.ts:5-8@00000003');
    expect(text).not.toMatch(/^\s/u);
    expect(layout.measureOutline).toBeDefined();
  });

  it.each(['markdown', 'xml', 'json'] as const)('is measured with what is around it, %s', async (template) => {
    const layout = await layoutOf(template);
    const measured = layout.measure(chunks) + layout.frameTokens;

    expect(Math.abs(measured - counter.countTokens(layout.format(chunks)))).toBeLessThanOrEqual(5);
  });

  it('cannot be ended by what a signature says', async () => {
    const [hostile] = ranked({ id: 'a`.ts:1-2@00000001' }).map((chunk): IncludedChunk => ({
      ...chunk,
      detailLevel: 'signature',
      content: '``` ]]> ```',
    }));

    const [markdown, xml] = await Promise.all(
      (['markdown', 'xml'] as const).map(async (name) => (await layoutOf(name)).format([hostile as IncludedChunk])),
    );

    expect(markdown).toContain('````text\na\\u{60}.ts:1-2@00000001 ``` ]]> ```\n````');
    expect(xml?.match(/\]\]>/gu)).toHaveLength(2);
  });

  it('is not joined with lines beside it', () => {
    expect(inTextOrder(chunks).map(({ rank }) => rank)).toEqual([2, 4, 1, 3]);
  });

  it('is of a changed file when its body is', async () => {
    const content = 'one\ntwo\nthree\n';
    const [chunk] = ranked({ id: `src/a.ts:1-2@${chunkHash('one\ntwo\n')}`, startLine: 1, endLine: 2 }).map(
      (one): IncludedChunk => ({ ...one, detailLevel: 'name', content: 'function one' }),
    );

    const same = await aFormatter({ 'src/a.ts': content }).changedFiles([chunk as IncludedChunk]);
    const changed = await aFormatter({ 'src/a.ts': content.toUpperCase() }).changedFiles([chunk as IncludedChunk]);

    expect([same, changed]).toEqual([[], ['src/a.ts']]);
  });
});
