import type { Chunk, LineRange, SentChunk } from '@lexichord/abstractions';
import { type LineIndex, chunkLines, findChunkLines, groupBy } from '@lexichord/platform/internal';

/** Maximum length of text that one search hashes, in UTF-16 units. */
const maxSearchLength = 20_000_000;

/** Minimum cost of a hash, in UTF-16 units: hashing a shorter text takes as long. */
const minHashLength = 500;

/** The current lines of a file. */
interface PresentFile {
  readonly lines: LineIndex;
  /** Current chunks, as cut for packs and for the index. */
  readonly chunks: readonly Chunk[];
}

/** Finds lines of a previous pack in the current file, with a limit on the hashed text. */
export class SentLines {
  private readonly lines: LineIndex;
  private readonly byHash: ReadonlyMap<string, readonly Chunk[]>;

  /** Remaining length of text to hash, in UTF-16 units: for lines at their old range, and for moved ones. */
  private readonly left: { unmoved: number; moved: number };

  /** @param maxLength maximum length of text to hash, in UTF-16 units */
  constructor({ lines, chunks }: PresentFile, maxLength: number) {
    this.left = { unmoved: maxLength / 2, moved: maxLength / 2 };
    this.lines = lines;
    this.byHash = groupBy(chunks, ({ id }) => hashIn(id));
  }

  /**
   * Returns the chunk with the same text, otherwise the same lines: a packed part of a chunk is no chunk of the file.
   */
  find(sent: SentChunk): Chunk | LineRange | undefined {
    return this.wholeChunk(sent) ?? this.linesAt(sent);
  }

  /** Returns the nearest current chunk with the same hash. */
  private wholeChunk({ id, startLine }: SentChunk): Chunk | undefined {
    const distance = (chunk: Chunk): number => Math.abs(chunk.startLine - startLine);
    let nearest: Chunk | undefined;
    for (const chunk of this.byHash.get(hashIn(id)) ?? []) {
      if (nearest === undefined || distance(chunk) < distance(nearest)) nearest = chunk;
    }
    return nearest;
  }

  /** Finds the lines of a sent chunk at their old range or moved. */
  private linesAt({ id, startLine, endLine }: SentChunk): LineRange | undefined {
    const { lines } = this;
    const range = { startLine, endLine };
    const positions = lines.count - (endLine - startLine);
    // A record from elsewhere may have arbitrary numbers.
    if (endLine < startLine || positions < 1) return undefined;
    const length = chunkLines(lines, range)?.length ?? 0;
    if (length > this.left.unmoved) return undefined;
    this.left.unmoved -= length;
    // Searched outward from the old range, because most lines have not moved far.
    const maxLength = Math.max(0, Math.min(this.left.moved, maxSearchLength));
    const limits = { maxLength, maxPositions: Math.floor(maxLength / minHashLength) };
    const { range: found, searched } = findChunkLines(lines, range, hashIn(id), limits);
    this.left.moved -= searched.length + searched.positions * minHashLength;
    return found;
  }
}

function hashIn(id: string): string {
  return id.slice(id.lastIndexOf('@') + 1);
}
