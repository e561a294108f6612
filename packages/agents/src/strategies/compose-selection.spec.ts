import { PlainStructureService, WordTokenCounter } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';
import { words } from './test-support/strategy-fixture.js';
import { selectionInContext, shortenSelection } from './compose-selection.js';

async function place(content: string, selected: string) {
  const startOffset = content.indexOf(selected);
  const structure = await new PlainStructureService().getStructure({
    path: 'doc.md',
    content,
    version: '1',
    language: 'markdown',
    isUnsaved: false,
    decoding: 'utf-8',
  });
  return { content, structure, range: { startOffset, endOffset: startOffset + selected.length } };
}

describe('selectionInItsPlace', () => {
  it('is the selection alone when there is no room for more, and nothing when not even that fits', async () => {
    const placed = await place('one two three four', 'two three');

    const limits = { tokenCounter: new WordTokenCounter() };
    expect(selectionInContext(placed, { ...limits, maxTokens: 1 })).toBeUndefined();
    expect(selectionInContext(placed, { ...limits, maxTokens: 2 })).toBe('two three');
  });
});

const whole = (content: string) => ({ content, range: { startOffset: 0, endOffset: content.length } });

describe('shortenSelection', () => {
  it('gives what fits as it is', () => {
    expect(shortenSelection(whole('one two'), { maxTokens: 2, tokenCounter: new WordTokenCounter() })).toBe('one two');
  });

  it('keeps the beginning alone when there is no room for a mark', () => {
    const shortened = shortenSelection(whole(words(100)), { maxTokens: 5, tokenCounter: new WordTokenCounter() });

    expect(shortened).toBe('word1 word2 word3 word4 word5');
  });

  it('keeps the limit by itself, for any text', () => {
    const tokenCounter = new BpeTokenCounter({ encoding: 'cl100k_base', safetyFactor: 1.2 });
    const text = fc.array(fc.oneof(fc.lorem(), fc.constantFrom('漢字'.repeat(50), 'q'.repeat(300), '👩‍👩‍👧‍👦\r\n')), {
      minLength: 10,
    });

    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 200 }), (parts, maxTokens) => {
        const shortened = shortenSelection(whole(parts.join(' ')), { maxTokens, tokenCounter });
        expect(tokenCounter.countTokens(shortened)).toBeLessThanOrEqual(maxTokens);
      }),
    );
  });
});
