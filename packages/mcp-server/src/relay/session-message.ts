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

/** @returns `undefined` for a line that is no message; what to do about it, its receiver knows */
export function parseMessage(line: string): SessionMessage | undefined {
  const value = objectIn(line);
  if (value === undefined) return undefined;
  const { id, method, params } = value;
  return {
    id: isId(id) ? id : undefined,
    method: typeof method === 'string' ? method : undefined,
    params: isObject(params) ? params : {},
    isResult: 'result' in value,
    value,
  };
}

export function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || typeof value === 'number';
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
