import type { ITokenCounter } from '@lexichord/abstractions';

/** Maximum length of a text that is counted completely, in UTF-16 units. */
const maxCountedLength = 200_000;

/** Number and length of the samples of a longer text that are counted. */
const samples = 16;
const sampleLength = 4_096;

/**
 * Tokens of a text: exact up to 200,000 UTF-16 units, beyond that extrapolated from samples. For sums and messages,
 * never to decide whether text fits: it prevents that a hostile text, such as millions of spaces, is counted for
 * minutes.
 */
export function estimateTokens(text: string, tokenCounter: ITokenCounter): number {
  if (text.length <= maxCountedLength) return tokenCounter.countTokens(text);
  const step = (text.length - sampleLength) / (samples - 1);
  let tokens = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const start = Math.floor(sample * step);
    tokens += tokenCounter.countTokens(text.slice(start, start + sampleLength));
  }
  return Math.round((tokens / (samples * sampleLength)) * text.length);
}
