import { ErrorCode, type IClock, LexichordError } from '@lexichord/abstractions';

import { type S3Credentials, type UnsignedRequest, signRequest } from './sign-request.js';

/** As whom requests are made, and the clock that they are signed by. */
export interface S3Signer {
  readonly credentials: S3Credentials;
  readonly clock: IClock;
}

const timeoutMs = 15_000;

/**
 * Sends one request, once: whether an answer that got lost had been a success is for the caller to find out.
 *
 * @returns the status, whatever it is
 * @throws {LexichordError} `storage-failed` when there is no answer
 */
export async function sendSigned(
  request: Omit<UnsignedRequest, 'timeMs'>,
  { credentials, clock }: S3Signer,
): Promise<number> {
  const { method, url, body } = request;
  try {
    const response = await fetch(url, {
      method,
      headers: signRequest({ ...request, timeMs: clock.now() }, credentials),
      ...(method === 'PUT' ? { body } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.storageFailed,
      `The object storage at ${url.origin} cannot be reached. Check the endpoint and the network.`,
      { details: { endpoint: url.origin, fault: 'unreachable' }, cause },
    );
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The error for an answer that is neither a success nor expected. */
export function refusedWrite({ origin }: URL, status: number): LexichordError {
  const [problem, fault] = status === 409 || status >= 500 ? busy : status === 404 ? missing : denied;
  return new LexichordError(
    ErrorCode.storageFailed,
    `The object storage at ${origin} refused a write with status ${status}. ${problem}`,
    { details: { endpoint: origin, status, fault } },
  );
}

const busy = ['It may be busy; run the command again.', 'unreachable'] as const;
const missing = ['Create the bucket first.', 'credentials'] as const;
const denied = ['Check the credentials and what they allow.', 'credentials'] as const;
