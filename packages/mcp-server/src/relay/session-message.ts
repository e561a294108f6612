/** Id of a request and of its answer. */
export type MessageId = string | number;

/** Fields of a message that a relay reads; the message is passed on unchanged. */
export interface SessionMessage {
  readonly id?: MessageId | undefined;
  /** Absent in an answer. */
  readonly method?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether it is a successful answer. */
  readonly isResult: boolean;
  /** The whole message. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** Keys of a request; the protocol allows no others. */
const requestKeys: readonly string[] = ['jsonrpc', 'id', 'method', 'params'];

/** Parses a message. @returns `undefined` for an invalid one, which the receiver handles */
export function parseMessage(line: string): SessionMessage | undefined {
  const value = objectIn(line);
  if (value === undefined || ('method' in value && !isServed(value))) return undefined;
  const { id, method, params } = value;
  return {
    id: isId(id) ? id : undefined,
    method: typeof method === 'string' ? method : undefined,
    params: isObject(params) ? params : {},
    isResult: 'result' in value,
    value,
  };
}

/** Whether a value can be an id or a progress token. In the protocol, numeric ones are integers. */
export function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether a server accepts a request or a notification. It drops invalid ones without an answer, for which a relay
 * would wait until the end of the session. The rules are those of the SDK, which is too large for a relay.
 */
function isServed(value: Readonly<Record<string, unknown>>): boolean {
  const { jsonrpc, id, method, params } = value;
  const hasOwnKeys = Object.keys(value).every((key) => requestKeys.includes(key));
  const isNamed = !('id' in value) || isId(id);
  return jsonrpc === '2.0' && hasOwnKeys && isNamed && typeof method === 'string' && areParams(params);
}

function areParams(params: unknown): boolean {
  if (params === undefined) return true;
  if (!isObject(params)) return false;
  const { _meta } = params;
  if (_meta === undefined) return true;
  return isObject(_meta) && (_meta['progressToken'] === undefined || isId(_meta['progressToken']));
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
