import { createHash } from 'node:crypto';
import { ErrorCode, type IClock, LexichordError } from '@lexichord/abstractions';

import type { S3Credentials } from './s3-location.js';

/** Credentials of requests, and the clock for their signatures. */
export interface S3Signer {
  readonly credentials: S3Credentials;
  readonly clock: IClock;
}

/** A request without a query; its URL's path is already percent-encoded. */
export interface ObjectRequest {
  readonly method: 'PUT' | 'DELETE';
  readonly url: URL;
  /** Absent: nothing is sent. */
  readonly body?: string | Uint8Array;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

const timeoutMs = 15_000;

/**
 * Sends a request once, without retries: after a lost answer the caller has to check for success.
 *
 * @returns the status, also of a failure
 * @throws {LexichordError} `storage-failed` when there is no answer
 */
export async function sendSigned(
  { method, url, body, headers }: ObjectRequest,
  { credentials, clock }: S3Signer,
): Promise<number> {
  const { AwsClient } = await import('aws4fetch');
  const { sessionToken = '' } = credentials;
  const client = new AwsClient({ ...credentials, sessionToken, service: 's3', retries: 0 });
  // Otherwise the signature would not cover the content.
  const contentHash = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  try {
    const response = await client.fetch(url.href, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': contentHash },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(timeoutMs),
      aws: { datetime: signatureTime(clock.now()) },
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

/** Formats a time as `20130524T000000Z`. Storage rejects differences of more than 15 minutes. */
function signatureTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
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
