import type { ITokenCounter } from '@lexichord/abstractions';

/** Longest text that is counted whole, in UTF-16 units. */
const maxCountedLength = 200_000;

/** How many pieces of a longer text are counted, and how long each is. */
const samples = 16;
const sampleLength = 4_096;

/**
 * Tokens in a text: exact up to 200,000 UTF-16 units, beyond that scaled up from pieces of it. For sums and messages,
 * never to decide that something fits: it keeps a hostile text, millions of spaces, from being counted for minutes.
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
