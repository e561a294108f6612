import type { ExclusionReason, IncludedChunk, LineRange, RankedChunk } from '@lexichord/abstractions';

import type { Layout } from '../format/formatter.js';
import { byPathAndLine } from '../format/packed-file.js';
import type { IBudgetManager } from './token-budget.js';

/**
 * Charges each chunk with what it adds to the text: its lines, and the header, the fence and the gap that it needs, or
 * does not need where it continues what is there (T-016 FR-016-138, AC-048).
 */
export class SelectionCosts {
  readonly taken: RankedChunk[] = [];
  /** Of each file what was taken, by line. */
  private readonly files = new Map<string, RankedChunk[]>();
  private readonly layout: Layout;
  private readonly budget: IBudgetManager;

  constructor({ layout, budget }: { readonly layout: Layout; readonly budget: IBudgetManager }) {
    this.layout = layout;
    this.budget = budget;
  }

  /** Tokens that have to be charged before anything else. */
  get frameTokens(): number {
    return this.taken.length === 0 ? this.layout.frameTokens : 0;
  }

  /** Takes the chunk; `undefined` when it fitted, else why it did not. */
  take(chunk: RankedChunk): ExclusionReason | undefined {
    const taken = this.files.get(chunk.filePath) ?? [];
    // Lines that are there already cost nothing. Without such lines the content alone decides, at no cost.
    const room = this.budget.remainingOf(chunk.sourceType);
    const exceeded = room < this.budget.remainingTokens ? 'category-budget-exceeded' : 'budget-exceeded';
    if (chunk.tokenCount > room && !taken.some((other) => touches(other, chunk))) return exceeded;
    const { tokens, index } = addedTokens(chunk, taken, this.layout);
    const added = tokens + this.frameTokens;
    if (this.budget.tryAllocate(added, chunk.sourceType) === undefined) return exceeded;
    taken.splice(index, 0, chunk);
    this.files.set(chunk.filePath, taken);
    this.taken.push(chunk);
    return undefined;
  }
}

/** The cost of a chunk at its position. */
interface AddedTokens {
  readonly tokens: number;
  /** Its index among the chunks of its file. */
  readonly index: number;
}

/**
 * Tokens that a chunk adds to the text: its lines, and what they need around them. Only the ranges that it joins and its
 * neighbours decide that, so that the chunks of a large file do not cost their number squared.
 *
 * @param sameFile what is taken of its file, by line
 */
export function addedTokens<C extends IncludedChunk>(chunk: C, sameFile: readonly C[], layout: Layout): AddedTokens {
  if (sameFile.length === 0) return { tokens: layout.measure([chunk]), index: 0 };
  const index = indexFor(chunk, sameFile);
  const touched = sameFile.filter((other) => touches(other, chunk));
  const before = sameFile.slice(Math.max(0, index - 1), index);
  const after = sameFile.slice(index, index + 1);
  const around = [...new Set([...before, ...touched, ...after])];
  const tokens = layout.measure([...around, chunk]) - layout.measure(around);
  return { tokens: Math.max(0, tokens), index };
}

/** Whether two chunks of a file share a line or follow each other. */
export function touches(a: LineRange, b: LineRange): boolean {
  return a.startLine <= b.endLine + 1 && b.startLine <= a.endLine + 1;
}

/** Index of the first chunk that stands behind this one, by halving: they are sorted by line. */
function indexFor(chunk: IncludedChunk, taken: readonly IncludedChunk[]): number {
  let [low, high] = [0, taken.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = taken[middle];
    if (other !== undefined && byPathAndLine(other, chunk) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
