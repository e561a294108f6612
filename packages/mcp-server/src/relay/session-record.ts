import { type Call, SessionCalls, isListening } from './session-calls.js';
import { type MessageId, type SessionMessage, isId, isObject, parseMessage } from './session-message.js';

/** Lines for both sides of a session, without line ends. */
export interface RelayedLines {
  readonly toClient: readonly string[];
  readonly toServer: readonly string[];
}

/** Key of the listen request's id in a notification, in the current revision. */
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** Method that opens a session in the earlier revision. */
const openingMethod = 'initialize';

const internalErrorCode = -32_603;

const nothing: RelayedLines = { toClient: [], toServer: [] };

/**
 * State by which a session continues with another server: its opening, its unanswered requests, and the client's
 * subscriptions. After a change of server, lines that would reveal it are changed or held back.
 */
export class SessionRecord {
  private readonly calls = new SessionCalls();
  /** The request that opened the session, in the earlier revision. */
  private opening: string | undefined;
  /** The client's notification that the session is open. */
  private opened: string | undefined;
  private phase: 'connected' | 'leaving' | 'apart' = 'connected';
  /** Whether another process answers. */
  private isBounded = true;
  /** Number of earlier servers. */
  private changes = 0;
  /** Handlers of the answers to the relay's own requests, by id. */
  private readonly own = new Map<MessageId, () => RelayedLines>();
  /** The server's ids of its questions to the client, by the ids that the client has received. */
  private readonly questions = new Map<MessageId, MessageId>();

  /** Whether the server can be left, because no more answers are expected. */
  get canLeave(): boolean {
    return this.phase === 'leaving' && this.calls.isQuiet;
  }

  /** Whether the client's subscriptions exceed the limit of another process. */
  get needsOwnServer(): boolean {
    return this.isBounded && this.calls.isOversubscribed;
  }

  /** Processes a line of the client. */
  fromClient(line: string): RelayedLines {
    const message = parseMessage(line);
    if (message?.method === undefined)
      return this.toServer(message === undefined ? line : this.answerOf(message, line));
    const { id, method, params } = message;
    if (id === undefined) return this.note(method, params, line);
    if (method === openingMethod) this.opening = line;
    this.calls.add(id, message, line);
    return { ...nothing, toServer: this.takeWaiting() };
  }

  /** Processes a line of the server. */
  fromServer(line: string): RelayedLines {
    const message = parseMessage(line);
    if (message === undefined) return { ...nothing, toClient: [line] };
    const { id, method } = message;
    if (method !== undefined) return { ...nothing, toClient: this.messageOf(message, line) };
    const answered = id === undefined ? undefined : this.own.get(id);
    if (id !== undefined && answered !== undefined) {
      this.own.delete(id);
      return answered();
    }
    // A server reports the end of listening when it ends; the next server continues it.
    const call = id === undefined ? undefined : this.calls.get(id);
    if (call !== undefined && isListening(call) && this.phase === 'leaving') return nothing;
    this.calls.finish(message);
    return { toClient: [line], toServer: this.takeWaiting() };
  }

  /** Stops sending requests to the server. */
  leave(): void {
    this.phase = 'leaving';
  }

  /** Disconnects the server, after it has ended. @returns messages for the client */
  part(): RelayedLines {
    this.phase = 'apart';
    this.own.clear();
    this.questions.clear();
    return { ...nothing, toClient: this.calls.restart().map(lostCall) };
  }

  /**
   * Connects another server: sends the session's opening first, and the rest after its answer.
   *
   * @param isBounded whether it is another process, for which concurrent requests are limited
   */
  resume({ isBounded }: { readonly isBounded: boolean }): RelayedLines {
    this.isBounded = isBounded;
    this.changes += 1;
    const { opening } = this;
    // An unanswered opening is repeated like any other request.
    if (opening === undefined || this.calls.hasWaiting(openingMethod)) return this.goOn();
    const id = this.ownId('opening');
    this.own.set(id, () => this.goOn());
    return { ...nothing, toServer: [withId(parseMessage(opening), id)] };
  }

  private goOn(): RelayedLines {
    this.phase = 'connected';
    const opened = this.opened === undefined ? [] : [this.opened];
    const subscriptions = this.calls.subscribed.map((uri, index) => {
      const id = this.ownId(`subscription ${index}`);
      // The client may have missed changes meanwhile.
      this.own.set(id, () => ({ ...nothing, toClient: [notification('resources/updated', { uri })] }));
      return JSON.stringify({ jsonrpc: '2.0', id, method: 'resources/subscribe', params: { uri } });
    });
    const calls = this.takeWaiting();
    // Zero, unless the opening is unanswered: until its answer the client gets no notification of changes.
    const openingEnd = calls.findIndex((line) => line === this.opening) + 1;
    const toClient = this.opened === undefined || openingEnd > 0 ? [] : [notification('resources/list_changed')];
    const toServer = [...calls.slice(0, openingEnd), ...opened, ...subscriptions, ...calls.slice(openingEnd)];
    return { toClient, toServer };
  }

