import { type S3Signer, isSuccess, refusedWrite, sendSigned } from './send-signed.js';

/** What became of the second of two writes that only the first may win. */
export type ConditionalWriteOutcome = 'refused' | 'accepted';

export interface ConditionalWriteProbe {
  /** Of an object that nobody else uses; removed afterwards. */
  readonly url: URL;
  readonly signer: S3Signer;
}

/**
 * Puts one key twice on condition that it is not there.
 *
 * @throws {LexichordError} `storage-failed` when the storage cannot be reached or refuses the credentials
 */
export async function probeConditionalWrites({ url, signer }: ConditionalWriteProbe): Promise<ConditionalWriteOutcome> {
  const put = (): Promise<number> =>
    sendSigned({ method: 'PUT', url, body: 'lexichord', headers: { 'if-none-match': '*' } }, signer);
  try {
    const first = await put();
    // A server that knows the header but cannot do it says so at once.
    if (first === 501) return 'accepted';
    // Somebody else's probe has the same name: refusing it is what was to be shown.
    if (first === 412) return 'refused';
    if (!isSuccess(first)) throw refusedWrite(url, first);
    return isSuccess(await put()) ? 'accepted' : 'refused';
  } finally {
    await sendSigned({ method: 'DELETE', url }, signer).catch(() => undefined);
  }
}
