import { type Token, token } from '../token.js';

/** The only way to learn the time, so that tests can set it. */
export interface IClock {
  /** Wall-clock time in milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic time in milliseconds with a fraction; only differences mean something. */
  monotonicMs(): number;
}
export const IClock: Token<IClock> = token('IClock');
