import type { Chunk, LineRange, SentChunk } from '@lexichord/abstractions';
import { type LineIndex, chunkHash, chunkLines, findChunkLines, groupBy } from '@lexichord/platform/internal';

/** In longer files, lines that were moved are looked for among whole chunks alone. */
const maxSearchedLines = 20_000;

/** So much text one search hashes at most, in UTF-16 units. */
const maxSearchLength = 20_000_000;

/** A hash of a short text takes as long as one of so many UTF-16 units. */
const minHashLength = 500;

/** What a file has now. */
interface PresentFile {
  readonly lines: LineIndex;
  /** As it is cut now. */
  readonly chunks: readonly Chunk[];
}

/** Finds lines that an earlier pack had in their file as it is now, and hashes no more text than it is allowed to. */
export class SentLines {
  private readonly lines: LineIndex;
  private readonly byHash: ReadonlyMap<string, readonly Chunk[]>;

  /** @param left text that may be hashed, in UTF-16 units */
  constructor(
    { lines, chunks }: PresentFile,
    private left: number,
  ) {
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

  /** At their place or moved. */
  private linesAt({ id, startLine, endLine }: SentChunk): LineRange | undefined {
    const { lines } = this;
    const range = { startLine, endLine };
    const places = lines.count - (endLine - startLine);
    // A record from elsewhere may have any numbers.
    if (endLine < startLine || places < 1) return undefined;
    const own = chunkLines(lines, range);
    if (own !== undefined && this.take(own.length) && chunkHash(own) === hashIn(id)) return range;
    if (lines.count > maxSearchedLines || !this.take(this.searchLength(range, places))) return undefined;
    return findChunkLines(lines, range, hashIn(id)).range;
  }

  /** As much as a search may hash: each line is at so many places at most. */
  private searchLength({ startLine, endLine }: LineRange, places: number): number {
    const { content } = this.lines;
    const length = content.length * Math.min(endLine - startLine + 1, places);
    return Math.min(length, maxSearchLength) + places * minHashLength;
  }

  private take(length: number): boolean {
    if (length > this.left) return false;
    this.left -= length;
    return true;
  }
}

function hashIn(id: string): string {
  return id.slice(id.lastIndexOf('@') + 1);
}
