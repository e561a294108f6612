import type { ILogger, Unsubscribe } from '@lexichord/abstractions';

import type { ConnectionListener, ConnectionStatus } from '../protocol/preview-connection.js';
import type { PreviewMessage } from '../protocol/preview-message.js';

/** An assembly of a viewer that is under way. */
export interface ViewerAssembly {
  readonly correlationId: string;
  readonly controller: AbortController;
}

/** One who listens, from then until it stops. */
interface Attached {
  readonly listener: ConnectionListener;
  isActive: boolean;
}

/**
 * One viewer: usually with one listener; with none while its connection is being made again, with two for a moment when
 * the new one is there before the old one is known to be dead.
 */
export class Viewer {
  /** Its newest assembly, while it is under way. */
  assembly: ViewerAssembly | undefined;
  private readonly attached = new Set<Attached>();

  constructor(
    readonly viewerId: string,
    private readonly log: ILogger,
  ) {}

  get isListening(): boolean {
    return this.attached.size > 0;
  }

  /** Tells it `first` and from then on everything. Nobody is called before this has returned. */
  attach(listener: ConnectionListener, first: readonly PreviewMessage[]): Unsubscribe {
    const attached: Attached = { listener, isActive: true };
    this.attached.add(attached);
    this.tellStatus(attached, 'open');
    for (const message of first) this.tell(attached, message);
    return () => {
      attached.isActive = false;
      this.attached.delete(attached);
    };
  }

  send(message: PreviewMessage): void {
    for (const attached of this.attached) this.tell(attached, message);
  }

  /** The last that it hears. */
  close(): void {
    this.assembly?.controller.abort();
    for (const attached of this.attached) this.tellStatus(attached, 'closed');
    this.attached.clear();
  }

  private tell(attached: Attached, message: PreviewMessage): void {
    this.later(attached, ({ onMessage }) => onMessage(message));
  }

  private tellStatus(attached: Attached, status: ConnectionStatus): void {
    this.later(attached, ({ onStatus }) => onStatus(status));
  }

  /** In the order of the calls, and outside of whatever is going on: a listener that throws hurts nobody else. */
  private later(attached: Attached, call: (listener: ConnectionListener) => void): void {
    queueMicrotask(() => {
      if (!attached.isActive) return;
      try {
        call(attached.listener);
      } catch (error) {
        this.log.error('A listener to the preview failed', {}, error);
      }
    });
  }
}
