import type { ContextGatheringRequest } from '@lexichord/abstractions';
import { WordTokenCounter, describeContextStrategy } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';
import { DocumentContextStrategy } from './document-context-strategy.js';
import { aDocumentStrategy, fragmentOf, words } from './test-support/strategy-fixture.js';

const request: ContextGatheringRequest = { documentPath: 'doc.md', agentId: 'editor' };

/** `# Title`, an opening, and sections of three paragraphs of 40 words each. */
function aBook(sections: number): string {
  const chapters = Array.from({ length: sections }, (_, index) =>
    [`## Section ${index}`, words(40, `a${index}_`), words(40, `b${index}_`), words(40, `c${index}_`)].join('\n\n'),
  );
  return ['# The book', 'What the book is about.', ...chapters].join('\n\n');
}

async function excerptOf(content: string, overrides: Partial<ContextGatheringRequest> = {}, maxTokens = 1_000) {
  const { strategy } = aDocumentStrategy(DocumentContextStrategy, { 'doc.md': content });
  return fragmentOf(await strategy.gather({ ...request, ...overrides }, { maxTokens }));
}

describeContextStrategy('DocumentContextStrategy', () => ({
  ...aDocumentStrategy(
    DocumentContextStrategy,
    { 'doc.md': aBook(100) },
    new BpeTokenCounter({ encoding: 'o200k_base' }),
  ),
  request: { ...request, cursorPosition: 20_000 },
  requestsWithoutInput: [{ agentId: 'editor' }, { agentId: 'editor', documentPath: '' }],
}));