  private takeWaiting(): readonly string[] {
    return this.phase === 'connected' ? this.calls.take({ isBounded: this.isBounded }) : [];
  }

  private toServer(line: string | undefined): RelayedLines {
    return line === undefined || this.phase === 'apart' ? nothing : { ...nothing, toServer: [line] };
  }

  /** The client's answer to a question; `undefined` for a question of an earlier server. */
  private answerOf(message: SessionMessage, line: string): string | undefined {
    if (this.changes === 0 || message.id === undefined) return line;
    const questionId = this.questions.get(message.id);
    if (questionId === undefined) return undefined;
    this.questions.delete(message.id);
    return withId(message, questionId);
  }

  private note(method: string, params: SessionMessage['params'], line: string): RelayedLines {
    if (method === 'notifications/initialized') this.opened = line;
    if (method !== 'notifications/cancelled') return this.toServer(line);
    if (!this.calls.cancel(params['requestId'])) return nothing;
    const { toServer } = this.toServer(line);
    return { ...nothing, toServer: [...toServer, ...this.takeWaiting()] };
  }

  /** Lines for the client for a request or a notification of the server. */
  private messageOf(message: SessionMessage, line: string): readonly string[] {
    const { id, method } = message;
    if (id !== undefined) return [this.questionOf(message, id, line)];
    if (method === 'notifications/progress') return this.isProgress(message) ? [line] : [];
    if (method === 'notifications/subscriptions/acknowledged') return this.acknowledgement(message, line);
    if (method === 'notifications/cancelled') return [this.cancellation(message, line)];
    return [line];
  }

  /** Renumbers a question: servers use the same ids, and the client may still answer an earlier server. */
  private questionOf(message: SessionMessage, id: MessageId, line: string): string {
    if (this.changes === 0) return line;
    const ownId = this.ownId(`question ${id}`);
    this.questions.set(ownId, id);
    return withId(message, ownId);
  }

  private cancellation({ value, params }: SessionMessage, line: string): string {
    const [ownId] = [...this.questions].find(([, questionId]) => questionId === params['requestId']) ?? [];
    if (ownId === undefined) return line;
    this.questions.delete(ownId);
    return JSON.stringify({ ...value, params: { ...params, requestId: ownId } });
  }

  /** Whether to pass a progress notification on: in a repeated call, only numbers above the last one are new. */
  private isProgress({ params: { progressToken, progress } }: SessionMessage): boolean {
    const call = this.calls.sent.find(
      ({ params: { _meta } }) => isObject(_meta) && _meta['progressToken'] === progressToken,
    );
    if (call === undefined || typeof progress !== 'number') return true;
    const isNew = this.changes === 0 || progress > call.progress;
    if (isNew) call.progress = progress;
    return isNew;
  }

  /** Passes on the first acknowledgement; later ones become notifications that everything may have changed. */
  private acknowledgement({ params }: SessionMessage, line: string): readonly string[] {
    const { _meta, notifications } = params;
    const id = isObject(_meta) ? _meta[subscriptionKey] : undefined;
    const call = isId(id) ? this.calls.get(id) : undefined;
    if (call?.isAcknowledged !== true) {
      if (call !== undefined) call.isAcknowledged = true;
      return [line];
    }
    const heard = isObject(notifications) ? notifications : {};
    const uris = Array.isArray(heard['resourceSubscriptions']) ? (heard['resourceSubscriptions'] as unknown[]) : [];
    const lists = heard['resourcesListChanged'] === true ? [notification('resources/list_changed', { _meta })] : [];
    return [...lists, ...uris.map((uri) => notification('resources/updated', { uri, _meta }))];
  }

  /** An id for the relay's own requests, which clients do not use. */
  private ownId(name: string): string {
    return `lexichord relay ${this.changes}: ${name}`;
  }
}

function withId(message: SessionMessage | undefined, id: MessageId): string {
  return JSON.stringify({ ...message?.value, id });
}

function notification(name: string, params?: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ jsonrpc: '2.0', method: `notifications/${name}`, ...(params && { params }) });
}

function lostCall({ id, params }: Call): string {
  const message = `The process that answered ended in the middle of this call of ${String(params['name'])}, and the call may or may not have completed. Check the stored data before you repeat it.`;
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: internalErrorCode, message } });
}
