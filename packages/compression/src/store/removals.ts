import { type Token, token } from '@lexichord/abstractions';

/** Tells those who remember conversations that one has gone. */
export interface IRemovals {
  /** How many have been removed by this process. */
  readonly count: number;
  note(): void;
}
export const IRemovals: Token<IRemovals> = token('IRemovals');

/** A number that rises with every removal: whoever remembers something compares it with the one before. */
export class Removals implements IRemovals {
  private removed = 0;

  get count(): number {
    return this.removed;
  }

  note(): void {
    this.removed += 1;
  }
}
