import { type ContextGatheringRequest, ErrorCode, LexichordError } from '@lexichord/abstractions';
import { describeContextStrategy } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';
import { CursorContextStrategy } from './cursor-context-strategy.js';
import { aDocumentStrategy, fragmentOf, words } from './test-support/strategy-fixture.js';

const request: ContextGatheringRequest = { documentPath: 'doc.md', agentId: 'editor' };

async function textAt(content: string, overrides: Partial<ContextGatheringRequest>, maxTokens = 500) {
  const { strategy } = aDocumentStrategy(CursorContextStrategy, { 'doc.md': content });
  return fragmentOf(await strategy.gather({ ...request, ...overrides }, { maxTokens }));
}

describeContextStrategy('CursorContextStrategy', () => ({
  ...aDocumentStrategy(
    CursorContextStrategy,
    { 'doc.md': words(2_000), 'empty.md': ' \n \n' },
    new BpeTokenCounter({ encoding: 'cl100k_base' }),
  ),
  request: { ...request, cursorPosition: 9_000, hints: { cursorWindow: { unit: 'characters', size: 4_000 } } },
  requestsWithoutInput: [
    request,
    { agentId: 'editor', cursorPosition: 3 },
    { agentId: 'editor', documentPath: 'empty.md', cursorPosition: 1 },
  ],
}));

