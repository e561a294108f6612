import { request } from 'node:http';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { type ControlRequest, controlPath } from '../control-protocol.js';
import type { ProcessRecord } from '../records/process-record.js';

/** Address and time limit of a request. */
export interface PostedRequest {
  readonly record: ProcessRecord;
  readonly question: ControlRequest;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A response; its sender is not verified. */
export interface PostedReply {
  readonly status: number;
  readonly body: string;
}

/** Maximum size of a reply, in bytes. */
const maxReplyBytes = 1_000_000;

/**
 * Sends a request to a serving process, always on the loopback interface. Does not use `fetch`, which may use a proxy
 * of the environment and follows redirections.
 *
 * @throws {LexichordError} `io-failed` for a time-out, a failed connection or a reply that is too long; its `cause` has
 * the system's code. The signal's reason
 */
export async function postRequest({ record, question, timeoutMs, signal }: PostedRequest): Promise<PostedReply> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await post(record, question, signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof LexichordError) throw cause;
    throw failed(timeout.aborted ? `It did not answer within ${timeoutMs} ms.` : 'It cannot be reached.', cause);
  }
}

function post({ port, secret }: ProcessRecord, question: ControlRequest, signal: AbortSignal): Promise<PostedReply> {
  return new Promise((resolve, reject) => {
    const body = '{}';
    const sent = request({
      host: '127.0.0.1',
      port,
      path: `/${secret}${controlPath}/${question}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
      // A separate connection, which ends with the answer.
      agent: false,
      signal,
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('error', reject);
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > maxReplyBytes) sent.destroy(failed('Its answer is too long.'));
        else parts.push(part);
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') });
      });
    });
    sent.end(body);
  });
}

function failed(message: string, cause?: unknown): LexichordError {
  return new LexichordError(ErrorCode.ioFailed, message, { cause });
}
