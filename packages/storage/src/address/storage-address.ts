import { isAbsolute, resolve } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** Address of tables. */
export type StorageAddress =
  | { readonly kind: 'folder'; readonly path: string; readonly shown: string }
  | {
      readonly kind: 'objects';
      readonly scheme: 's3' | 'gs' | 'az';
      readonly bucket: string;
      /** Path within the bucket, without slashes at its ends. */
      readonly prefix: string;
      readonly uri: string;
      readonly shown: string;
    }
  | { readonly kind: 'remote'; readonly uri: string; readonly shown: string };

const withScheme = /^(?<scheme>[A-Za-z][A-Za-z0-9+.-]+):\/\/(?<rest>.*)$/su;
const objectLocation = /^(?<bucket>[A-Za-z0-9][A-Za-z0-9._-]*)(?:\/(?<prefix>[^?#\0]*))?$/u;

/**
 * Parses a storage address. Opens nothing.
 *
 * @param baseFolder base of a relative folder
 * @throws {LexichordError} `storage-failed` for an unsupported scheme, or an incomplete address
 */
export function parseStorageAddress(address: string, baseFolder?: string): StorageAddress {
  const groups = withScheme.exec(address)?.groups;
  if (groups === undefined) return parseFolder(address, baseFolder);
  const scheme = (groups['scheme'] ?? '').toLowerCase();
  const rest = groups['rest'] ?? '';
  switch (scheme) {
    case 's3':
    case 'gs':
    case 'az': {
      const { bucket, prefix = '' } = objectLocation.exec(rest)?.groups ?? {};
      if (bucket === undefined) throw badAddress(`${scheme}://…`, `it must be ${scheme}://bucket/path`);
      const trimmed = prefix.replace(/^\/+/u, '').replace(/\/+$/u, '');
      const uri = trimmed === '' ? `${scheme}://${bucket}` : `${scheme}://${bucket}/${trimmed}`;
      return { kind: 'objects', scheme, bucket, prefix: trimmed, uri, shown: uri };
    }
    case 'db':
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/u.test(rest)) throw badAddress('db://…', 'it must be db://database-name');
      return { kind: 'remote', uri: `db://${rest}`, shown: `db://${rest}` };
    default:
      throw badAddress(`${scheme}://…`, 'it must be a folder, or begin with s3://, gs://, az:// or db://');
  }
}

function parseFolder(address: string, baseFolder: string | undefined): StorageAddress {
  if (address.trim() === '' || address.includes('\0')) throw badAddress(address.slice(0, 100), 'it names no folder');
  if (!isAbsolute(address) && baseFolder === undefined) {
    throw badAddress(address, 'it is relative, and there is no base folder');
  }
  const path = resolve(baseFolder ?? '/', address);
  return { kind: 'folder', path, shown: path };
}

/** The error for an invalid address; `shown` must not contain secrets. */
function badAddress(shown: string, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `The storage address ${JSON.stringify(shown)} cannot be used: ${problem}. Change storage.address.`,
    { details: { address: shown, problem } },
  );
}
