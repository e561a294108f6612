import { type ITokenCounter, closeOpenFence } from '@lexichord/abstractions';

/** Maximum number of attempts to leave room for the line that closes the last block of code. */
const maxAttempts = 8;

/**
 * Truncates a text to a number of tokens. An open block of code at the end is closed, so that the following text does
 * not count as code; empty if there is no room to close it.
 */
export function beginningOf(text: string, maxTokens: number, counter: ITokenCounter): string {
  let room = maxTokens;
  for (let attempt = 1; attempt <= maxAttempts && room > 0; attempt += 1) {
    const closed = closeOpenFence(counter.truncateToTokens(text, room).content);
    const excess = counter.countTokens(closed) - maxTokens;
    if (excess <= 0) return closed;
    room -= excess;
  }
  return '';
}
