import { type MessageId, type SessionMessage, isId } from './session-message.js';

/** Maximum number of a client's concurrent requests to another process. Further ones wait here. */
const maxUnderWay = 32;

/** Maximum size of a client's subscriptions in another process, in UTF-16 units; a client with more gets its own. */
const maxSubscribedUnits = 256 * 1024;

/** Names of writing tools, whose calls must not be repeated. */
export const writingTools: readonly string[] = ['remember'];

/** Request of a client of the current revision for notifications; it is answered at their end. */
const listening = 'subscriptions/listen';

/** An unanswered request. */
export interface Call {
  readonly id: MessageId;
  readonly line: string;
  readonly method: string;
  readonly params: SessionMessage['params'];
  /** Whether the client has received the acknowledgement of a listen request. */
  isAcknowledged: boolean;
  /** The last progress number that the client has received. */
  progress: number;
}

/** Unanswered requests and subscriptions of a client. */
export class SessionCalls {
  private readonly underWay = new Map<MessageId, Call>();
  private readonly addresses = new Set<string>();
  private waiting: Call[] = [];

  /** Subscribed addresses of a client of the earlier revision. */
  get subscribed(): readonly string[] {
    return [...this.addresses];
  }

  /** Sent, unanswered requests in order. */
  get sent(): readonly Call[] {
    return [...this.underWay.values()];
  }

  /** Whether only listen requests are unanswered. */
  get isQuiet(): boolean {
    return this.sent.every(isListening);
  }

  get(id: MessageId): Call | undefined {
    return this.underWay.get(id);
  }

  add(id: MessageId, { method = '', params }: SessionMessage, line: string): void {
    this.waiting.push({ id, line, method, params, isAcknowledged: false, progress: -Infinity });
  }

  /** Takes requests that can be sent now; for another process, a limited number. */
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

  /** Whether the next request makes the subscriptions exceed the limit of another process. */
  get isOversubscribed(): boolean {
    const next = this.waiting[0];
    if (next === undefined || !isSubscribing(next)) return false;
    const held = [...this.addresses, ...this.sent.filter(isSubscribing).map(({ line }) => line), next.line];
    return held.reduce((sum, text) => sum + text.length, 0) > maxSubscribedUnits;
  }

  /** Records an answer. */
  finish({ id, isResult }: SessionMessage): void {
    const call = isId(id) ? this.underWay.get(id) : undefined;
    if (call === undefined) return;
    this.underWay.delete(call.id);
    const uri = call.params['uri'];
    if (!isResult || typeof uri !== 'string') return;
    if (call.method === 'resources/subscribe') this.addresses.add(uri);
    if (call.method === 'resources/unsubscribe') this.addresses.delete(uri);
  }

  /** Removes a cancelled request. @returns false if it was still waiting to be sent */
  cancel(id: unknown): boolean {
    const isWaiting = this.waiting.some((call) => call.id === id);
    this.waiting = this.waiting.filter((call) => call.id !== id);
    if (isId(id)) this.underWay.delete(id);
    return !isWaiting;
  }

  /** Queues the sent requests again, before the others. @returns the removed ones, which must not be repeated */
  restart(): readonly Call[] {
    const { sent } = this;
    this.underWay.clear();
    this.waiting = [...sent.filter((call) => !isUnrepeatable(call)), ...this.waiting];
    return sent.filter(isUnrepeatable);
  }

  /** Whether a request with this method waits to be sent. */
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

/** Whether a call writes: after the end of its server, it is unknown whether it was completed. */
function isUnrepeatable({ method, params: { name } }: Call): boolean {
  return method === 'tools/call' && typeof name === 'string' && writingTools.includes(name);
}
