import { type ITokenCounter, closeOpenFence } from '@lexichord/abstractions';

/** Attempts at a beginning that leaves room for the line which closes its last block of code. */
const maxAttempts = 8;

/**
 * A beginning of a text, of at most so many tokens. A block of code that it ends in is closed, so that what follows is
 * not taken for code; where there is no room to close it, nothing is left.
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
