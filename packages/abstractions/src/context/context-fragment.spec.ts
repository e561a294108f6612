import type { ITokenCounter } from '../services/token-counter.js';
import { type ContextFragment, hasContent, truncateFragment } from './context-fragment.js';

const fragment: ContextFragment = {
  sourceId: 'document',
  label: 'Document',
  content: 'one two three',
  tokenEstimate: 3,
  relevance: 1,
};

/** Cuts at words. The packages above have better ones; this one may import none of them. */
const wordCounter: Pick<ITokenCounter, 'truncateToTokens'> = {
  truncateToTokens: (text, maxTokens) => {
    const words = text.split(' ');
    if (words.length <= maxTokens) return { content: text, tokenCount: words.length, boundary: 'whole' };
    return { content: words.slice(0, maxTokens).join(' '), tokenCount: maxTokens, boundary: 'word' };
  },
};
const counter = wordCounter as ITokenCounter;

describe('truncateFragment', () => {
  it('DES-072c §5.1: cuts the content and keeps everything else', () => {
    expect(truncateFragment(fragment, 2, counter)).toEqual({ ...fragment, content: 'one two', tokenEstimate: 2 });
  });

  it('gives the same object when it fits', () => {
    expect(truncateFragment(fragment, 3, counter)).toBe(fragment);
  });

  it('corrects an estimate that is not the count', () => {
    expect(truncateFragment({ ...fragment, tokenEstimate: 9 }, 3, counter)).toEqual(fragment);
  });
});

describe('hasContent', () => {
  it.each([
    ['text', true],
    ['', false],
    [' \n\t\u3000', false],
  ])('%j: %s', (content, expected) => {
    expect(hasContent({ ...fragment, content })).toBe(expected);
  });
});
