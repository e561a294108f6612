import type { PreviewMessage } from '../protocol/preview-message.js';

/** Limit of queued bytes for a viewer. A single message may exceed it when the queue is empty. */
export const maxQueuedBytes = 32 * 1024 * 1024;

/** Delay of a reconnection by `EventSource` itself, in milliseconds. */
const retryMs = 1_000;

const encoder = new TextEncoder();
const heartbeat = encoder.encode(':\n\n');

/** Options of a stream. */
export interface EventStreamOptions {
  /** Encodes a message, once for all receivers. */
  readonly encode: (message: PreviewMessage) => Uint8Array;
  /** Ends the connection and discards waiting messages. */
  readonly cut: () => void;
  /** Called once, when nothing is sent any more. */
  readonly onEnd: () => void;
  readonly maxBytes?: number | undefined;
}

/**
 * Server-sent events for one viewer. A viewer that reads too slowly is disconnected; after its reconnection it gets the
 * present state.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private lastId = 0;

  constructor(private readonly options: EventStreamOptions) {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.controller = controller;
          controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`));
        },
        // The viewer has disconnected.
        cancel: () => this.ended(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: options.maxBytes ?? maxQueuedBytes }),
    );
  }

  /** Whether it was sent; else the viewer was cut off. */
  send(message: PreviewMessage): boolean {
    const { controller } = this;
    if (controller === undefined) return true;
    if (!this.hasRoom(controller)) {
      this.drop();
      return false;
    }
    this.lastId += 1;
    controller.enqueue(encoder.encode(`id: ${this.lastId}\n`));
    controller.enqueue(this.options.encode(message));
    return true;
  }

  /** Keeps the connection alive, on both sides and in between. */
  beat(): void {
    if (this.controller !== undefined && this.hasRoom(this.controller)) this.controller.enqueue(heartbeat);
  }

  /** Ends the stream after its queued messages. */
  end(): void {
    this.controller?.close();
    this.ended();
  }

  drop(): void {
    this.options.cut();
    this.ended();
  }

  private hasRoom({ desiredSize }: ReadableStreamDefaultController<Uint8Array>): boolean {
    return (desiredSize ?? 0) > 0;
  }

  private ended(): void {
    if (this.controller === undefined) return;
    this.controller = undefined;
    this.options.onEnd();
  }
}

/** An event without its id. */
export function encodeMessage(message: PreviewMessage): Uint8Array {
  return encoder.encode(`data: ${JSON.stringify(message)}\n\n`);
}
