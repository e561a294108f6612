import { type ContextGatheringRequest, ErrorCode, LexichordError, PathDeniedError } from '@lexichord/abstractions';
import { describeContextStrategy } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';
import { SelectionContextStrategy } from './selection-context-strategy.js';
import { aDocumentStrategy, fragmentOf, words } from './test-support/strategy-fixture.js';

const request: ContextGatheringRequest = { documentPath: 'doc.md', agentId: 'editor' };
const paragraphs = ['# Title', 'Before it.', 'The quick brown fox jumps.', 'After it.', 'Far away.'].join('\n\n');

async function selectionOf(content: string, overrides: Partial<ContextGatheringRequest>, maxTokens = 1_000) {
  const { strategy } = aDocumentStrategy(SelectionContextStrategy, { 'doc.md': content });
  return fragmentOf(await strategy.gather({ ...request, ...overrides }, { maxTokens }));
}

describeContextStrategy('SelectionContextStrategy', () => ({
  ...aDocumentStrategy(
    SelectionContextStrategy,
    { 'doc.md': Array.from({ length: 30 }, (_, index) => words(80, `p${index}_`)).join('\n\n') },
    new BpeTokenCounter({ encoding: 'o200k_base' }),
  ),
  request: { ...request, selectedText: 'p7_5 p7_6 p7_7' },
  requestsWithoutInput: [request, { ...request, selectedText: '' }, { ...request, selectedText: ' \n' }],
}));

