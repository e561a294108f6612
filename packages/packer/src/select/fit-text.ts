import type { ExcludedChunk, ITokenCounter, IncludedChunk, PackingBudget, SourceType } from '@lexichord/abstractions';

import { indexOf, recheckRepetition, withoutReason } from '../deduplicate/recheck-repetition.js';
import { allShown, type OutlinedSelection } from '../detail/with-outline.js';
import type { RepetitionIndex } from '../deduplicate/repetition-index.js';
import type { Layout } from '../format/formatter.js';
import { byPathAndLine } from '../format/packed-file.js';
import { addedTokens, touches } from './selection-costs.js';
import type { Selection } from './selector.js';

/** The formatted and counted text of a selection; `included` also has the outline lines. */
export interface FittedText extends Selection {
  readonly content: string;
  readonly totalTokens: number;
}

/** Limits of the text. */
export interface FitLimits {
  readonly layout: Layout;
  readonly counter: ITokenCounter;
  readonly availableTokens: number;
  /** Maximum tokens of a source type. Absent: no separate limit. */
  readonly categoryTokens?: PackingBudget['categoryBudgets'];
  /** Creates an empty index of the text. Absent: repetition is not checked. */
  readonly createIndex?: (() => RepetitionIndex) | undefined;
}

/** Maximum overestimate of a chunk's size in the text, in tokens. */
const measureTolerance = 8;

/** Maximum number of rejected chunks that are tried for the remaining tokens. */
const maxTried = 50;

/** Rounds after the first in which removing one chunk is enough; then the minimum doubles. */
const roundsOfOne = 3;

/** Maximum number of chunks whose size in the text is estimated. */
const maxMeasured = 1_000;

/** Maximum total length of the texts that are counted to fill the remaining tokens, in UTF-16 units. */
const maxCounted = 5_000_000;

/**
 * Formats a selection and counts the whole text (T-016 AC-058..060). The charged tokens can be off by a few: if the
 * text is too long, its last chunks are removed; if tokens remain, rejected chunks use them.
 */
export function fitText(selection: Selection & Partial<OutlinedSelection>, limits: FitLimits): FittedText {
  let fitted = formatted({ outline: [], ...selection }, limits);
  for (let round = 0; fitted.totalTokens > limits.availableTokens && allShown(fitted).length > 0; round += 1) {
    const tokens = fitted.totalTokens - limits.availableTokens;
    // Each round counts the whole text. Doubling keeps the rounds few if the counts are far off, as with tiny chunks.
    const chunks = 2 ** Math.max(0, round - roundsOfOne);
    fitted = formatted(withoutLast(fitted, { tokens, chunks }), limits);
  }
  const { content, totalTokens, ...filled } = fillUp(
    { ...fitted, ...recheckRepetition(fitted, limits.createIndex) },
    limits,
  );
  return { included: allShown(filled), excluded: filled.excluded, content, totalTokens };
}

/** A text with a separate outline. */
type OutlinedText = FittedText & OutlinedSelection;

function formatted(selection: OutlinedSelection, { layout, counter }: FitLimits): OutlinedText {
  const content = layout.format(allShown(selection));
  return { ...selection, content, totalTokens: counter.countTokens(content) };
}

/**
 * Removes the lowest-ranked outline lines, or bodies if there is no outline, until at least `min.tokens` estimated
 * tokens and `min.chunks` chunks are removed.
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

/** Offers the remaining tokens to rejected chunks, one after another. */
class BudgetFiller {
  filled: OutlinedText;
  private readonly index: RepetitionIndex | undefined;
  /** Tokens of the included chunks, cached by source type, for types with a limit. */
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
    this.index = limits.createIndex === undefined ? undefined : indexOf(fitted.included, limits.createIndex);
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
      // A chunk costs less beside another chunk of its file.
      for (const other of [...this.waiting]) if (other.filePath === chunk.filePath) this.offer(other);
    }
  }

  private exclude(chunk: ExcludedChunk, changed: ExcludedChunk): void {
    const excluded = this.filled.excluded.map((other) => (other === chunk ? changed : other));
    this.filled = { ...this.filled, excluded };
  }

  /** Tokens that are left for a source type, by the charged sizes. */
  private roomOf(type: SourceType): number {
    const limit = this.limits.categoryTokens?.[type];
    if (limit === undefined) return Infinity;
    const { included } = this.filled;
    const used =
      this.usedTokens.get(type) ?? this.limits.layout.measure(included.filter(({ sourceType }) => sourceType === type));
    this.usedTokens.set(type, used);
    return limit - used;
  }

  /** Checks by estimates, which are cheap. */
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
