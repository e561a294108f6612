import type { CallOptions, ExpandedContext, Unsubscribe } from '@lexichord/abstractions';

import type {
  ConnectionListener,
  DocumentChoices,
  ExpansionRequest,
  IPreviewConnection,
  OpenedDocument,
  PreviewRequest,
  StartedAssembly,
} from '../../protocol/preview-connection.js';
import type { AssemblyRecord } from '../../protocol/preview-message.js';
import { type EventSourceConstructor, MessageStream, type StreamTimers } from './message-stream.js';
import { PanelAddress } from './panel-address.js';
import { PanelCalls } from './panel-calls.js';
import { ViewerId, type ViewerStorage } from './viewer-id.js';

/** Options of a connection. All have defaults in a browser. */
export interface HttpConnectionOptions {
  /** The panel's address with its secret. Default: the page's address. */
  readonly address?: string | undefined;
  /** The page's renewal key. Without it, a lost connection is not restored. */
  readonly renewalKey?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly eventSource?: EventSourceConstructor | undefined;
  /** Keeps the viewer's id while the page is reloaded. Default: the browser's for this window. */
  readonly storage?: ViewerStorage | undefined;
  /** Called with the panel's new address after a restart. Default: updates the browser's address bar. */
  readonly onMoved?: ((address: string) => void) | undefined;
  readonly timers?: StreamTimers | undefined;
}

/** A connection to the panel over HTTP: calls by `fetch`, messages by server-sent events. */
export class HttpPreviewConnection implements IPreviewConnection {
  private readonly address: PanelAddress;
  private readonly calls: PanelCalls;
  private readonly viewer: ViewerId;
  private stream: MessageStream | undefined;

  constructor(private readonly options: HttpConnectionOptions = {}) {
    const ask = options.fetch ?? ((input, init) => fetch(input, init));
    this.viewer = new ViewerId(options.storage ?? browserStorage());
    this.address = new PanelAddress({
      address: options.address ?? location.href,
      renewalKey: options.renewalKey,
      fetch: ask,
      onMoved: options.onMoved ?? ((address) => history.replaceState(history.state, '', address)),
    });
    this.calls = new PanelCalls(this.address, { fetch: ask, viewerId: this.viewer.id });
  }

  open(listener: ConnectionListener): Unsubscribe {
    this.stream?.close();
    this.viewer.take();
    const stream = new MessageStream({
      listener,
      address: this.address,
      viewerId: this.viewer.id,
      eventSource: this.options.eventSource ?? EventSource,
      timers: this.options.timers,
    });
    this.stream = stream;
    stream.open();
    return () => {
      stream.close();
      if (this.stream !== stream) return;
      // Until it is opened again, another program may listen on the port.
      this.address.distrust();
      this.stream = undefined;
      this.viewer.leave();
    };
  }

  assemble(request: PreviewRequest, options?: CallOptions): Promise<StartedAssembly> {
    return this.calls.ask('assemble', request, options);
  }

  async cancel(correlationId: string, options?: CallOptions): Promise<void> {
    await this.calls.ask('cancel', { correlationId }, options);
  }

  assembly(correlationId: string, options?: CallOptions): Promise<AssemblyRecord> {
    return this.calls.ask('assembly', { correlationId }, options);
  }

  async switchStrategy(strategyId: string, enabled: boolean, options?: CallOptions): Promise<void> {
    await this.calls.ask('switch-strategy', { strategyId, enabled }, options);
  }

  findDocuments(words: string, options?: CallOptions): Promise<DocumentChoices> {
    return this.calls.ask('find-documents', { words }, options);
  }

  openDocument(path: string, options?: CallOptions): Promise<OpenedDocument> {
    return this.calls.ask('open-document', { path }, options);
  }

  async editDocument(path: string, content: string | undefined, options?: CallOptions): Promise<void> {
    await this.calls.ask('edit-document', { path, content }, options);
  }

  listConversations(options?: CallOptions): Promise<readonly string[]> {
    return this.calls.ask('list-conversations', {}, options);
  }

  expandSegment(request: ExpansionRequest, options?: CallOptions): Promise<ExpandedContext> {
    return this.calls.ask('expand-segment', request, options);
  }
}

/** The session storage; `undefined` when the browser forbids it. */
function browserStorage(): ViewerStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
