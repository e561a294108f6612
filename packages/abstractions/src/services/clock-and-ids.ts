import { type Token, token } from '../token.js';

/** The only source of time and of time limits, so that tests control both. */
export interface IClock {
  /** Wall-clock time in milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic time in milliseconds with a fraction; only differences mean something. */
  monotonicMs(): number;
  /**
   * Calls `onElapsed` once, `delayMs` milliseconds from now. A timer that runs keeps the process alive.
   *
   * @returns a function that stops the timer; it does nothing once the timer has elapsed
   */
  startTimer(delayMs: number, onElapsed: () => void): () => void;
}
export const IClock: Token<IClock> = token('IClock');

/** The only way to make an identifier that is not derived from content, so that tests can repeat it. */
export interface IIdSource {
  /** A fresh identifier, unique within the process and beyond. */
  nextId(): string;
}
export const IIdSource: Token<IIdSource> = token('IIdSource');
