import type { ILogger, Unsubscribe } from '@lexichord/abstractions';

import type { ConnectionListener, ConnectionStatus } from '../protocol/preview-connection.js';
import type { PreviewMessage } from '../protocol/preview-message.js';

/** An assembly of a viewer that is under way. */
export interface ViewerAssembly {
  readonly correlationId: string;
  readonly controller: AbortController;
}

/** An attached listener. */
interface Attached {
  readonly listener: ConnectionListener;
  isActive: boolean;
}

/**
 * One viewer: usually with one listener; with none during a reconnection, with two for a moment when the new one exists
 * before the old one is found to be dead.
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

  /** Sends `first` and then all messages to a listener. No listener is called before this returns. */
  attach(listener: ConnectionListener, first: readonly PreviewMessage[]): Unsubscribe {
    const attached: Attached = { listener, isActive: true };
    this.attached.add(attached);
    this.sendStatus(attached, 'open');
    for (const message of first) this.tell(attached, message);
    return () => {
      attached.isActive = false;
      this.attached.delete(attached);
    };
  }

  send(message: PreviewMessage): void {
    for (const attached of this.attached) this.tell(attached, message);
  }

  /** Cancels its assembly and sends the status `closed`. */
  close(): void {
    this.assembly?.controller.abort();
    for (const attached of this.attached) this.sendStatus(attached, 'closed');
    this.attached.clear();
  }

  private tell(attached: Attached, message: PreviewMessage): void {
    this.later(attached, ({ onMessage }) => onMessage(message));
  }

  private sendStatus(attached: Attached, status: ConnectionStatus): void {
    this.later(attached, ({ onStatus }) => onStatus(status));
  }

  /** Calls a listener in a microtask, in order. An error of one listener does not affect the others. */
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
