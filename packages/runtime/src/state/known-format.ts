import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** The format of a file, and the formats that this version can read. */
export interface FoundFormat {
  /** Of the file, or of the folder that the format is of. */
  readonly path: string;
  readonly format: number;
  /** The newest that is known. */
  readonly known: number;
}

/** @throws {LexichordError} `storage-failed` for state of a newer version, which this one could only damage */
export function requireKnownFormat({ path, format, known }: FoundFormat): void {
  if (format <= known) return;
  throw new LexichordError(
    ErrorCode.storageFailed,
    `The state in "${path}" has format ${format}, and this version of Lexichord knows formats up to ${known}. Use the newer version that wrote it.`,
    { details: { path, format, known } },
  );
}
