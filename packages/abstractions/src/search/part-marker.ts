import type { ChunkPart } from './chunker.js';

/**
 * What is written beside the lines of a part, such as `PART 1 of 2` (T-016 AC-041). It is never in the chunk's own
 * content, which is what the file says.
 */
export function partMarker({ index, count }: ChunkPart): string {
  return `PART ${index} of ${count}`;
}
