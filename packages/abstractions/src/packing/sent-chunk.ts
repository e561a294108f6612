import type { LineRange } from '../search/chunker.js';

/** Lines that an earlier pack had. */
export interface SentChunk extends LineRange {
  /** As of the chunk: ends with `@` and the first eight hexadecimal digits of its content's SHA-256. */
  readonly id: string;
  /** Relative to the workspace. */
  readonly filePath: string;
  /** All lines of the definition of which it had only some. Absent: it was whole, or it is unknown. */
  readonly partOf?: LineRange | undefined;
}
