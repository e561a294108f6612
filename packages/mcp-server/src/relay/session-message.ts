/** The id of a request and of its answer. */
export type MessageId = string | number;

/** Fields of a message that a relay reads; the message is passed on as it is. */
export interface SessionMessage {
  readonly id?: MessageId | undefined;
  /** Absent in an answer. */
  readonly method?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether it is an answer that is no error. */
  readonly isResult: boolean;
  /** All of it. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** Keys of a request. One with any other key is none by the protocol. */
const requestKeys: readonly string[] = ['jsonrpc', 'id', 'method', 'params'];

/** @returns `undefined` for a line that is no message; its receiver decides what to do about it */
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

/** Whether a value can be an id, or a token of progress. By the protocol a number of them is an integer. */
export function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether a server takes a request or a notification for one. It drops others without an answer: one that counted as under
 * way would be waited for to the end of the session. The rules are those of the SDK, which is too large for a relay.
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
