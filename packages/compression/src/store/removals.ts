import { type Token, token } from '@lexichord/abstractions';

/** Counts removals of conversations, so that caches notice them. */
export interface IRemovals {
  /** Number of conversations that this process has removed. */
  readonly count: number;
  note(): void;
}
export const IRemovals: Token<IRemovals> = token('IRemovals');

/** A counter of removals. Caches compare it with its last value. */
export class Removals implements IRemovals {
  private removed = 0;

  get count(): number {
    return this.removed;
  }

  note(): void {
    this.removed += 1;
  }
}