describe('CursorContextStrategy', () => {
  it('SBD-072 §3.2: gives the text around the cursor with its place marked', async () => {
    expect(await textAt('First line.\n\nSecond line.', { cursorPosition: 20 })).toEqual({
      sourceId: 'cursor',
      label: 'Cursor Context',
      content: 'Line 3, column 8, at ⟦cursor⟧:\n\nFirst line.\n\nSecond ⟦cursor⟧line.',
      tokenEstimate: 10,
      relevance: 1,
      metadata: { path: 'doc.md', line: 3, column: 8, startLine: 1, endLine: 3, truncated: false },
    });
  });

  it('shows about 1,000 characters on each side when nobody says otherwise, cut at words', async () => {
    const content = words(2_000);

    const { content: shown } = await textAt(content, { cursorPosition: 9_000 }, 10_000);

    const [before = '', after = ''] = shown.slice(shown.indexOf('\n\n') + 2).split('⟦cursor⟧');
    for (const side of [before, after]) {
      expect(side.length).toBeGreaterThan(950);
      expect(side.length).toBeLessThanOrEqual(1_000);
    }
    expect(before).toMatch(/^word\d+ /u);
    expect(after).toMatch(/ word\d+$/u);
  });

  it.each([
    [{ unit: 'characters', size: 12 } as const, 'three\nfour ⟦cursor⟧five\nsix'],
    [{ unit: 'lines', size: 0 } as const, 'four ⟦cursor⟧five'],
    [{ unit: 'lines', size: 1 } as const, 'two three\nfour ⟦cursor⟧five\nsix seven'],
    [{ unit: 'lines', size: 1_000_000 } as const, 'one\ntwo three\nfour ⟦cursor⟧five\nsix seven\neight'],
  ])('takes the window that the hint asks for: %j', async (cursorWindow, expected) => {
    const content = 'one\ntwo three\nfour five\nsix seven\neight';

    const { content: shown } = await textAt(content, {
      cursorPosition: content.indexOf('five'),
      hints: { cursorWindow },
    });

    expect(shown.slice(shown.indexOf('\n\n') + 2)).toBe(expected);
  });

  it('puts a cursor beyond the end at the end', async () => {
    const { content, metadata } = await textAt('One line.', { cursorPosition: 1_000 });

    expect(content).toContain('One line.⟦cursor⟧');
    expect(metadata).toMatchObject({ line: 1, column: 10 });
  });

  it.each([
    ['a surrogate pair', 'ab😀cd', 3, 'ab⟦cursor⟧😀cd'],
    ['a family', 'ab👩‍👩‍👧‍👦cd', 6, 'ab⟦cursor⟧👩‍👩‍👧‍👦cd'],
    ['a letter with its mark', 'abe\u0301cd', 3, 'ab⟦cursor⟧e\u0301cd'],
    ['CR LF', 'ab\r\ncd', 3, 'ab⟦cursor⟧\r\ncd'],
  ])('never puts the mark inside %s', async (_name, content, cursorPosition, expected) => {
    expect((await textAt(content, { cursorPosition })).content).toContain(expected);
  });

  it('uses another mark when the text holds the mark', async () => {
    const { content } = await textAt('a ⟦cursor⟧ b', { cursorPosition: 0 });

    expect(content).toBe('Line 1, column 1, at ⟦cursor 2⟧:\n\n⟦cursor 2⟧a ⟦cursor⟧ b');
  });

  it('shrinks on both sides alike to the limit, and says so in the log', async () => {
    const content = words(400);
    const { strategy, log } = aDocumentStrategy(CursorContextStrategy, { 'doc.md': content });

    const { content: shown, tokenEstimate } = fragmentOf(
      await strategy.gather({ ...request, cursorPosition: content.indexOf('word200') }, { maxTokens: 50 }),
    );

    const [before = '', after = ''] = shown.slice(shown.indexOf('\n\n') + 2).split('⟦cursor⟧');
    expect(Math.abs(before.split(' ').length - after.split(' ').length)).toBeLessThanOrEqual(3);
    expect(tokenEstimate).toBeGreaterThanOrEqual(44);
    expect(tokenEstimate).toBeLessThanOrEqual(50);
    expect(log.templates('warn')).toEqual(['{StrategyId} content truncated from {Original} to {Truncated} tokens']);
  });

  it('shows no secret of a document that is too large to open, also where one begins far above', async () => {
    const before = `BEGIN KEY\n${'keyline\n'.repeat(2_600)}END KEY\nsecret:abcdefgh `;
    const { strategy, editor } = aDocumentStrategy(CursorContextStrategy, { 'big.md': `${before}here we are` });
    jest.spyOn(editor, 'getDocument').mockRejectedValue(new LexichordError(ErrorCode.fileTooLarge, 'Too large.'));
    const content = `${before}here we are`;
    jest.spyOn(editor, 'readRange').mockImplementation((_path, from, to) => Promise.resolve(content.slice(from, to)));

    const fragment = fragmentOf(
      await strategy.gather(
        {
          agentId: 'editor',
          documentPath: 'big.md',
          cursorPosition: before.length + 5,
          hints: { cursorWindow: { unit: 'characters', size: 15_000 } },
        },
        { maxTokens: 500 },
      ),
    );

    expect(fragment.content).toContain('[secret: private-key]\n[secret: token] here ⟦cursor⟧we are');
    expect(JSON.stringify(fragment)).not.toMatch(/abcdefgh|keyline/u);
    expect(fragment.metadata?.secrets).toHaveLength(2);
  });

  it('SBD-072 §8: reads only what is near the cursor of a document that is too large to open', async () => {
    const content = words(20_000);
    const cursorPosition = content.indexOf('word10000');
    const { strategy, editor } = aDocumentStrategy(CursorContextStrategy, { 'doc.md': content });
    const readRange = jest
      .spyOn(editor, 'readRange')
      .mockImplementation(async (_path, start, end) => content.slice(start, end));
    jest.spyOn(editor, 'getDocument').mockRejectedValue(new LexichordError(ErrorCode.fileTooLarge, 'Too large.'));

    const fragment = fragmentOf(await strategy.gather({ ...request, cursorPosition }, { maxTokens: 50 }));

    expect(fragment.content).toMatch(
      new RegExp(`^Offset ${cursorPosition}, at ⟦cursor⟧:\n\n.* ⟦cursor⟧word10000 `, 'su'),
    );
    expect(fragment.metadata).toMatchObject({ cursorPosition, truncated: true });
    expect(readRange).toHaveBeenCalledTimes(1);
  });

  it("lets any other of the editor's errors through", async () => {
    const { strategy } = aDocumentStrategy(CursorContextStrategy, {});

    await expect(strategy.gather({ ...request, cursorPosition: 1 }, { maxTokens: 50 })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('shortens around the cursor, not from the end', async () => {
    const content = words(400);
    const { strategy } = aDocumentStrategy(CursorContextStrategy, { 'doc.md': content });
    const atCursor = { ...request, cursorPosition: content.indexOf('word200') };
    const fragment = fragmentOf(await strategy.gather(atCursor, { maxTokens: 500 }));

    const shorter = await strategy.shorten?.(fragment, 30, { request: atCursor });

    expect(shorter?.content).toContain('⟦cursor⟧word200');
    expect(shorter?.tokenEstimate).toBeLessThanOrEqual(30);
  });

  it('never exceeds any limit by the real counter, nor splits a pair, wherever the cursor is', async () => {
    const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const piece = fc.oneof(
      fc.lorem({ maxCount: 30 }),
      fc.constantFrom('⟦cursor⟧', '👩‍👩‍👧‍👦', '🇫🇷🇩🇪', '\r\n', '\r', '中文句子。'.repeat(20), 'y'.repeat(900), '\u2028'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 30 }),
        fc.nat({ max: 4_000 }),
        fc.nat({ max: 200 }),
        fc.record({ unit: fc.constantFrom('characters', 'lines'), size: fc.nat({ max: 2_000 }) }),
        async (pieces, cursorPosition, maxTokens, cursorWindow) => {
          const { strategy } = aDocumentStrategy(CursorContextStrategy, { 'doc.md': pieces.join(' ') }, tokenCounter);
          const answer = await strategy.gather({ ...request, cursorPosition, hints: { cursorWindow } }, { maxTokens });
          if (answer === undefined || 'nothing' in answer) return;
          expect(tokenCounter.countTokens(answer.content)).toBeLessThanOrEqual(maxTokens);
          expect(answer.content).not.toMatch(/[\ud800-\udfff]/u);
        },
      ),
      { numRuns: 150 },
    );
  });
});
