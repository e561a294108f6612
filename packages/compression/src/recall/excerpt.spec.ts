import { WordTokenCounter } from '@lexichord/testing';
import fc from 'fast-check';

import { toolResult } from '../language/test-support/messages.js';
import { excerptOf, joinRanges, cutTurn, writeExcerpt } from './excerpt.js';

const tokenCounter = new WordTokenCounter();

function excerpt(content: string, maxTokens: number, words: readonly string[] = []): string {
  const weights = new Map(words.map((word) => [word, 1]));
  return writeExcerpt(
    content,
    excerptOf(cutTurn(content, [{ start: 0, end: content.length }]), { words: weights, maxTokens, tokenCounter }),
  );
}

const lines = Array.from({ length: 50 }, (_unused, index) => `Line number ${index} says nothing new.`);

describe('excerptOf', () => {
  it('takes what says the words, with what stands beside it', () => {
    const content = lines.with(30, 'The heron stood there.').join('\n');

    expect(excerpt(content, 40, ['heron'])).toBe(
      '… Line number 28 says nothing new.\nLine number 29 says nothing new.\nThe heron stood there.\nLine number 31 says nothing new.\nLine number 32 says nothing new. …',
    );
  });

  it('takes the beginning when nothing says them', () => {
    expect(excerpt(lines.join('\n'), 20, ['heron'])).toBe(
      'Line number 0 says nothing new.\nLine number 1 says nothing new. …',
    );
  });

  it('leaves out between two places', () => {
    const content = lines.with(10, 'A heron.').with(40, 'Another heron.').join('\n');

    expect(excerpt(content, 8, ['heron'])).toBe('… A heron. … Another heron. …');
  });

  it('says of every part what a tool gave', () => {
    const own = lines.with(10, 'A heron.').join('\n');
    const content = `Look:\n${toolResult(own).content}\n${toolResult(own).content}\n${own}`;

    expect(excerpt(content, 13, ['heron'])).toBe('… [tool result] A heron. …\n[tool result] A heron. …\nA heron. …');
    expect(
      excerpt(toolResult(lines.with(10, 'A heron.').with(40, 'A heron, too.').join('\n')).content, 12, ['heron']),
    ).toBe('… [tool result] A heron. … A heron, too. …');
    expect(excerpt(`Heron:\n${toolResult(own).content}`, 30, ['heron'])).toMatch(
      /^Heron:\n\[tool result\] Line number 0 .* … .*A heron\..* …$/su,
    );
  });

  it('takes nothing when nothing fits', () => {
    const content = 'One two three four.';

    expect(
      excerptOf(cutTurn(content, [{ start: 0, end: content.length }]), {
        words: new Map(),
        maxTokens: 2,
        tokenCounter,
      }),
    ).toEqual([]);
  });

  it('never has more than it may, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.nat(40), (content, maxTokens) => {
        const ranges = excerptOf(cutTurn(content, [{ start: 0, end: content.length }]), {
          words: new Map([['a', 1]]),
          maxTokens,
          tokenCounter,
        });

        const words = ranges.map(({ start, end }) => tokenCounter.countTokens(content.slice(start, end)));
        expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(maxTokens);
        expect(ranges).toEqual(joinRanges(ranges, content));
      }),
    );
  });
});
