import { type Call, SessionCalls, isListening } from './session-calls.js';
import { type MessageId, type SessionMessage, isId, isObject, parseMessage } from './session-message.js';

/** Lines for both sides of a session, without their ends. */
export interface RelayedLines {
  readonly toClient: readonly string[];
  readonly toServer: readonly string[];
}

/** By the current revision a notification names the request to listen that it belongs to. */
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** By the earlier revision a session is opened with it. */
const openingMethod = 'initialize';

const internalErrorCode = -32_603;

const nothing: RelayedLines = { toClient: [], toServer: [] };

/**
 * The record by which a session continues with another server: its opening, its unanswered requests, and the client's
 * subscriptions. Lines pass unchanged, except that those which would reveal the change of server are held back.
 */
export class SessionRecord {
  private readonly calls = new SessionCalls();
  /** The request that opened the session, by the earlier revision. */
  private opening: string | undefined;
  /** The client's note that it has opened it. */
  private opened: string | undefined;
  private phase: 'connected' | 'leaving' | 'apart' = 'connected';
  /** Whether another process answers. */
  private isBounded = true;
  /** How many servers there were before this one. */
  private changes = 0;
  /** Requests of the relay, by their ids, and what their answers lead to. */
  private readonly own = new Map<MessageId, () => RelayedLines>();
  /** Questions of this server to the client, by the ids that the client has received. */
  private readonly questions = new Map<MessageId, MessageId>();

  /** Whether the server is to be left now: nothing is to be answered any more. */
  get canLeave(): boolean {
    return this.phase === 'leaving' && this.calls.isQuiet;
  }

  /** Whether the client has subscribed to more than the server of another process may hold for it. */
  get needsOwnServer(): boolean {
    return this.isBounded && this.calls.isOversubscribed;
  }

  /** Takes a line of the client. */
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

  /** Takes a line of the server. */
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
    // A server that ends reports the end of listening; the next server takes the listeners over.
    const call = id === undefined ? undefined : this.calls.get(id);
    if (call !== undefined && isListening(call) && this.phase === 'leaving') return nothing;
    this.calls.finish(message);
    return { toClient: [line], toServer: this.takeWaiting() };
  }

  /** The server must get no further requests. */
  leave(): void {
    this.phase = 'leaving';
  }

  /** The server has ended. @returns messages for its client */
  part(): RelayedLines {
    this.phase = 'apart';
    this.own.clear();
    this.questions.clear();
    return { ...nothing, toClient: this.calls.restart().map(lostCall) };
  }

  /**
   * Connects another server: first it gets the session's opening; after its answer, all the rest.
   *
   * @param isBounded whether it is another process, which must not get all requests at once
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
      // The client has missed changes meanwhile.
      this.own.set(id, () => ({ ...nothing, toClient: [notification('resources/updated', { uri })] }));
      return JSON.stringify({ jsonrpc: '2.0', id, method: 'resources/subscribe', params: { uri } });
    });
    const calls = this.takeWaiting();
    // Zero, unless the client still waits for the answer to its opening: until then it gets no notification of changes.
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

  /** The client's answer to a question; `undefined` for one of a server that has gone. */
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

  /** The lines for the client about a request or a notification of the server. */
  private messageOf(message: SessionMessage, line: string): readonly string[] {
    const { id, method } = message;
    if (id !== undefined) return [this.questionOf(message, id, line)];
    if (method === 'notifications/progress') return this.isProgress(message) ? [line] : [];
    if (method === 'notifications/subscriptions/acknowledged') return this.acknowledgement(message, line);
    if (method === 'notifications/cancelled') return [this.cancellation(message, line)];
    return [line];
  }

  /** Every server numbers its questions from the beginning; the client may still answer those of the one before. */
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

  /** Whether the progress number of a repeated call is above the last one that the client has received. */
  private isProgress({ params: { progressToken, progress } }: SessionMessage): boolean {
    const call = this.calls.sent.find(
      ({ params: { _meta } }) => isObject(_meta) && _meta['progressToken'] === progressToken,
    );
    if (call === undefined || typeof progress !== 'number') return true;
    const isNew = this.changes === 0 || progress > call.progress;
    if (isNew) call.progress = progress;
    return isNew;
  }

  /** A client gets one acknowledgement; after a change of server, a notification that everything may have changed. */
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

  /** An id that no client uses. */
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
