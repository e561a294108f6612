import type { Chunk, LineRange, SentChunk } from '@lexichord/abstractions';
import { type LineIndex, chunkLines, findChunkLines, groupBy } from '@lexichord/platform/internal';

/** So much text one search hashes at most, in UTF-16 units. */
const maxSearchLength = 20_000_000;

/** A hash of a short text takes as long as one of so many UTF-16 units. */
const minHashLength = 500;

/** The lines of a file now. */
interface PresentFile {
  readonly lines: LineIndex;
  /** As it is cut now, for packs and for the index. */
  readonly chunks: readonly Chunk[];
}

/** Finds lines that an earlier pack had in their file as it is now, and hashes no more text than it is allowed to. */
export class SentLines {
  private readonly lines: LineIndex;
  private readonly byHash: ReadonlyMap<string, readonly Chunk[]>;

  /** Maximum text to hash, in UTF-16 units: for lines at their old range, and for moved ones. */
  private readonly left: { unmoved: number; moved: number };

  /** @param maxLength text that may be hashed, in UTF-16 units */
  constructor({ lines, chunks }: PresentFile, maxLength: number) {
    this.left = { unmoved: maxLength / 2, moved: maxLength / 2 };
    this.lines = lines;
    this.byHash = groupBy(chunks, ({ id }) => hashIn(id));
  }

  /** The chunk with the same text, else the same lines: what a pack has of a larger chunk is no chunk of the file. */
  find(sent: SentChunk): Chunk | LineRange | undefined {
    return this.wholeChunk(sent) ?? this.linesAt(sent);
  }

  /** The nearest one, as the file is cut now. */
  private wholeChunk({ id, startLine }: SentChunk): Chunk | undefined {
    const distance = (chunk: Chunk): number => Math.abs(chunk.startLine - startLine);
    let nearest: Chunk | undefined;
    for (const chunk of this.byHash.get(hashIn(id)) ?? []) {
      if (nearest === undefined || distance(chunk) < distance(nearest)) nearest = chunk;
    }
    return nearest;
  }

  /** The lines of a sent chunk, at their old range or moved. */
  private linesAt({ id, startLine, endLine }: SentChunk): LineRange | undefined {
    const { lines } = this;
    const range = { startLine, endLine };
    const positions = lines.count - (endLine - startLine);
    // A record from elsewhere may have any numbers.
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
