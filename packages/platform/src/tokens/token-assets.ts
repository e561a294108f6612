import { readFileSync } from 'node:fs';
import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** The folder lies two levels above both `src/tokens` and `dist/tokens`, so one address serves both. */
const assetFolder = new URL('../../assets/tokens/', import.meta.url);

const headerWords = 4;

/** A binary asset of the token counter: its header's numbers and what follows the header. */
export interface TokenAsset {
  /** The numbers after magic and version. */
  readonly header: readonly number[];
  readonly body: Uint8Array;
}

/**
 * Reads one file of `assets/tokens`, written by `tools/token-assets/generate.mjs`. Synchronous, because a count is,
 * and needed once a process.
 * @param headerNumbers how many 32-bit numbers stand between the version and the body
 * @throws {LexichordError} `io-failed` if the file is missing or is not the expected kind and version
 */
export function readTokenAsset(file: string, magic: number, version: number, headerNumbers: number): TokenAsset {
  const bytes = readAssetFile(file);
  const header = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWords * 4));
  const bodyStart = (2 + headerNumbers) * 4;
  if (bytes.length < bodyStart || header.getUint32(0, true) !== magic || header.getUint32(4, true) !== version) {
    throw new LexichordError(
      ErrorCode.ioFailed,
      `The token asset ${file} is damaged or of another version. Install @lexichord/platform again, or run tools/token-assets/generate.mjs.`,
      { details: { file, expectedVersion: version } },
    );
  }
  const numbers = Array.from({ length: headerNumbers }, (_, index) => header.getUint32(8 + index * 4, true));
  return { header: numbers, body: bytes.subarray(bodyStart) };
}

function readAssetFile(file: string): Uint8Array {
  try {
    return readFileSync(new URL(file, assetFolder));
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.ioFailed,
      `The token asset ${file} cannot be read. Install @lexichord/platform again, or run tools/token-assets/generate.mjs.`,
      { details: { file }, cause },
    );
  }
}
