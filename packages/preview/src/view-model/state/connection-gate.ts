import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { unreachable } from './failure.js';
import type { PreviewStore } from './preview-store.js';

/**
 * Whether calls to the panel can be made: once the connection is open and has sent its history. Earlier calls wait;
 * while the connection is lost they fail at once.
 */
export class ConnectionGate {
  private hasHistory = false;
  private waiting: (() => void)[] = [];

  constructor(private readonly store: PreviewStore) {}

  get isOpen(): boolean {
    const { connection, panel } = this.store.facts;
    return this.hasHistory && connection === 'open' && panel !== undefined;
  }

  /** Opens the gate after the history, the last of the first messages. */
  completed(): void {
    this.hasHistory = true;
    this.release();
  }

  /** Closes the gate until the next connection has sent its history. */
  interrupted(): void {
    this.hasHistory = false;
    this.release();
  }

  /** Resumes waiting calls, which check the gate again. */
  release(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const goOn of waiting) goOn();
  }

  /** @throws {LexichordError} `io-failed` while the panel cannot be reached */
  async pass(): Promise<void> {
    while (!this.isOpen) {
      const { connection } = this.store.facts;
      if (connection === 'lost' || connection === 'closed') {
        throw new LexichordError(ErrorCode.ioFailed, unreachable.message);
      }
      await new Promise<void>((goOn) => this.waiting.push(goOn));
    }
  }
}
