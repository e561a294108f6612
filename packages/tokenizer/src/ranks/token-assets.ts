import { readFileSync } from 'node:fs';
import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** Two levels above both `src/ranks` and `dist/ranks`, so that one URL serves both. */
const assetFolder = new URL('../../assets/tokens/', import.meta.url);

/** A binary asset of the token counter. */
export interface TokenAsset {
  /** The numbers of the header after magic, version and size. */
  readonly header: readonly number[];
  readonly body: Uint8Array;
}

/**
 * Reads one file of `assets/tokens`, written by the scripts in `tools/token-assets`: 32-bit numbers (magic, version,
 * bytes of the whole file, then `headerNumbers` more) and a body. Synchronous, because counting is, and called once per
 * process.
 * @throws {LexichordError} `io-failed` if the file is missing, cut off, or not of the expected kind and version
 */
export function readTokenAsset(file: string, magic: number, version: number, headerNumbers: number): TokenAsset {
  const bytes = readAssetFile(file);
  const bodyStart = (3 + headerNumbers) * 4;
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isExpected =
    bytes.length >= bodyStart &&
    header.getUint32(0, true) === magic &&
    header.getUint32(4, true) === version &&
    header.getUint32(8, true) === bytes.length;
  if (!isExpected) {
    throw new LexichordError(
      ErrorCode.ioFailed,
      `The token asset ${file} is damaged or of another version. Install @lexichord/tokenizer again, or run "node tools/token-assets/build-rank-tables.mjs" in the repository.`,
      { details: { file, expectedVersion: version, actualBytes: bytes.length } },
    );
  }
  const numbers = Array.from({ length: headerNumbers }, (_, index) => header.getUint32(12 + index * 4, true));
  return { header: numbers, body: bytes.subarray(bodyStart) };
}

/** Converts little-endian 32-bit numbers to an array, without a copy if endianness and alignment allow it. */
export function readWords(bytes: Uint8Array): Uint32Array {
  const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  if (isLittleEndian && bytes.byteOffset % 4 === 0)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4, true));
}

function readAssetFile(file: string): Uint8Array {
  try {
    return readFileSync(new URL(file, assetFolder));
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.ioFailed,
      `The token asset ${file} cannot be read. Install @lexichord/tokenizer again, or run "node tools/token-assets/build-rank-tables.mjs" in the repository.`,
      { details: { file }, cause },
    );
  }
}
