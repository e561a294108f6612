import { randomUUID } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { StorageAddress } from '../address/storage-address.js';
import { type S3Location, findS3Location, objectUrl } from '../object-store/s3-location.js';
import { type S3Signer, isSuccess, refusedWrite, sendSigned } from '../object-store/send-signed.js';
import type { StorageOptions } from '../storage-options.js';
import type { StorageServices } from '../storage-services.js';

/** Writes new files to a store without its library. */
export interface NewFiles {
  /**
   * @param path path in the folder of tables, separated by `/`
   * @returns `false` if the file exists already; it stays unchanged
   */
  put(path: string, content: Uint8Array): Promise<boolean>;
}

/** The writer of new files at an address; `undefined` if only the store's library can write there. */
export function findNewFiles(
  address: StorageAddress,
  { options: storageOptions, singleWriter }: StorageOptions,
  { environment = process.env, clock }: StorageServices,
): NewFiles | undefined {
  if (address.kind === 'folder') return new NewFilesInFolder(address.path);
  // With a single writer the storage need not support the condition.
  if (address.kind !== 'objects' || address.scheme !== 's3' || singleWriter) return undefined;
  const location = findS3Location(address, storageOptions, environment);
  if (location?.credentials === undefined) return undefined;
  return new NewObjects(location, { credentials: location.credentials, clock });
}

class NewFilesInFolder implements NewFiles {
  constructor(private readonly root: string) {}

  async put(path: string, content: Uint8Array): Promise<boolean> {
    const final = join(this.root, ...path.split('/'));
    const draft = `${final}.${randomUUID()}.tmp`;
    await mkdir(dirname(final), { recursive: true });
    try {
      await writeFile(draft, content, { flag: 'wx', flush: true });
      // Unlike a rename, a link fails if the file exists; and a partial file is never visible.
      await link(draft, final);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }
}

class NewObjects implements NewFiles {
  constructor(
    private readonly location: S3Location,
    private readonly signer: S3Signer,
  ) {}

  async put(path: string, content: Uint8Array): Promise<boolean> {
    const url = objectUrl(this.location, path);
    const status = await sendSigned(
      { method: 'PUT', url, body: content, headers: { 'if-none-match': '*' } },
      this.signer,
    );
    if (isSuccess(status)) return true;
    if (status === 412) return false;
    throw refusedWrite(url, status);
  }
}
