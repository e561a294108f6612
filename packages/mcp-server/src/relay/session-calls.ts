import { type MessageId, type SessionMessage, isId } from './session-message.js';

/** Requests of one client that another process answers at once. Further ones wait here, and not in that process. */
const maxUnderWay = 32;

/** Bytes of a client's subscriptions in another process; a client with more gets a process of its own. */
const maxSubscribedBytes = 256 * 1024;

/** Names of the tools that write: calls of them must not be repeated. */
export const writingTools: readonly string[] = ['remember'];

/** The request by which a client of the current revision listens; it is answered when that ends. */
const listening = 'subscriptions/listen';

/** A request that has no answer yet. */
export interface Call {
  readonly id: MessageId;
  readonly line: string;
  readonly method: string;
  readonly params: SessionMessage['params'];
  /** Of a listen request: whether the client has received the acknowledgement. */
  isAcknowledged: boolean;
  /** The last progress number that the client has received. */
  progress: number;
}

/** Requests of a client that have no answer yet, and what it has subscribed to. */
export class SessionCalls {
  private readonly underWay = new Map<MessageId, Call>();
  private readonly addresses = new Set<string>();
  private waiting: Call[] = [];

  /** Addresses that a client of the earlier revision has subscribed to. */
  get subscribed(): readonly string[] {
    return [...this.addresses];
  }

  /** Requests that were sent, and are not answered, in their order. */
  get sent(): readonly Call[] {
    return [...this.underWay.values()];
  }

  /** Whether no answer is to come, but to those who listen. */
  get isQuiet(): boolean {
    return this.sent.every(isListening);
  }

  get(id: MessageId): Call | undefined {
    return this.underWay.get(id);
  }

  add(id: MessageId, { method = '', params }: SessionMessage, line: string): void {
    this.waiting.push({ id, line, method, params, isAcknowledged: false, progress: -Infinity });
  }

  /** Takes requests that can be sent now; where another process answers them, not all at once. */
  take({ isBounded }: { readonly isBounded: boolean }): readonly string[] {
    const lines: string[] = [];
    let call = this.waiting[0];
    for (; call !== undefined && (!isBounded || this.hasRoomFor(call)); call = this.waiting[0]) {
      this.waiting.shift();
      this.underWay.set(call.id, call);
      lines.push(call.line);
    }
    return lines;
  }

  /** Whether the next request makes a client subscribe to more than another process is to hold for it. */
  get isOversubscribed(): boolean {
    const next = this.waiting[0];
    if (next === undefined || !isSubscribing(next)) return false;
    const held = [...this.addresses, ...this.sent.filter(isSubscribing).map(({ line }) => line), next.line];
    return held.reduce((sum, text) => sum + text.length, 0) > maxSubscribedBytes;
  }

  /** Notes an answer. */
  finish({ id, isResult }: SessionMessage): void {
    const call = isId(id) ? this.underWay.get(id) : undefined;
    if (call === undefined) return;
    this.underWay.delete(call.id);
    const uri = call.params['uri'];
    if (!isResult || typeof uri !== 'string') return;
    if (call.method === 'resources/subscribe') this.addresses.add(uri);
    if (call.method === 'resources/unsubscribe') this.addresses.delete(uri);
  }

  /** Notes that no answer is wanted any more. @returns whether the request was sent */
  cancel(id: unknown): boolean {
    const isWaiting = this.waiting.some((call) => call.id === id);
    this.waiting = this.waiting.filter((call) => call.id !== id);
    if (isId(id)) this.underWay.delete(id);
    return !isWaiting;
  }

  /** Has the sent requests wait again, before the others. @returns those that must not be made twice, which it forgets */
  restart(): readonly Call[] {
    const { sent } = this;
    this.underWay.clear();
    this.waiting = [...sent.filter((call) => !isUnrepeatable(call)), ...this.waiting];
    return sent.filter(isUnrepeatable);
  }

  /** Whether a request by this method waits to be sent. */
  hasWaiting(method: string): boolean {
    return this.waiting.some((call) => call.method === method);
  }

  private hasRoomFor(call: Call): boolean {
    if (this.isOversubscribed) return false;
    if (isListening(call)) return true;
    return this.sent.filter((each) => !isListening(each)).length < maxUnderWay;
  }
}

export function isListening({ method }: Pick<Call, 'method'>): boolean {
  return method === listening;
}

function isSubscribing({ method }: Call): boolean {
  return method === listening || method === 'resources/subscribe';
}

/** When its server has gone, it is unknown whether it was carried out. */
function isUnrepeatable({ method, params: { name } }: Call): boolean {
  return method === 'tools/call' && typeof name === 'string' && writingTools.includes(name);
}
