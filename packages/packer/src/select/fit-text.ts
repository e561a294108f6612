import type { ExcludedChunk, ITokenCounter, IncludedChunk, PackingBudget, SourceType } from '@lexichord/abstractions';

import { indexOf, recheckRepetition, withoutReason } from '../deduplicate/recheck-repetition.js';
import { allShown, type OutlinedSelection } from '../detail/with-outline.js';
import type { RepetitionIndex } from '../deduplicate/repetition-index.js';
import type { Layout } from '../format/formatter.js';
import { byPathAndLine } from '../format/packed-file.js';
import { addedTokens, touches } from './selection-costs.js';
import type { Selection } from './selector.js';

/** A selection as text, counted; lines of the outline are among what is included. */
export interface FittedText extends Selection {
  readonly content: string;
  readonly totalTokens: number;
}

/** Limits of the text. */
export interface FitLimits {
  readonly layout: Layout;
  readonly counter: ITokenCounter;
  readonly availableTokens: number;
  /** Most tokens of a kind of source. Absent: no limit of its own. */
  readonly categoryTokens?: PackingBudget['categoryBudgets'];
  /** Makes empty indexes of what is in the text. Absent: repetition is not looked for. */
  readonly openIndex?: (() => RepetitionIndex) | undefined;
}

/** Tokens by which the estimated size of a chunk in the text may be too large. */
const measureTolerance = 8;

/** So many chunks that were passed over are tried with what is left in the end. */
const maxTried = 50;

/** Rounds in which one chunk is enough to go. */
const roundsOfOne = 3;

/** So many of them are looked at more closely. */
const maxMeasured = 1_000;

/** Text that is counted to fill up what is left, in UTF-16 units, all tries together. */
const maxCounted = 5_000_000;

/**
 * Formats a selection and counts the whole text (T-016 AC-058..060). What the chunks were charged with can be off by a
 * few tokens: where it was too little, the last chunks go again; where something is left, chunks that were passed over
 * get it.
 */
export function fitText(selection: Selection & Partial<OutlinedSelection>, limits: FitLimits): FittedText {
  let fitted = formatted({ outline: [], ...selection }, limits);
  for (let round = 0; fitted.totalTokens > limits.availableTokens && allShown(fitted).length > 0; round += 1) {
    const tokens = fitted.totalTokens - limits.availableTokens;
    // Each round counts the whole text. Where counts are far off, as with chunks of next to nothing, few rounds are enough.
    const chunks = 2 ** Math.max(0, round - roundsOfOne);
    fitted = formatted(withoutLast(fitted, { tokens, chunks }), limits);
  }
  const { content, totalTokens, ...filled } = fillUp(
    { ...fitted, ...recheckRepetition(fitted, limits.openIndex) },
    limits,
  );
  return { included: allShown(filled), excluded: filled.excluded, content, totalTokens };
}

/** A text with its outline still apart. */
type OutlinedText = FittedText & OutlinedSelection;

function formatted(selection: OutlinedSelection, { layout, counter }: FitLimits): OutlinedText {
  const content = layout.format(allShown(selection));
  return { ...selection, content, totalTokens: counter.countTokens(content) };
}

/**
 * Drops the lowest-ranked lines of the outline, or bodies where there is none, until about `min.tokens` tokens and at
 * least `min.chunks` chunks are gone.
 */
function withoutLast(
  { included, excluded, outline }: OutlinedSelection,
  min: { tokens: number; chunks: number },
): OutlinedSelection {
  const last = outline.length > 0 ? outline.map(({ shown }) => shown) : included;
  let kept = last.length;
  for (let dropped = 0; kept > 0 && (dropped < min.tokens || last.length - kept < min.chunks);) {
    kept -= 1;
    dropped += last[kept]?.tokenCount ?? 0;
  }
  const gone =
    outline.length > 0
      ? outline.slice(kept).map(({ body }) => body)
      : included.slice(kept).map((chunk): ExcludedChunk => ({ ...chunk, reason: 'budget-exceeded' }));
  return {
    included: outline.length > 0 ? included : included.slice(0, kept),
    excluded: byRank([...excluded, ...gone]),
    outline: outline.slice(0, kept),
  };
}

