import type { ExclusionReason, RankedChunk } from '@lexichord/abstractions';

import type { Layout } from '../format/formatter.js';
import { addedTokens } from './added-tokens.js';
import type { IBudgetManager } from './budget-manager.js';

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
    // Lines that are there already cost nothing; they are too few for a saving to matter here.
    if (chunk.tokenCount > this.budget.remainingTokens) return 'budget-exceeded';
    const taken = this.files.get(chunk.filePath) ?? [];
    const { tokens, place } = addedTokens(chunk, taken, this.layout);
    const added = tokens + this.frameTokens;
    if (this.budget.tryAllocate(added, chunk.sourceType) === undefined) {
      return added > this.budget.remainingTokens ? 'budget-exceeded' : 'category-budget-exceeded';
    }
    taken.splice(place, 0, chunk);
    this.files.set(chunk.filePath, taken);
    this.taken.push(chunk);
    return undefined;
  }
}
