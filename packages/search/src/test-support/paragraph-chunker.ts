import type { CallOptions, Chunk, ChunkedFile, ChunkSource, IChunker } from '@lexichord/abstractions';
import { chunkHash } from '@lexichord/platform/internal';

/** Cuts after empty lines; `def NAME` defines a name. */
export class ParagraphChunker implements IChunker {
  readonly fingerprint = 'paragraphs-v1';
  readonly cut: string[] = [];
  preparations = 0;

  prepare(): Promise<void> {
    this.preparations += 1;
    return Promise.resolve();
  }

  async chunk(source: ChunkSource, { signal }: CallOptions = {}): Promise<ChunkedFile> {
    await Promise.resolve();
    signal?.throwIfAborted();
    this.cut.push(source.filePath);
    const chunks: Chunk[] = [];
    let line = 1;
    for (const content of source.content.split(/(?<=\n\n)/u)) {
      if (content === '') continue;
      const lines = content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
      chunks.push(toChunk(source, content, { startLine: line, endLine: line + lines - 1 }));
      line += lines;
    }
    return { chunks };
  }
}

function toChunk(
  { filePath, language }: ChunkSource,
  content: string,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): Chunk {
  const hash = chunkHash(content);
  const name = /^def (\w+)/u.exec(content)?.[1];
  return {
    id: `${filePath}:${startLine}-${endLine}@${hash}`,
    filePath,
    startLine,
    endLine,
    content,
    tokenCount: content.length,
    kind: name === undefined ? 'block' : 'function',
    symbol: name,
    enclosing: [],
    definitions: name === undefined ? [] : [{ name, kind: 'function', line: startLine }],
    language,
  };
}