function fillUp(fitted: OutlinedText, limits: FitLimits): OutlinedText {
  if (fitted.included.some(({ isTruncated }) => isTruncated === true)) return fitted;
  const filler = new BudgetFiller(fitted, limits);
  for (const chunk of byRank([...fitted.excluded, ...fitted.outline.map(({ body }) => body)])) {
    if (chunk.reason === 'budget-exceeded') filler.offer(chunk);
  }
  return filler.filled;
}

/** Gives what is left of the budget to chunks that were passed over, as they are offered. */
class BudgetFiller {
  filled: OutlinedText;
  private readonly index: RepetitionIndex | undefined;
  /** Tokens of what is in the text, of kinds of source with a limit, as far as they were asked for. */
  private readonly usedTokens = new Map<SourceType, number>();
  /** Chunks that did not fit when they were offered. */
  private readonly waiting = new Set<ExcludedChunk>();
  private tried = 0;
  private measured = 0;
  private counted = 0;

  constructor(
    fitted: OutlinedText,
    private readonly limits: FitLimits,
  ) {
    this.filled = fitted;
    this.index = limits.openIndex === undefined ? undefined : indexOf(fitted.included, limits.openIndex);
  }

  offer(chunk: ExcludedChunk): void {
    const candidate = withoutReason(chunk);
    const repetition = this.index?.find(candidate);
    if (repetition !== undefined) {
      this.exclude(chunk, { ...candidate, ...repetition });
    } else if (this.roomOf(chunk.sourceType) <= 0) {
      this.exclude(chunk, { ...chunk, reason: 'category-budget-exceeded' });
    } else if (!this.mayFit(candidate) || !this.take(chunk, candidate)) {
      this.waiting.add(chunk);
    } else {
      this.index?.add(candidate);
      this.waiting.delete(chunk);
      // Beside a chunk of its file, another one needs less around it.
      for (const other of [...this.waiting]) if (other.filePath === chunk.filePath) this.offer(other);
    }
  }

  private exclude(chunk: ExcludedChunk, changed: ExcludedChunk): void {
    const excluded = this.filled.excluded.map((other) => (other === chunk ? changed : other));
    this.filled = { ...this.filled, excluded };
  }

  /** Tokens that are left for a kind of source, as its chunks were charged. */
  private roomOf(type: SourceType): number {
    const limit = this.limits.categoryTokens?.[type];
    if (limit === undefined) return Infinity;
    const { included } = this.filled;
    const used =
      this.usedTokens.get(type) ?? this.limits.layout.measure(included.filter(({ sourceType }) => sourceType === type));
    this.usedTokens.set(type, used);
    return limit - used;
  }

  /** By estimates, which cost little. */
  private mayFit(chunk: IncludedChunk): boolean {
    const { availableTokens, layout } = this.limits;
    const room = availableTokens - this.filled.totalTokens;
    if (this.tried >= maxTried || this.counted > maxCounted || this.measured >= maxMeasured) return false;
    const sameFile = this.filled.included.filter(({ filePath }) => filePath === chunk.filePath).sort(byPathAndLine);
    if (chunk.tokenCount > room + measureTolerance && !sameFile.some((other) => touches(other, chunk))) return false;
    this.measured += 1;
    const { tokens } = addedTokens<IncludedChunk>(chunk, sameFile, layout);
    return tokens <= room + measureTolerance && tokens <= this.roomOf(chunk.sourceType);
  }

  /** Counts the whole text with the chunk, and keeps it if it fits. */
  private take(chunk: ExcludedChunk, candidate: IncludedChunk): boolean {
    const { included, excluded, outline } = this.filled;
    const larger = formatted(
      {
        included: byRank([...included, candidate]),
        excluded: excluded.filter((other) => other !== chunk),
        outline: outline.filter(({ body }) => body !== chunk),
      },
      this.limits,
    );
    this.tried += 1;
    this.counted += larger.content.length;
    if (larger.totalTokens > this.limits.availableTokens) return false;
    this.filled = larger;
    this.usedTokens.delete(chunk.sourceType);
    return true;
  }
}

function byRank<T extends IncludedChunk>(chunks: readonly T[]): readonly T[] {
  return chunks.toSorted((a, b) => a.rank - b.rank);
}
