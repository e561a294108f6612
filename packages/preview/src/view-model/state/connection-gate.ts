import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { unreachable } from './failure.js';
import type { PreviewStore } from './preview-store.js';

/**
 * Whether the panel can be asked: once the connection is open and has told what is kept. What is asked before the first
 * time waits; while a connection is lost it fails at once.
 */
export class ConnectionGate {
  private hasHistory = false;
  private waiting: (() => void)[] = [];

  constructor(private readonly store: PreviewStore) {}

  get isOpen(): boolean {
    const { connection, panel } = this.store.facts;
    return this.hasHistory && connection === 'open' && panel !== undefined;
  }

  /** The connection has told what is kept, which is the last that it tells of itself. */
  completed(): void {
    this.hasHistory = true;
    this.release();
  }

  /** Everything is told again on the next connection. */
  interrupted(): void {
    this.hasHistory = false;
    this.release();
  }

  /** Lets those go on who wait. */
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
