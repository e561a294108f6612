import {
  type ContextFragment,
  type ContextGatheringRequest,
  type ITokenCounter,
  openFenceAtEnd,
} from '@lexichord/abstractions';
import { MemoryEditorService, PatternSecretScanner, RecordingLogger, WordTokenCounter } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';
import { CursorContextStrategy } from './cursor-context-strategy.js';
import { DocumentContextStrategy } from './document-context-strategy.js';
import { SelectionContextStrategy } from './selection-context-strategy.js';
import { FencedStructureService } from './test-support/fenced-structure-service.js';
import { fragmentOf, words } from './test-support/strategy-fixture.js';

const code = Array.from({ length: 60 }, (_unused, index) => `const value${index} = compute(${index});`).join('\n');
const rows = Array.from({ length: 60 }, (_unused, index) => `| name${index} | meaning of ${index} |`).join('\n');
const content = [
  '# Title',
  '',
  words(30),
  '',
  '```ts',
  code,
  '```',
  '',
  '## Table',
  '',
  '| Name | Meaning |',
  '| ---- | ------- |',
  rows,
  '',
  'The end 👩‍👩‍👧‍👦 of it.',
].join('\n');

const strategies = {
  cursor: CursorContextStrategy,
  document: DocumentContextStrategy,
  selection: SelectionContextStrategy,
};

async function gather(
  name: keyof typeof strategies,
  request: Partial<ContextGatheringRequest>,
  { maxTokens = 60, tokenCounter = new WordTokenCounter() }: { maxTokens?: number; tokenCounter?: ITokenCounter } = {},
): Promise<ContextFragment> {
  const editor = new MemoryEditorService({ 'a.md': content });
  const strategy = new strategies[name](
    editor,
    new FencedStructureService(),
    tokenCounter,
    new RecordingLogger(),
    new PatternSecretScanner(),
  );
  const whole = { documentPath: 'a.md', agentId: 'test', ...request };
  return fragmentOf(await strategy.gather(whole, { maxTokens }));
}

/** A selection by its place. */
function selecting(startOffset: number, endOffset: number): Partial<ContextGatheringRequest> {
  const hints = { selectionRange: { startOffset, endOffset } };
  return { selectedText: content.slice(startOffset, endOffset), hints };
}

describe('windows that begin or end in a fenced block', () => {
  it('cursor: opens it again with its language and closes it', async () => {
    const { content: text } = await gather('cursor', { cursorPosition: content.indexOf('value30') });

    expect(text).toMatch(
      /^Line 36, column 7, at ⟦cursor⟧:\n\n```ts\nconst value\d+ = .*const ⟦cursor⟧value30.*;\n```$/su,
    );
  });

  it('cursor: marks a place on the line of a fence on a line of its own', async () => {
    const opening = content.indexOf('```ts');
    const closing = content.indexOf('```\n\n## Table');

    expect((await gather('cursor', { cursorPosition: opening })).content).toContain('⟦cursor⟧\n```ts\nconst value0 ');
    expect((await gather('cursor', { cursorPosition: opening + 4 })).content).toContain(
      '\n```ts\n⟦cursor⟧\nconst value0 ',
    );
    expect((await gather('cursor', { cursorPosition: closing + 3 })).content).toContain('\n```\n⟦cursor⟧\n\n## Table');
  });

  it('selection: opens it again around the selected line, with the cut on lines of its own', async () => {
    const start = content.indexOf('const value30');
    const { content: text } = await gather('selection', selecting(start, content.indexOf('const value31')));

    expect(text).toMatch(
      /^…\n```ts\nconst value\d+ [^⟦]*\n⟦selection⟧const value30 = .*;\n⟦\/selection⟧\nconst value31 [^⟦]*\n```\n…$/su,
    );
  });

  it('selection: marks a whole block before and after its fences', async () => {
    const start = content.indexOf('```ts');
    const end = content.indexOf('```\n\n## Table') + 3;
    const { content: text } = await gather('selection', selecting(start, end), { maxTokens: 500 });

    expect(text).toContain('\n⟦selection⟧\n```ts\nconst value0 ');
    expect(text).toContain('\n```\n⟦/selection⟧\n\n## Table');
  });

  it('selection: closes and opens it around the mark for what is missing of a long one', async () => {
    const { content: text } = await gather(
      'selection',
      selecting(content.indexOf('value2 '), content.indexOf('value58')),
    );

    expect(text).toMatch(
      /^```ts\nvalue2 = .*;\n```\n\n\[… about \d+ tokens left out …\]\n\n```ts\nconst .*const\n```$/su,
    );
  });

  it('document: opens it again with its language', async () => {
    const { content: text } = await gather(
      'document',
      { cursorPosition: content.indexOf('value30') },
      { maxTokens: 120 },
    );

    expect(text).toMatch(/left out …\]\n\n```ts\nconst value\d+ = .*;\n```\n\n\[…/su);
  });
});