describe('DocumentContextStrategy', () => {
  it('SBD-072 §14.1: GatherAsync_WithValidDocument_ReturnsFragment', async () => {
    const { strategy } = aDocumentStrategy(DocumentContextStrategy, {
      '/path/doc.md': '# Document Title\n\nContent here...',
    });

    const fragment = fragmentOf(
      await strategy.gather({ documentPath: '/path/doc.md', agentId: 'editor' }, { maxTokens: 4_000 }),
    );

    expect(fragment.sourceId).toBe('document');
    expect(fragment.content).toContain('Document Title');
  });

  it('SBD-072 §14.1: GatherAsync_WithLargeDocument_TruncatesToMaxTokens', async () => {
    const largeContent = Array.from({ length: 10_000 }, () => 'Word ').join('\n');
    const { strategy, tokenCounter } = aDocumentStrategy(
      DocumentContextStrategy,
      { '/path/doc.md': largeContent },
      new BpeTokenCounter({ encoding: 'o200k_base' }),
    );

    const fragment = fragmentOf(
      await strategy.gather({ documentPath: '/path/doc.md', agentId: 'editor' }, { maxTokens: 4_000 }),
    );

    expect(fragment.tokenEstimate).toBeLessThanOrEqual(4_000);
    expect(fragment.tokenEstimate).toBeGreaterThanOrEqual(3_600);
    expect(tokenCounter.countTokens(fragment.content)).toBe(fragment.tokenEstimate);
  });

  it('SBD-072 §3.2: gives a document that fits as it is, line ends included', async () => {
    const content = '# Title\r\n\r\nFirst.\r\n\r\n\r\nSecond.\r\n';

    const fragment = await excerptOf(content, { cursorPosition: 3 });

    expect(fragment).toEqual({
      sourceId: 'document',
      label: 'Document Content',
      content,
      tokenEstimate: 4,
      relevance: 1,
      metadata: { path: 'doc.md', ranges: [{ startLine: 1, endLine: 6 }], truncated: false },
    });
  });

  it('gives as much as it may use, also beyond the size that it declares', async () => {
    const { content, tokenEstimate, metadata } = await excerptOf(aBook(60), {}, 30_000);

    expect([content, metadata?.truncated]).toEqual([aBook(60), false]);
    expect(tokenEstimate).toBeGreaterThan(7_000);
    const longer = await excerptOf(aBook(400), {}, 30_000);
    expect(longer.tokenEstimate).toBeGreaterThan(27_000);
  });

  it('keeps the title, the headings above the cursor, its section and the neighbours, and marks the rest', async () => {
    const content = aBook(100);
    const cursorPosition = content.indexOf('b50_7');

    const { content: excerpt } = await excerptOf(content, { cursorPosition });

    expect(excerpt).toContain('# The book\n\nWhat the book is about.\n\n[… ');
    for (const kept of ['## Section 50', 'a50_1 ', 'b50_40', 'c50_40', '## Section 51', '## Section 49', 'c49_40']) {
      expect(excerpt).toContain(kept);
    }
    expect(excerpt).not.toContain('## Section 40');
    expect(excerpt).toMatch(/\[… \d+ sections, about [\d,]+ tokens left out …\]$/u);
    expect(excerpt.indexOf('## Section 49')).toBeLessThan(excerpt.indexOf('## Section 50'));
  });

  it('fills the limit to 90 % and more wherever the cursor is', async () => {
    const content = aBook(100);

    for (const cursorPosition of [undefined, 0, 1_000, 17_000, 30_001, content.length, content.length + 500]) {
      for (const maxTokens of [120, 300, 1_000, 4_000]) {
        const { tokenEstimate } = await excerptOf(content, { cursorPosition }, maxTokens);
        expect({ cursorPosition, maxTokens, isFull: tokenEstimate >= maxTokens * 0.9 }).toEqual({
          cursorPosition,
          maxTokens,
          isFull: true,
        });
        expect(tokenEstimate).toBeLessThanOrEqual(maxTokens);
      }
    }
  });

  it.each([
    ['exactly', new BpeTokenCounter({ encoding: 'o200k_base' })],
    ['with a safety factor', new BpeTokenCounter({ encoding: 'cl100k_base', safetyFactor: 1.3 })],
  ])('fills the limit with many small blocks too, counted %s', async (_case, tokenCounter) => {
    const content = Array.from({ length: 5_000 }, (_, index) => `Note ${index}.`).join('\n\n');
    const { strategy } = aDocumentStrategy(DocumentContextStrategy, { 'doc.md': content }, tokenCounter);

    for (const maxTokens of [200, 1_000, 4_000]) {
      const atCursor = { ...request, cursorPosition: 20_000 };
      const fragment = fragmentOf(await strategy.gather(atCursor, { maxTokens }));
      expect(fragment.tokenEstimate).toBeLessThanOrEqual(maxTokens);
      expect(fragment.tokenEstimate).toBeGreaterThanOrEqual(maxTokens * 0.9);
    }
  });

  it('takes a document of two hundred thousand lone carriage returns in its stride', async () => {
    const { tokenEstimate } = await excerptOf(`${'a line\r'.repeat(200_000)}end`, { cursorPosition: 700_000 });

    expect(tokenEstimate).toBeGreaterThanOrEqual(900);
  });

  it('begins at the beginning when there is neither a cursor nor a selection', async () => {
    const fragment = await excerptOf(aBook(100));

    expect(fragment.content.startsWith('# The book\n\nWhat the book is about.\n\n## Section 0\n\na0_1 ')).toBe(true);
    expect(fragment.metadata).toMatchObject({ truncated: true, ranges: [{ startLine: 1 }] });
  });

  it('is about the selection when there is no cursor', async () => {
    const { content } = await excerptOf(aBook(100), { selectedText: 'b70_3 b70_4' });

    expect(content).toContain('## Section 70');
    expect(content).toContain('b70_3 b70_4');
  });

  it('names the lines it holds', async () => {
    const book = aBook(100);

    const { content, metadata } = await excerptOf(book, { cursorPosition: book.indexOf('b50_7') });

    const lines = book.split('\n');
    const ranges = metadata?.ranges as readonly { readonly startLine: number; readonly endLine: number }[];
    expect(ranges.length).toBeGreaterThan(1);
    for (const { startLine, endLine } of ranges.slice(0, -1)) {
      expect(content).toContain(lines.slice(startLine - 1, endLine).join('\n'));
    }
  });

  it('gives a window around the cursor, cut at words, when one paragraph is larger than the limit', async () => {
    const content = words(5_000);

    const fragment = await excerptOf(content, { cursorPosition: content.indexOf('word2500 ') }, 400);

    const [before = '', text = '', after = ''] = fragment.content.split('\n\n');
    expect(before).toMatch(/^\[… about [\d,]+ tokens left out …\]$/u);
    expect(after).toMatch(/^\[… about [\d,]+ tokens left out …\]$/u);
    const shown = text.split(' ');
    const middle = shown.indexOf('word2500');
    expect(middle).toBeGreaterThan(shown.length * 0.4);
    expect(middle).toBeLessThan(shown.length * 0.6);
    for (const word of shown) expect(word).toMatch(/^word\d+$/u);
    expect(content).toContain(text);
    expect(fragment.tokenEstimate).toBeGreaterThanOrEqual(360);
  });

  it('shows a part of a long code block between fences of its own', async () => {
    const code = Array.from({ length: 500 }, (_, index) => `const value${index} = ${index};`).join('\n');
    const content = `# Title\n\nIntro.\n\n\`\`\`\`ts\n${code}\n\`\`\`\`\n\nThe end.`;

    const fragment = await excerptOf(content, { cursorPosition: content.indexOf('value250 ') }, 300);

    expect(fragment.content).toMatch(/left out …\]\n\n````ts\nconst value\d+ = \d+;\n/u);
    expect(fragment.content).toMatch(/\nconst value\d+ = \d+;\n````\n\n\[… /u);
    expect(fragment.content.match(/````/gu)).toHaveLength(2);
  });

  it('does not open a fence twice, nor leave one open, when a code block is cut at one end', async () => {
    const code = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
    const content = `\`\`\`\n${code}\n\`\`\``;

    for (const cursorPosition of [0, 2, 5, content.length - 4, content.length - 2, content.length]) {
      const { content: excerpt } = await excerptOf(content, { cursorPosition }, 200);
      expect(excerpt.match(/^```$/gmu)).toHaveLength(2);
    }
  });

  it('shortens by building a smaller excerpt, not by cutting the end', async () => {
    const content = aBook(100);
    const { strategy, tokenCounter } = aDocumentStrategy(DocumentContextStrategy, { 'doc.md': content });
    const atCursor = { ...request, cursorPosition: content.indexOf('b50_7') };
    const fragment = fragmentOf(await strategy.gather(atCursor, { maxTokens: 4_000 }));

    const shorter = fragmentOf(await strategy.shorten?.(fragment, 200, { request: atCursor }));

    expect(shorter.content).toContain('b50_7');
    expect(shorter.content).toContain('## Section 50');
    expect(tokenCounter.countTokens(shorter.content)).toBeLessThanOrEqual(200);
    expect(await strategy.shorten?.(shorter, 200, { request: atCursor })).toBe(shorter);
  });

  it('counts a document once, however often it is asked for', async () => {
    let counted = 0;
    class WatchedCounter extends WordTokenCounter {
      override countTokens(text: string): number {
        counted += text.length;
        return super.countTokens(text);
      }
    }
    const content = aBook(1_000);
    const { strategy } = aDocumentStrategy(DocumentContextStrategy, { 'doc.md': content }, new WatchedCounter());
    const atCursor = { ...request, cursorPosition: content.length / 2 };
    await strategy.gather(atCursor, { maxTokens: 1_000 });
    counted = 0;

    await strategy.gather(atCursor, { maxTokens: 1_000 });

    expect(counted).toBeLessThan(content.length / 4);
  });

  it('says that an empty document is empty', async () => {
    const { strategy } = aDocumentStrategy(DocumentContextStrategy, { 'doc.md': ' \r\n\u2028' });

    expect(await strategy.gather(request, { maxTokens: 100 })).toEqual({
      nothing: 'empty',
      message: 'The document "doc.md" is empty.',
    });
  });

  it("lets the editor's error through for a document that cannot be read", async () => {
    const { strategy } = aDocumentStrategy(DocumentContextStrategy, {});

    await expect(strategy.gather(request, { maxTokens: 100 })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('SBD-072 §15: logs that it gathers, what it truncated and what it returned, and no content', async () => {
    const { strategy, log } = aDocumentStrategy(DocumentContextStrategy, { 'doc.md': words(500, 'secret') });

    const { tokenEstimate } = fragmentOf(await strategy.gather(request, { maxTokens: 100 }));

    expect(log.lines.map(({ level, template, fields }) => ({ level, template, fields }))).toEqual([
      {
        level: 'debug',
        template: '{StrategyId} gathering context for {DocumentPath}',
        fields: { StrategyId: 'document', DocumentPath: 'doc.md' },
      },
      {
        level: 'warn',
        template: '{StrategyId} content truncated from {Original} to {Truncated} tokens',
        fields: { StrategyId: 'document', Original: 500, Truncated: tokenEstimate },
      },
      {
        level: 'info',
        template: '{StrategyId} returned {Tokens} tokens (relevance: {Relevance})',
        fields: { StrategyId: 'document', Tokens: tokenEstimate, Relevance: 1 },
      },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('secret1');
  });

  it('never exceeds any limit by the real counter, whatever the document holds', async () => {
    const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const block = fc.oneof(
      fc.lorem({ maxCount: 60 }),
      fc.constantFrom(
        '# One',
        '## Two',
        '### Three\r\n',
        '```ts\nlet a;\n\n# not a heading\n```',
        '[… 3 sections left out …]',
      ),
      fc.constantFrom(
        '👩‍👩‍👧‍👦🇫🇷'.repeat(40),
        'é'.repeat(300),
        'x'.repeat(2_000),
        '中文没有空格的句子。'.repeat(30),
        '\ud800\udc00\ud800',
      ),
      fc.string({ unit: 'binary', maxLength: 80 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { minLength: 1, maxLength: 40 }),
        fc.constantFrom('\n\n', '\r\n\r\n', '\r', '\u2028', '\n'),
        fc.nat({ max: 600 }),
        fc.option(fc.nat({ max: 5_000 }), { nil: undefined }),
        async (blocks, separator, maxTokens, cursorPosition) => {
          const { strategy } = aDocumentStrategy(
            DocumentContextStrategy,
            { 'doc.md': blocks.join(separator) },
            tokenCounter,
          );
          const answer = await strategy.gather({ ...request, cursorPosition }, { maxTokens });
          if (answer === undefined || 'nothing' in answer) return;
          expect(tokenCounter.countTokens(answer.content)).toBeLessThanOrEqual(maxTokens);
          expect(answer.tokenEstimate).toBe(tokenCounter.countTokens(answer.content));
        },
      ),
      { numRuns: 100 },
    );
  });
});
