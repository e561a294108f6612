import type { Chunk } from '@lexichord/abstractions';

import { chunkHash } from './chunk-hash.js';

/** `path:start-end@hash8`: where the lines are, and what they hold. */
export function chunkId(
  { filePath, startLine, endLine }: Pick<Chunk, 'filePath' | 'startLine' | 'endLine'>,
  content: string,
): string {
  return `${filePath}:${startLine}-${endLine}@${chunkHash(content)}`;
}
