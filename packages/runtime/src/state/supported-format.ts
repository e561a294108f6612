import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** The format of a file, and the formats that this version can read. */
export interface FoundFormat {
  /** Of the file, or of the folder that the format is of. */
  readonly path: string;
  readonly format: number;
  /** The newest format that this version can read. */
  readonly supported: number;
}

/** @throws {LexichordError} `storage-failed` for state of a newer version, which this one could only damage */
export function requireSupportedFormat({ path, format, supported }: FoundFormat): void {
  if (format <= supported) return;
  throw new LexichordError(
    ErrorCode.storageFailed,
    `The state in "${path}" has format ${format}, but this version of Lexichord supports formats up to ${supported}. Use the newer version that wrote it.`,
    { details: { path, format, known: supported } },
  );
}
