import { hash } from 'node:crypto';

import type { Chunk } from '@lexichord/abstractions';

/** `path:start-end@hash8`: where the lines are, and what they hold. */
export function chunkId(
  { filePath, startLine, endLine }: Pick<Chunk, 'filePath' | 'startLine' | 'endLine'>,
  content: string,
): string {
  return `${filePath}:${startLine}-${endLine}@${chunkHash(content)}`;
}

/** The `hash8` of a chunk's id, `path:start-end@hash8`: by it a reader sees whether the lines are still those. */
export function chunkHash(content: string): string {
  return hash('sha256', content, 'hex').slice(0, 8);
}
