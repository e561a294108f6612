import { type LineRange, type RankedChunk, isFromGit } from '@lexichord/abstractions';

import { linesOf } from '../change/marked-lines.js';

/** Conditions under which a range repeats a kept one. */
export interface RangeComparison {
  /** Minimum overlap of a repetition: shared lines divided by the lines of the longer range, 0 to 1. */
  readonly threshold: number;
  /** Whether only a range inside another one is a repetition. */
  readonly containedOnly?: boolean | undefined;
}

/**
 * The kept ranges of one file, by length: a range can only be a duplicate of a range of similar or greater length. Few
 * ranges of similar length can share a line without being duplicates themselves, so a query takes logarithmic time
 * (T-016 FR-016-105).
 */
export class KeptRanges {
  /** By the base-2 logarithm of their length, rounded down; each list by first line. */
  private readonly byLength = new Map<number, RankedChunk[]>();

  /**
   * Returns a kept range that makes this one redundant: it contains all of it, or is better ranked and shares at least
   * `threshold` of the longer one's lines with it. A range that was selected before its rank does not replace a better
   * one that is not inside it.
   */
  findFor(chunk: RankedChunk, { threshold, containedOnly = false }: RangeComparison): RankedChunk | undefined {
    const own = lengthOf(chunk);
    const isShared = (other: RankedChunk): boolean => {
      const share = overlap(other, chunk);
      return !containedOnly && other.rank < chunk.rank && share > 0 && share >= threshold;
    };
    for (const [power, kept] of this.byLength) {
      // Even the longest range in this list is too short for the threshold.
      if (2 ** (power + 1) <= own * threshold) continue;
      const found = overlapping(kept, chunk, 2 ** (power + 1)).find(
        (other) =>
          !areOtherPieces(other, chunk) &&
          (holds(other, chunk) || isShared(other)) &&
          (!isFromGit(other) || areSharedLinesEqual(other, chunk)),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  add(chunk: RankedChunk): void {
    const power = Math.floor(Math.log2(lengthOf(chunk)));
    const kept = this.byLength.get(power);
    if (kept === undefined) this.byLength.set(power, [chunk]);
    else kept.splice(firstFrom(kept, chunk.startLine), 0, chunk);
  }
}

/** Shared lines divided by the lines of the longer range, 0 to 1 (T-016 AC-101, AC-102). */
export function overlap(a: RankedChunk, b: RankedChunk): number {
  const shared = Math.min(a.endLine, b.endLine) - Math.max(a.startLine, b.startLine) + 1;
  return Math.max(0, shared) / Math.max(lengthOf(a), lengthOf(b));
}

/** Whether a range contains all lines of another one. */
export function holds(outer: LineRange, inner: LineRange): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

/**
 * Whether the shared lines are the same in git's version and in the file. A staged change, or one between two commits,
 * differs from the work tree if it was modified since.
 */
function areSharedLinesEqual(fromGit: RankedChunk, chunk: RankedChunk): boolean {
  const first = Math.max(fromGit.startLine, chunk.startLine);
  const last = Math.min(fromGit.endLine, chunk.endLine);
  const sharedOf = (lines: readonly string[], { startLine }: LineRange): readonly string[] =>
    lines.slice(first - startLine, last - startLine + 1);
  const own = sharedOf(linesOf(withLineFeeds(chunk)), chunk);
  const kept = sharedOf(linesAfter(fromGit), fromGit);
  return own.length === kept.length && own.every((line, index) => line === kept[index]);
}

/** Lines of a chunk after a change, without removed ones. */
function linesAfter(chunk: RankedChunk): readonly string[] {
  const lines = linesOf(withLineFeeds(chunk));
  return chunk.relation?.isMarked === true
    ? lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1))
    : lines;
}

/** Replaces CR LF by LF, the line end of changes. */
function withLineFeeds({ content }: RankedChunk): string {
  return content.replaceAll('\r\n', '\n');
}

/** Whether two chunks are different pieces of one long line, which share the line but no text. */
function areOtherPieces(a: RankedChunk, b: RankedChunk): boolean {
  const isSameLine = a.startLine === a.endLine && b.startLine === b.endLine && a.startLine === b.startLine;
  return isSameLine && a.part !== undefined && b.part !== undefined && a.part.index !== b.part.index;
}

function lengthOf({ startLine, endLine }: RankedChunk): number {
  return endLine - startLine + 1;
}

/** @param longest upper limit of the length of a range in the list, in lines */
function overlapping(kept: readonly RankedChunk[], chunk: RankedChunk, longest: number): readonly RankedChunk[] {
  const from = firstFrom(kept, chunk.startLine - longest);
  const to = firstFrom(kept, chunk.endLine + 1);
  return kept.slice(from, to);
}

/** Index of the first range that begins at or after this line. */
function firstFrom(kept: readonly RankedChunk[], line: number): number {
  let [low, high] = [0, kept.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((kept[middle]?.startLine ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