describe('selections that end within the line of a fence', () => {
  it('have the whole line, and close the block, also where there is no room around them', async () => {
    const request = selecting(content.indexOf('\n\nword1 '), content.indexOf('```ts') + 1);
    const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });

    const { content: text } = await gather('selection', request, { maxTokens: 64, tokenCounter });

    expect(openFenceAtEnd(text)).toBeUndefined();
    expect(text).toMatch(/word30\n\n```ts\n```$/u);
  });
});

describe('windows that begin or end in a table', () => {
  it.each(['cursor', 'document'] as const)('%s: shows the head above rows from the middle', async (name) => {
    const cursorPosition = content.indexOf('name30');
    const { content: text } = await gather(name, { cursorPosition }, { maxTokens: 120 });

    expect(text).toMatch(/\n\| Name \| Meaning \|\n\| ---- \| ------- \|\n\| name[12]\d \| meaning of \d+ \|\n/u);
    expect(text.match(/\| Name \|/gu)).toHaveLength(1);
  });

  it('selection: shows the head above the selected rows, and marks them on lines of their own', async () => {
    const start = content.indexOf('| name30');
    const request = selecting(start, content.indexOf('| name32'));
    const { content: text } = await gather('selection', request, { maxTokens: 90 });

    expect(text).toMatch(/^…\n\| Name \| Meaning \|\n\| ---- \| ------- \|\n\| name/u);
    expect(text).toContain('|\n⟦selection⟧\n| name30 ');
    expect(text).toContain('| meaning of 31 |\n⟦/selection⟧\n| name32 ');
  });
});

describe('windows and graphemes', () => {
  it('selection: holds the whole of an emoji whose half is selected', async () => {
    const start = content.indexOf('👩');
    const { content: text, metadata } = await gather('selection', selecting(start + 1, start + 4));

    expect(text).toContain('The end ⟦selection⟧👩‍👩‍👧‍👦⟦/selection⟧ of it.');
    expect(metadata).toMatchObject({ truncated: false });
  });
});

describe('windows, wherever they are', () => {
  it('keep their limit, leave no block open, and show no rows without their head', async () => {
    const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const offsets = fc.tuple(fc.nat({ max: content.length }), fc.nat({ max: content.length }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('cursor' as const, 'document' as const, 'selection' as const),
        offsets,
        fc.integer({ min: 60, max: 900 }),
        async (name, [one, other], maxTokens) => {
          const [start, end] = one < other ? [one, other] : [other, one];
          const isBlank = content.slice(start, end).trim() === '';
          const request = name === 'selection' && !isBlank ? selecting(start, end) : { cursorPosition: one };

          const strategy = isBlank && name === 'selection' ? 'cursor' : name;
          const { content: text } = await gather(strategy, request, { maxTokens, tokenCounter });

          expect(tokenCounter.countTokens(text)).toBeLessThanOrEqual(maxTokens);
          expect(openFenceAtEnd(text)).toBeUndefined();
          const unmarked = text.replace(/⟦[^⟧]*⟧\n?/gu, '');
          if (unmarked.includes('| meaning of')) expect(unmarked).toContain('| ---- |');
        },
      ),
      { numRuns: 300 },
    );
  });
});
