import type { ExclusionReason, IncludedChunk, LineRange, RankedChunk } from '@lexichord/abstractions';

import type { Layout } from '../format/formatter.js';
import { byPathAndLine } from '../format/packed-file.js';
import type { IBudgetManager } from './token-budget.js';

/**
 * Charges each chunk with the tokens that it adds to the text: its lines, and the header, the fence and the gap, unless
 * it continues taken lines (T-016 FR-016-138, AC-048).
 */
export class SelectionCosts {
  readonly taken: RankedChunk[] = [];
  /** Taken chunks of each file, by line. */
  private readonly files = new Map<string, RankedChunk[]>();
  private readonly layout: Layout;
  private readonly budget: IBudgetManager;

  constructor({ layout, budget }: { readonly layout: Layout; readonly budget: IBudgetManager }) {
    this.layout = layout;
    this.budget = budget;
  }

  /** Tokens of the frame, charged with the first chunk. */
  get frameTokens(): number {
    return this.taken.length === 0 ? this.layout.frameTokens : 0;
  }

  /** Takes the chunk. Returns `undefined` if it fitted, otherwise the reason. */
  take(chunk: RankedChunk): ExclusionReason | undefined {
    const taken = this.files.get(chunk.filePath) ?? [];
    // Lines that are already in the text cost nothing. Without such lines the content alone can exclude the chunk.
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
 * Returns the tokens that a chunk adds to the text: its lines and their framing. Measures only the touched ranges and
 * the neighbours, so that the cost for a large file is not quadratic in its chunks.
 *
 * @param sameFile taken chunks of its file, by line
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

/** Index of the first chunk after this one, by binary search: the chunks are sorted by line. */
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
