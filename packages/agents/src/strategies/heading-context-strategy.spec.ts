import type { ContextGatheringRequest } from '@lexichord/abstractions';
import { describeContextStrategy } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';
import { HeadingContextStrategy } from './heading-context-strategy.js';
import { aDocumentStrategy, fragmentOf } from './test-support/strategy-fixture.js';

const request: ContextGatheringRequest = { documentPath: 'doc.md', agentId: 'editor' };
const guide = ['# Guide', '## Install', '### Linux', 'Text.', '### macOS', '## Use', '#### Deep', '# Appendix'].join(
  '\n\n',
);

/** `chapters` chapters of `parts` parts of three notes each. */
function aManual(chapters: number, parts: number): string {
  const lines = Array.from({ length: chapters }, (_, chapter) => [
    `# Chapter ${chapter}`,
    ...Array.from({ length: parts }, (_, part) => [
      `## Part ${chapter}.${part}`,
      ...['a', 'b', 'c'].map((note) => `### Note ${chapter}.${part}.${note}\n\nText ${chapter}.${part}.${note}.`),
    ]).flat(),
  ]);
  return lines.flat().join('\n\n');
}

async function outlineOf(content: string, overrides: Partial<ContextGatheringRequest> = {}, maxTokens = 300) {
  const { strategy } = aDocumentStrategy(HeadingContextStrategy, { 'doc.md': content });
  return fragmentOf(await strategy.gather({ ...request, ...overrides }, { maxTokens }));
}

describeContextStrategy('HeadingContextStrategy', () => ({
  ...aDocumentStrategy(
    HeadingContextStrategy,
    { 'doc.md': aManual(20, 10), 'plain.md': 'No headings here.' },
    new BpeTokenCounter({ encoding: 'o200k_base' }),
  ),
  request: { ...request, cursorPosition: 4_000 },
  requestsWithoutInput: [{ agentId: 'editor' }, { agentId: 'editor', documentPath: 'plain.md' }],
}));

describe('HeadingContextStrategy', () => {
  it('SBD-072 §3.2: gives the outline with the headings that lead to the cursor marked', async () => {
    expect(await outlineOf(guide, { cursorPosition: guide.indexOf('Text.') })).toEqual({
      sourceId: 'heading',
      label: 'Heading Hierarchy',
      content: [
        'Current section: Guide › Install › Linux',
        '',
        '- Guide ◀',
        '  - Install ◀',
        '    - Linux ◀ cursor',
        '    - macOS',
        '  - Use',
        '    - Deep',
        '- Appendix',
      ].join('\n'),
      tokenEstimate: 25,
      relevance: 1,
      metadata: { path: 'doc.md', headings: 7, headingPath: ['Guide', 'Install', 'Linux'], truncated: false },
    });
  });

  it('gives the outline alone without a cursor', async () => {
    const { content } = await outlineOf('# One\n\n## Two');

    expect(content).toBe('- One\n  - Two');
  });

  it('drops the deepest levels away from the path first, and counts what it drops', async () => {
    const manual = aManual(4, 3);

    const { content } = await outlineOf(manual, { cursorPosition: manual.indexOf('Text 2.1.b.') }, 110);

    expect(content).toContain('- Chapter 0\n  - Part 0.0');
    expect(content).toContain('  - Part 2.1 ◀\n    - ');
    expect(content).toContain('    - Note 2.1.b ◀ cursor');
    expect(content).toMatch(/- Part 0\.0(?: \(3 more below\)|\n {4}- )/u);
  });

  it('shows fewer headings side by side when even the top level is too much, the nearest ones, with a count', async () => {
    const content = Array.from({ length: 500 }, (_, index) => `# Chapter ${index}\n\nText ${index}.`).join('\n\n');

    const { content: outline } = await outlineOf(content, { cursorPosition: content.indexOf('Text 250.') }, 60);

    expect(outline).toMatch(/^Current section: Chapter 250\n\n- … \d+ more\n- Chapter 24\d\n/u);
    expect(outline).toContain('- Chapter 250 ◀ cursor');
    expect(outline).toMatch(/\n- … \d+ more$/u);
    const shown = outline.match(/^- Chapter/gmu)?.length ?? 0;
    const hidden = [...outline.matchAll(/… (\d+) more/gu)].reduce((sum, [, count]) => sum + Number(count), 0);
    expect(shown + hidden).toBe(500);
  });

  it('gives at least where the cursor is', async () => {
    const { content } = await outlineOf(guide, { cursorPosition: guide.indexOf('Text.') }, 7);

    expect(content).toBe('Current section: Guide › Install › Linux');
  });

  it('gives the innermost heading when there is no room for more', async () => {
    const { content } = await outlineOf(guide, { cursorPosition: guide.indexOf('Text.') }, 3);

    expect(content).toBe('Current section: Linux');
  });

  it('says that a document has no headings', async () => {
    const { strategy } = aDocumentStrategy(HeadingContextStrategy, { 'doc.md': 'Text.' });

    expect(await strategy.gather(request, { maxTokens: 100 })).toEqual({
      nothing: 'empty',
      message: 'The document "doc.md" has no headings.',
    });
  });

  it('keeps a heading on one line and within bounds', async () => {
    const { content } = await outlineOf(`# a\u0085## Label\tb\n\n# ${'long '.repeat(200)}`);

    expect(content.split(/[\n\u0085]/u)).toHaveLength(2);
    expect(content.split('\n')[0]).toBe('- a ## Label b');
    expect(content.length).toBeLessThan(200);
  });

  it('SBD-072 §15: warns when headings are missing', async () => {
    const { strategy, log } = aDocumentStrategy(HeadingContextStrategy, { 'doc.md': aManual(20, 5) });

    await strategy.gather(request, { maxTokens: 100 });

    expect(log.templates('warn')).toEqual(['{StrategyId} content truncated from {Original} to {Truncated} tokens']);
  });

  it('shortens by dropping levels', async () => {
    const manual = aManual(4, 3);
    const { strategy } = aDocumentStrategy(HeadingContextStrategy, { 'doc.md': manual });
    const atCursor = { ...request, cursorPosition: manual.indexOf('Text 2.1.b.') };
    const fragment = fragmentOf(await strategy.gather(atCursor, { maxTokens: 300 }));

    const shorter = await strategy.shorten?.(fragment, 60, { request: atCursor });

    expect(shorter?.content).toContain('- Chapter 3');
    expect(shorter?.content).toContain('Note 2.1.b ◀ cursor');
    expect(shorter?.tokenEstimate).toBeLessThanOrEqual(60);
  });

  it('never exceeds any limit by the real counter, whatever the headings are', async () => {
    const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const heading = fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.oneof(fc.lorem({ maxCount: 8 }), fc.string({ unit: 'grapheme' })))
      .map(([level, text]) => `${'#'.repeat(level)} ${text}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(heading, { minLength: 1, maxLength: 80 }),
        fc.nat({ max: 200 }),
        fc.option(fc.nat({ max: 2_000 }), { nil: undefined }),
        async (headings, maxTokens, cursorPosition) => {
          const { strategy } = aDocumentStrategy(
            HeadingContextStrategy,
            { 'doc.md': headings.join('\n\n') },
            tokenCounter,
          );
          const answer = await strategy.gather({ ...request, cursorPosition }, { maxTokens });
          if (answer === undefined || 'nothing' in answer) return;
          expect(tokenCounter.countTokens(answer.content)).toBeLessThanOrEqual(maxTokens);
        },
      ),
      { numRuns: 150 },
    );
  });
});
