import { ErrorCode, type IClock, LexichordError } from '@lexichord/abstractions';

import { type S3Credentials, signRequest } from './sign-request.js';

/** What became of the second of two writes that only the first may win. */
export type ConditionalWriteOutcome = 'refused' | 'accepted';

export interface ConditionalWriteProbe {
  /** Of the folder of tables. */
  readonly url: URL;
  readonly credentials: S3Credentials;
  /** A name that nobody else uses; removed afterwards. */
  readonly keyName: string;
  readonly clock: IClock;
}

const timeoutMs = 15_000;

/**
 * Puts one key twice on condition that it is not there.
 *
 * @throws {LexichordError} `storage-failed` when the storage cannot be reached or refuses the credentials
 */
export async function probeConditionalWrites(probe: ConditionalWriteProbe): Promise<ConditionalWriteOutcome> {
  const put = (): Promise<Response> => send(probe, 'PUT', { 'if-none-match': '*' });
  try {
    const first = await put();
    // A server that knows the header but cannot do it says so at once.
    if (first.status === 501) return 'accepted';
    // Somebody else's probe has the same name: refusing it is what was to be shown.
    if (first.status === 412) return 'refused';
    if (!first.ok) throw refused(probe.url, first.status);
    const second = await put();
    return second.ok ? 'accepted' : 'refused';
  } finally {
    await send(probe, 'DELETE', {}).catch(() => undefined);
  }
}

async function send(
  { url: folder, credentials, keyName, clock }: ConditionalWriteProbe,
  method: 'PUT' | 'DELETE',
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const url = new URL(`${folder.href.replace(/\/+$/u, '')}/${keyName}`);
  const body = method === 'PUT' ? 'lexichord' : '';
  const signed = signRequest({ method, url, body, headers, timeMs: clock.now() }, credentials);
  try {
    const response = await fetch(url, {
      method,
      headers: signed,
      ...(method === 'PUT' ? { body } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return response;
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.storageFailed,
      `The object storage at ${url.origin} cannot be reached. Check the endpoint and the network.`,
      { details: { endpoint: url.origin, fault: 'unreachable' }, cause },
    );
  }
}

function refused(url: URL, status: number): LexichordError {
  const remedy = status === 404 ? 'Create the bucket first.' : 'Check the credentials and what they allow.';
  return new LexichordError(
    ErrorCode.storageFailed,
    `The object storage at ${url.origin} refused a write with status ${status}. ${remedy}`,
    { details: { endpoint: url.origin, status, fault: 'credentials' } },
  );
}
