import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';

import type { PreviewHub } from '../hub/preview-hub.js';
import type { PreviewMessage } from '../protocol/preview-message.js';
import { EventStream, encodeMessage } from './event-stream.js';
import { viewerParameter } from './viewer-address.js';

const heartbeatMs = 15_000;

/** Streams of one viewer: a new one may be there before the old one is found to be dead. */
const maxStreamsOfViewer = 3;

/** Options of the streams. */
export interface EventRoutesOptions {
  readonly hub: PreviewHub;
  /** Called when a viewer is disconnected because it reads too slowly. */
  readonly onSlow: () => void;
  readonly maxQueuedBytes?: number | undefined;
}

/** The messages of the panel, as server-sent events: `GET /events?viewer=<id>`. */
export class EventRoutes {
  readonly routes = new Hono();
  /** Streams of each viewer, oldest first. */
  private readonly streams = new Map<string, Set<EventStream>>();
  private readonly encoded = new WeakMap<PreviewMessage, Uint8Array>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: EventRoutesOptions) {
    this.routes.get('/events', ({ req, env }) => {
      // Answered without its body: the stream would have no reader.
      if (req.method === 'HEAD') return new Response(null, { status: 405, headers: { Allow: 'GET' } });
      const { outgoing } = env as HttpBindings;
      const stream = this.open(req.query(viewerParameter) ?? '', () => outgoing.destroy());
      return new Response(stream.body, { headers: { 'Content-Type': 'text/event-stream' } });
    });
    this.timer = setInterval(() => this.beat(), heartbeatMs).unref();
  }

  /** Ends every stream after its queued messages. */
  close(): void {
    clearInterval(this.timer);
    for (const stream of this.all()) stream.end();
  }

  private open(viewerId: string, cut: () => void): EventStream {
    const { hub, onSlow, maxQueuedBytes } = this.options;
    const connection = hub.connect(viewerId);
    let leave: () => void = () => undefined;
    const stream = new EventStream({
      encode: (message) => this.encode(message),
      cut,
      onEnd: () => {
        leave();
        this.forget(viewerId, stream);
      },
      maxBytes: maxQueuedBytes,
    });
    leave = connection.open({
      onMessage: (message) => {
        if (!stream.send(message)) onSlow();
      },
      onStatus: (status) => {
        if (status === 'closed') stream.end();
      },
    });
    this.remember(viewerId, stream);
    return stream;
  }

  /** Once for all viewers that get the same message. */
  private encode(message: PreviewMessage): Uint8Array {
    const cached = this.encoded.get(message);
    if (cached !== undefined) return cached;
    const bytes = encodeMessage(message);
    this.encoded.set(message, bytes);
    return bytes;
  }

  private remember(viewerId: string, stream: EventStream): void {
    const streams = this.streams.get(viewerId) ?? new Set();
    this.streams.set(viewerId, streams.add(stream));
    const [oldest] = streams;
    if (streams.size > maxStreamsOfViewer) oldest?.drop();
  }

  private forget(viewerId: string, stream: EventStream): void {
    const streams = this.streams.get(viewerId);
    streams?.delete(stream);
    if (streams?.size === 0) this.streams.delete(viewerId);
  }

  private beat(): void {
    for (const stream of this.all()) stream.beat();
  }

  private all(): readonly EventStream[] {
    return [...this.streams.values()].flatMap((streams) => [...streams]);
  }
}
