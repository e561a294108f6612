import type { ITokenCounter, TextToken, TruncatedText } from '@lexichord/abstractions';

/** Counts every run of non-white-space as one token: counts that a test can do in its head. */
export class WordTokenCounter implements ITokenCounter {
  readonly encoding = 'o200k_base';
  readonly isEstimate = false;

  countTokens(text: string): number {
    return wordsOf(text).length;
  }

  validateCount(text: string, claimedCount: number): boolean {
    return this.countTokens(text) === claimedCount;
  }

  truncateToTokens(text: string, maxTokens: number): TruncatedText {
    const words = wordsOf(text);
    if (words.length <= maxTokens) return { content: text, tokenCount: words.length, boundary: 'whole' };
    const last = maxTokens < 1 ? undefined : words[maxTokens - 1];
    if (last === undefined) return { content: '', tokenCount: 0, boundary: 'empty' };
    return { content: text.slice(0, last.index + last[0].length), tokenCount: maxTokens, boundary: 'word' };
  }

  tokenize(text: string): readonly TextToken[] {
    return wordsOf(text).map(([word], id) => ({ id, bytes: new TextEncoder().encode(word) }));
  }
}

function wordsOf(text: string): RegExpExecArray[] {
  return [...text.matchAll(/\S+/gu)];
}
