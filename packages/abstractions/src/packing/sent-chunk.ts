import type { LineRange } from './context-source.js';

/** Lines that an earlier pack had. */
export interface SentChunk extends LineRange {
  /** As of the chunk: ends with `@` and the first eight hexadecimal digits of its content's SHA-256. */
  readonly id: string;
  /** Relative to the workspace. */
  readonly filePath: string;
}
