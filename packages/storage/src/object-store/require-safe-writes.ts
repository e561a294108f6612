import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { StorageAddress } from '../address/storage-address.js';
import type { StorageServices } from '../storage-services.js';
import type { StorageOptions } from '../storage-options.js';
import { findS3Location, objectUrl } from './s3-location.js';
import { isSuccess, refusedWrite, type S3Signer, sendSigned } from './send-signed.js';

/**
 * Checks before the first write that two writers cannot overwrite each other's commits unnoticed.
 *
 * A commit creates the next version's manifest only if there is none (`If-None-Match: *`). Folders, Amazon S3, Google's
 * and Microsoft's storage and LanceDB's service support that. Other S3-compatible servers may ignore the header: one
 * lost 480 of 800 rows and reported success to every writer. There the header is tested: the same key is put twice, and
 * the second request must be rejected. A race of two LanceDB commits would be no test, unless they happen to collide.
 *
 * @throws {LexichordError} `storage-failed` if the storage fails the test, unless the host sets `singleWriter`
 */
export async function requireSafeWrites(
  address: StorageAddress,
  { options: storageOptions, singleWriter }: StorageOptions,
  { environment = process.env, logger, clock, idSource }: StorageServices,
): Promise<void> {
  if (address.kind !== 'objects' || address.scheme !== 's3') return;
  const location = findS3Location(address, storageOptions, environment);
  if (location === undefined) return;
  const { credentials } = location;
  const url = objectUrl(location, `lexichord-write-test-${idSource.nextId()}`);
  const outcome =
    credentials === undefined ? 'unknown' : await probeConditionalWrites({ url, signer: { credentials, clock } });
  if (outcome === 'refused') return;
  if (!singleWriter) throw unsafeWrites(address.shown, outcome);
  logger.warn(
    'The object storage at {address} cannot refuse a commit that lost against another; only one process may write to it',
    {
      address: address.shown,
      conditionalWrites: outcome,
    },
  );
}

function unsafeWrites(address: string, outcome: 'accepted' | 'unknown'): LexichordError {
  const finding =
    outcome === 'accepted'
      ? 'overwrites an object despite "If-None-Match: *"'
      : 'could not be tested for conditional writes, because no access key was given';
  return new LexichordError(
    ErrorCode.storageFailed,
    `Nothing is written to ${address}: the object storage ${finding}, so that several writers would lose each other's rows. Use storage that supports conditional writes, or allow a single writer (singleWriter) if no other process writes there.`,
    { details: { address, conditionalWrites: outcome } },
  );
}

/** Outcome of the second of two writes, which must be rejected. */
type ConditionalWriteOutcome = 'refused' | 'accepted';

interface ConditionalWriteProbe {
  /** Address of an object that no other process uses; removed afterwards. */
  readonly url: URL;
  readonly signer: S3Signer;
}

/**
 * Puts a key twice, on the condition that it does not exist.
 *
 * @throws {LexichordError} `storage-failed` if the storage cannot be reached or rejects the credentials
 */
async function probeConditionalWrites({ url, signer }: ConditionalWriteProbe): Promise<ConditionalWriteOutcome> {
  const put = (): Promise<number> =>
    sendSigned({ method: 'PUT', url, body: 'lexichord', headers: { 'if-none-match': '*' } }, signer);
  try {
    const first = await put();
    // A server that recognises the header without supporting it rejects the first request.
    if (first === 501) return 'accepted';
    // Another process may have written a probe of this name: a refusal is proof enough.
    if (first === 412) return 'refused';
    if (!isSuccess(first)) throw refusedWrite(url, first);
    return isSuccess(await put()) ? 'accepted' : 'refused';
  } finally {
    await sendSigned({ method: 'DELETE', url }, signer).catch(() => undefined);
  }
}
