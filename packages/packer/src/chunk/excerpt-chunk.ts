import type { Chunk, ChunkSource, ITokenCounter } from '@lexichord/abstractions';
import { LineIndex, chunkId } from '@lexichord/platform/internal';

/** An excerpt of a file as one chunk. */
export function excerptChunk(source: ChunkSource, startLine: number, counter: ITokenCounter): Chunk {
  const { filePath, content, language } = source;
  const endLine = startLine + lineCountOf(content) - 1;
  return {
    id: chunkId({ filePath, startLine, endLine }, content),
    filePath,
    startLine,
    endLine,
    content,
    tokenCount: counter.countTokens(content),
    kind: 'block',
    enclosing: [],
    definitions: [],
    language,
  };
}

/** A chunk of an excerpt under the lines that it has in its file. */
export function shiftChunk(chunk: Chunk, by: number): Chunk {
  if (by === 0) return chunk;
  const { filePath, id } = chunk;
  const [startLine, endLine] = [chunk.startLine + by, chunk.endLine + by];
  return {
    ...chunk,
    id: `${filePath}:${startLine}-${endLine}@${id.slice(id.lastIndexOf('@') + 1)}`,
    startLine,
    endLine,
    definitions: chunk.definitions.map((symbol) => ({ ...symbol, line: symbol.line + by })),
  };
}

function lineCountOf(content: string): number {
  const lines = new LineIndex(content);
  const isLastEmpty = lines.start(lines.count - 1) === content.length;
  return Math.max(1, isLastEmpty ? lines.count - 1 : lines.count);
}
