import type { ConnectionListener, ConnectionStatus } from '../../protocol/preview-connection.js';
import type { PreviewMessage } from '../../protocol/preview-message.js';
import type { PanelAddress } from './panel-address.js';

/** The used part of a browser's `EventSource`. */
export interface EventSourceLike {
  onopen: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  close(): void;
}

export type EventSourceConstructor = new (url: string) => EventSourceLike;

/** Timers of the stream. Default: the global timers. */
export interface StreamTimers {
  readonly set: (call: () => void, delayMs: number) => unknown;
  readonly clear: (timer: unknown) => void;
}

/** Delay before reconnecting, in milliseconds; doubled after each failure, up to the longest. */
const waits = { first: 250, longest: 5_000 } as const;

/** Options of a stream. */
export interface MessageStreamOptions {
  readonly listener: ConnectionListener;
  readonly address: PanelAddress;
  readonly viewerId: string;
  readonly eventSource: EventSourceConstructor;
  readonly timers?: StreamTimers | undefined;
}

const globalTimers: StreamTimers = {
  set: (call, delayMs) => setTimeout(call, delayMs),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/**
 * Receives the panel's messages. Reconnects whenever the connection is lost, until it is closed; after a restart of the
 * panel, at its new address.
 */
export class MessageStream {
  private source: EventSourceLike | undefined;
  private timer: unknown;
  private status: ConnectionStatus | undefined;
  private failures = 0;
  private isClosed = false;

  constructor(private readonly options: MessageStreamOptions) {}

  open(): void {
    // Deferred, so that the caller has the function that ends it.
    queueMicrotask(() => {
      if (this.isClosed) return;
      this.report('connecting');
      void this.connect();
    });
  }

  /** Closes the stream; the listener is no longer called. */
  close(): void {
    this.isClosed = true;
    (this.options.timers ?? globalTimers).clear(this.timer);
    this.source?.close();
    this.source = undefined;
  }

  /** The address contains the secret, so it connects only after the server has proved to be the panel. */
  private async connect(): Promise<void> {
    const isTheirs = await this.options.address.isTheirs();
    if (this.isClosed) return;
    if (!isTheirs) {
      this.wait();
      return;
    }
    const { address, viewerId, eventSource: Source } = this.options;
    const source = new Source(address.of(`events?viewer=${viewerId}`));
    this.source = source;
    source.onopen = () => this.opened(source);
    source.onmessage = ({ data }: { readonly data: string }) => this.heard(source, data);
    source.onerror = () => this.lost(source);
  }

  private opened(source: EventSourceLike): void {
    if (source === this.source) this.report('open');
  }

  private heard(source: EventSourceLike, data: string): void {
    if (source !== this.source) return;
    // Reset here rather than on open: a server that accepts connections and sends nothing is no panel.
    this.failures = 0;
    this.options.listener.onMessage(JSON.parse(data) as PreviewMessage);
  }

  /** Reconnects: a browser retries by itself, but not at another address and not after a refusal. */
  private lost(source: EventSourceLike): void {
    source.close();
    if (source !== this.source) return;
    this.source = undefined;
    this.options.address.distrust();
    if (this.status === 'open') this.report('lost');
    this.wait();
  }

  private wait(): void {
    const wait = Math.min(waits.first * 2 ** this.failures, waits.longest);
    this.failures += 1;
    this.timer = (this.options.timers ?? globalTimers).set(() => void this.connect(), wait);
  }

  private report(status: ConnectionStatus): void {
    if (status === this.status) return;
    this.status = status;
    this.options.listener.onStatus(status);
  }
}
