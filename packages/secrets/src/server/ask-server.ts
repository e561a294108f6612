import { LexichordError } from '@lexichord/abstractions';

import { reasonOf } from './server-reason.js';

/** A request to a server, and the words for its failure. */
export interface ServerQuestion {
  readonly address: string;
  /** Sent as a bearer token; never logged or shown. */
  readonly apiKey?: string | undefined;
  /** Time limit of a request. */
  readonly timeoutMs: number;
  /** Sent as JSON. */
  readonly body: unknown;
  /** The user's texts in the body: they are removed from a server's reason that quotes them. */
  readonly texts: readonly string[];
  /** @param what the rest of a sentence that begins with the server */
  readonly failed: (what: string, cause?: unknown) => LexichordError;
}

/**
 * Posts JSON to a server and reads its JSON answer. The body is only sent to the given address.
 *
 * @returns `undefined` for an answer that is no JSON
 * @throws the error of `failed`; the signal's reason
 */
export async function askServer(question: ServerQuestion, signal?: AbortSignal): Promise<unknown> {
  const { timeoutMs, failed } = question;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await post(question, signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
    return read(response.status, await response.text(), question);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof LexichordError) throw cause;
    // The error of fetch itself can hold the address with a password, or the header with the key.
    const reason = cause instanceof Error ? cause.cause : undefined;
    throw failed(timeout.aborted ? `did not answer within ${timeoutMs} ms` : 'cannot be reached', reason);
  }
}

function post({ address, apiKey, body }: ServerQuestion, signal: AbortSignal): Promise<Response> {
  const plain = { 'content-type': 'application/json' };
  return fetch(address, {
    method: 'POST',
    headers: apiKey === undefined ? plain : { ...plain, authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
    signal,
    // A server that sends the texts elsewhere is not the one that was configured.
    redirect: 'manual',
  });
}

function read(status: number, body: string, { apiKey, texts, failed }: ServerQuestion): unknown {
  if (status >= 300 && status < 400) throw failed(`answered ${status}: it redirects requests`);
  const answer = parsed(body);
  if (status === 200) return answer;
  const secrets = apiKey === undefined ? [] : [apiKey];
  throw failed(`answered ${status}: ${reasonOf(answer, { secrets, texts })}`);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // No JSON: the caller reports it. The parser's message would quote the answer.
    return undefined;
  }
}
