import type { LineRange } from '../search/chunker.js';

/** Lines in an earlier pack. */
export interface SentChunk extends LineRange {
  /** Id of the chunk: ends with `@` and the first eight hexadecimal digits of its content's SHA-256. */
  readonly id: string;
  /** Relative to the workspace. */
  readonly filePath: string;
  /** All lines of the definition if the chunk has only some of them. Absent: it is whole, or this is unknown. */
  readonly partOf?: LineRange | undefined;
}
