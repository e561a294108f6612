import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { StorageAddress } from '../address/storage-address.js';
import type { StorageServices } from '../storage-services.js';
import type { StorageOptions } from '../storage-options.js';
import { findS3Location, objectUrl } from './s3-location.js';
import { isSuccess, refusedWrite, type S3Signer, sendSigned } from './send-signed.js';

/**
 * Makes sure, before the first write, that two writers cannot overwrite each other's commits without noticing.
 *
 * A commit creates the next version's manifest only if there is none (`If-None-Match: *`). Folders, Amazon S3, Google's
 * and Microsoft's storage and LanceDB's service hold to that. Other S3-compatible servers may ignore the header: one lost
 * 480 of 800 rows and told every writer that all was well. There the header is tried: the same key is put twice, and the
 * second time must be refused. Racing two LanceDB commits instead would show nothing unless they happen to collide.
 *
 * @throws {LexichordError} `storage-failed` where it does not hold, unless the host says that there is no other writer
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

/** Outcome of the second of two writes of which only the first may succeed. */
type ConditionalWriteOutcome = 'refused' | 'accepted';

interface ConditionalWriteProbe {
  /** Of an object that no other process uses; removed afterwards. */
  readonly url: URL;
  readonly signer: S3Signer;
}

/**
 * Puts one key twice on condition that it is not there.
 *
 * @throws {LexichordError} `storage-failed` when the storage cannot be reached or refuses the credentials
 */
async function probeConditionalWrites({ url, signer }: ConditionalWriteProbe): Promise<ConditionalWriteOutcome> {
  const put = (): Promise<number> =>
    sendSigned({ method: 'PUT', url, body: 'lexichord', headers: { 'if-none-match': '*' } }, signer);
  try {
    const first = await put();
    // A server that recognizes the header without supporting it refuses at once.
    if (first === 501) return 'accepted';
    // Another process may have written a probe of this name: a refusal is proof enough.
    if (first === 412) return 'refused';
    if (!isSuccess(first)) throw refusedWrite(url, first);
    return isSuccess(await put()) ? 'accepted' : 'refused';
  } finally {
    await sendSigned({ method: 'DELETE', url }, signer).catch(() => undefined);
  }
}
