import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** The format of a file, and the newest supported one. */
export interface FoundFormat {
  /** Path of the file or folder with the format. */
  readonly path: string;
  readonly format: number;
  /** The newest format that this version can read. */
  readonly supported: number;
}

/** @throws {LexichordError} `storage-failed` for state of a newer version, which this one could damage */
export function requireSupportedFormat({ path, format, supported }: FoundFormat): void {
  if (format <= supported) return;
  throw new LexichordError(
    ErrorCode.storageFailed,
    `The state in "${path}" has format ${format}, but this version of Lexichord supports formats up to ${supported}. Use the newer version that wrote it.`,
    { details: { path, format, known: supported } },
  );
}
