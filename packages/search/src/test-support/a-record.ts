import type { ChunkRecord } from '../corpus/chunk-record.js';

/** A record of which a test names only what matters. */
export function aRecord(given: Partial<ChunkRecord> = {}): ChunkRecord {
  const { filePath = 'src/a.ts', startLine = 1, endLine = startLine + 9 } = given;
  return {
    id: `${filePath}:${startLine}-${endLine}@00000000`,
    filePath,
    startLine,
    endLine,
    kind: 'function',
    enclosing: [],
    definitions: [],
    language: 'typescript',
    tokenCount: 10,
    ...given,
  };
}
