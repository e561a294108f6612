import { type ExcludedChunk, type RankedChunk, isFromGit } from '@lexichord/abstractions';

import { KeptRanges, type RangeComparison, holds, overlap } from './kept-ranges.js';

/** Exclusion of a repetition: the reason, the id of the chunk that has its content, and details. */
export type Repetition = Pick<ExcludedChunk, 'reason' | 'keptChunk' | 'detail'>;

/** The chunks of one text so far, for finding repetitions (T-016 FR-016-91..105). */
export interface RepetitionIndex {
  /** Returns `undefined` for a chunk with new content. */
  find(chunk: RankedChunk): Repetition | undefined;
  add(chunk: RankedChunk): void;
}

/** How contents are compared. */
export interface ContentRules {
  /** Equal for chunks with the same content; compared first, because a key takes longer. */
  readonly sampleOf: (chunk: RankedChunk) => number;
  /** Equal for chunks with the same content only; `undefined` for chunks that are not compared. */
  readonly keyOf: (chunk: RankedChunk) => string | undefined;
}

/** Rules for repetitions. */
export interface RepetitionRules {
  /** Absent: contents are not compared. */
  readonly contents?: ContentRules | undefined;
  /** Absent: ranges are not compared. */
  readonly ranges?: RangeComparison | undefined;
}

/** Compares contents by key, and the ranges of each file. */
export class ChunkRepetitionIndex implements RepetitionIndex {
  private readonly bySample = new Map<number, RankedChunk[]>();
  private readonly byFile = new Map<string, KeptRanges>();

  constructor(private readonly rules: RepetitionRules) {}

  find(chunk: RankedChunk): Repetition | undefined {
    // Each changed line is included, even if another file has the same one.
    if (isFromGit(chunk)) return undefined;
    const same = this.withSameContent(chunk);
    if (same !== undefined) return { reason: 'duplicate', keptChunk: same.id };
    const { ranges } = this.rules;
    // Named lines must all be included, so a partial overlap is not enough.
    const containedOnly = ranges?.containedOnly === true || chunk.anchorOrder !== undefined;
    const kept =
      ranges === undefined ? undefined : this.byFile.get(chunk.filePath)?.findFor(chunk, { ...ranges, containedOnly });
    return kept === undefined
      ? undefined
      : { reason: 'overlap', keptChunk: kept.id, detail: describeOverlap(kept, chunk) };
  }

  add(chunk: RankedChunk): void {
    // Removed lines are not in the file.
    if (chunk.relation?.role === 'before') return;
    const sample = this.rules.contents?.sampleOf(chunk);
    if (sample !== undefined) {
      const chunks = this.bySample.get(sample);
      if (chunks === undefined) this.bySample.set(sample, [chunk]);
      else chunks.push(chunk);
    }
    const ranges = this.byFile.get(chunk.filePath) ?? new KeptRanges();
    ranges.add(chunk);
    this.byFile.set(chunk.filePath, ranges);
  }

  /** Returns the first chunk with the same content. */
  private withSameContent(chunk: RankedChunk): RankedChunk | undefined {
    const { contents } = this.rules;
    const candidates = contents === undefined ? undefined : this.bySample.get(contents.sampleOf(chunk));
    if (contents === undefined || candidates === undefined) return undefined;
    return candidates.find((candidate) => hasSameContent(candidate, chunk, contents.keyOf));
  }
}

function hasSameContent(one: RankedChunk, other: RankedChunk, keyOf: ContentRules['keyOf']): boolean {
  const key = keyOf(one);
  const isCopy = one.content === other.content && one.language === other.language;
  return key !== undefined && (isCopy || key === keyOf(other));
}

function describeOverlap(kept: RankedChunk, chunk: RankedChunk): string {
  const share = Math.round(overlap(kept, chunk) * 100);
  return holds(kept, chunk)
    ? 'all of its lines are in the other chunk'
    : `${share} % of the longer range's lines are the same`;
}
