import { hash } from 'node:crypto';

/** The `hash8` of a chunk's id, `path:start-end@hash8`: by it a reader sees whether the lines are still those. */
export function chunkHash(content: string): string {
  return hash('sha256', content, 'hex').slice(0, 8);
}