describe('SelectionContextStrategy', () => {
  it('SBD-072 §3.2: gives the selection, marked, with the paragraphs around it', async () => {
    expect(await selectionOf(paragraphs, { selectedText: 'brown fox' })).toEqual({
      sourceId: 'selection',
      label: 'Selected Text',
      content: 'Before it.\n\nThe quick ⟦selection⟧brown fox⟦/selection⟧ jumps.\n\nAfter it.',
      tokenEstimate: 9,
      relevance: 1,
      metadata: { path: 'doc.md', startLine: 5, endLine: 5, truncated: false },
    });
  });

  it('takes the hinted occurrence when the text is there', async () => {
    const content = 'one same\n\ntwo same\n\nthree same';
    const startOffset = content.lastIndexOf('same');

    const fragment = await selectionOf(content, {
      selectedText: 'same',
      cursorPosition: 0,
      hints: { selectionRange: { startOffset, endOffset: startOffset + 4 } },
    });

    expect(fragment.content).toBe('two same\n\nthree ⟦selection⟧same⟦/selection⟧');
  });

  it('does not trust a hinted range whose text is another, and takes the occurrence nearest to the cursor', async () => {
    const content = 'one same\n\ntwo same\n\nthree same';

    const fragment = await selectionOf(content, {
      selectedText: 'same',
      cursorPosition: content.indexOf(' same', 9),
      hints: { selectionRange: { startOffset: 1, endOffset: 5 } },
    });

    expect(fragment.content).toBe('one same\n\ntwo ⟦selection⟧same⟦/selection⟧\n\nthree same');
  });

  it.each([
    ['at its end', 'a b x c x'.length, 'a b x c ⟦selection⟧x⟦/selection⟧'],
    ['nearer to the first', 5, 'a b ⟦selection⟧x⟦/selection⟧ c x'],
    ['without a cursor', undefined, 'a b ⟦selection⟧x⟦/selection⟧ c x'],
    ['before all of them', 0, 'a b ⟦selection⟧x⟦/selection⟧ c x'],
  ])('finds the right one of several occurrences with the cursor %s', async (_case, cursorPosition, content) => {
    const fragment = await selectionOf('a b x c x', { selectedText: 'x', cursorPosition });

    expect(fragment.content).toBe(content);
  });

  it('finds a selection whose line ends differ from the document', async () => {
    const content = 'Intro.\r\n\r\nfirst\r\nsecond line.';

    const fragment = await selectionOf(content, { selectedText: 'first\nsecond' });

    expect(fragment.content).toBe('Intro.\r\n\r\n⟦selection⟧first\r\nsecond⟦/selection⟧ line.');
  });

  it('gives the selection alone when the document does not hold it, or there is none', async () => {
    const elsewhere = await selectionOf(paragraphs, { selectedText: 'not there' });
    const noDocument = await selectionOf(paragraphs, { selectedText: 'not there', documentPath: undefined });

    expect(elsewhere).toMatchObject({ content: 'not there', metadata: { truncated: false } });
    expect(noDocument.content).toBe('not there');
  });

  it('gives the selection without marks when there is nothing around it', async () => {
    expect((await selectionOf('All of it.\n', { selectedText: 'All of it.' })).content).toBe('All of it.');
  });

  it('uses another mark when the text holds the mark', async () => {
    const content = 'See ⟦selection⟧ and ⟦/selection 2⟧ here.';

    const fragment = await selectionOf(content, { selectedText: 'and' });

    expect(fragment.content).toBe('See ⟦selection⟧ ⟦selection 3⟧and⟦/selection 3⟧ ⟦/selection 2⟧ here.');
  });

  it('takes as much of its surroundings as fits, evenly, and shows where it cut', async () => {
    const content = words(400);

    const fragment = await selectionOf(content, { selectedText: 'word200' }, 60);

    expect(fragment.content).toMatch(/^… word1\d\d .*⟦selection⟧word200⟦\/selection⟧.* word2\d\d …$/u);
    expect(fragment.tokenEstimate).toBeGreaterThanOrEqual(50);
    expect(fragment.tokenEstimate).toBeLessThanOrEqual(60);
  });

  it('keeps the start and the end of a selection that is too long, and says how much is missing', async () => {
    const content = words(500);

    const { content: shown, metadata, tokenEstimate } = await selectionOf(content, { selectedText: content }, 100);

    expect(shown).toMatch(/^word1 word2 .*\n\n\[… about \d+ tokens left out …\]\n\n.* word500$/su);
    expect(metadata).toMatchObject({ truncated: true });
    expect(tokenEstimate).toBeGreaterThanOrEqual(90);
    expect(tokenEstimate).toBeLessThanOrEqual(100);
  });

  it('SBD-072 §15: warns when it cuts the selection', async () => {
    const { strategy, log } = aDocumentStrategy(SelectionContextStrategy, {});

    await strategy.gather({ agentId: 'editor', selectedText: words(500) }, { maxTokens: 100 });

    expect(log.templates('warn')).toEqual(['{StrategyId} content truncated from {Original} to {Truncated} tokens']);
  });

  it.each([ErrorCode.notFound, ErrorCode.fileTooLarge])('needs no document: %s leaves the selection', async (code) => {
    const { strategy, editor } = aDocumentStrategy(SelectionContextStrategy, {});
    jest.spyOn(editor, 'getDocument').mockRejectedValue(new LexichordError(code, 'No document.'));

    const fragment = fragmentOf(await strategy.gather({ ...request, selectedText: 'mine' }, { maxTokens: 100 }));

    expect(fragment.content).toBe('mine');
  });

  it('gives nothing of a document that is denied', async () => {
    const { strategy, editor } = aDocumentStrategy(SelectionContextStrategy, {});
    jest.spyOn(editor, 'getDocument').mockRejectedValue(new PathDeniedError('.env', 'it is on the deny list'));

    const gathering = strategy.gather({ ...request, selectedText: 'KEY=1' }, { maxTokens: 100 });

    await expect(gathering).rejects.toMatchObject({ code: 'path-denied' });
  });

  it('shortens to the selection itself before it cuts it', async () => {
    const { strategy } = aDocumentStrategy(SelectionContextStrategy, { 'doc.md': words(100) });
    const selected = { ...request, selectedText: 'word50 word51' };
    const fragment = fragmentOf(await strategy.gather(selected, { maxTokens: 1_000 }));

    const shorter = await strategy.shorten?.(fragment, 2, { request: selected });

    expect(shorter?.content).toBe('⟦selection⟧word50 word51⟦/selection⟧'.replace(/⟦.*?⟧/gu, ''));
  });

  it('never exceeds any limit by the real counter, whatever is selected', async () => {
    const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const piece = fc.oneof(
      fc.lorem({ maxCount: 30 }),
      fc.constantFrom(
        '⟦selection⟧',
        '👩‍👩‍👧‍👦',
        '\r\n\r\n',
        '```\n# x\n```\n',
        '中文句子。'.repeat(20),
        'y'.repeat(900),
        '\udc00',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.nat({ max: 300 }),
        fc.nat({ max: 2_000 }),
        async (pieces, start, maxTokens, length) => {
          const content = pieces.join(' ');
          const startOffset = start % content.length;
          const selectedText = content.slice(startOffset, startOffset + length);
          const { strategy } = aDocumentStrategy(SelectionContextStrategy, { 'doc.md': content }, tokenCounter);
          const answer = await strategy.gather({ ...request, selectedText }, { maxTokens });
          if (answer === undefined || 'nothing' in answer) return;
          expect(tokenCounter.countTokens(answer.content)).toBeLessThanOrEqual(maxTokens);
        },
      ),
      { numRuns: 150 },
    );
  });
});
