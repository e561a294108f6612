import 'reflect-metadata';
import {
  type ExcludedChunk,
  type ExclusionReason,
  ITokenCounter,
  type IncludedChunk,
  type RankedChunk,
  type SourceType,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import type { ISelector, Selection, SelectionRules } from './selector.js';
import { SelectionCosts } from './selection-costs.js';
import { spreadOverFiles } from './spread-over-files.js';
import { truncateToFit } from './truncate-to-fit.js';

/** So many of the best chunks are tried when none fits whole. */
const maxTruncated = 20;

/**
 * Takes chunk after chunk, at first one of each file and then in the order of their rank; one that does not fit is
 * passed over, and the next one tried.
 * Nothing is cut, unless otherwise nothing at all would be there.
 */
@injectable()
export class GreedySelector implements ISelector {
  constructor(@inject(ITokenCounter) private readonly counter: ITokenCounter) {}

  select(chunks: readonly RankedChunk[], rules: SelectionRules): Selection {
    const { minimumChunks, inclusionThreshold, balance, breadthTokens } = rules;
    const costs = new SelectionCosts(rules);
    const reasons = new Map<RankedChunk, ExclusionReason>();
    const take = (chunk: RankedChunk): void => {
      const isOutOfTime = costs.taken.length > 0 && rules.isOutOfTime?.() === true;
      const reason = isOutOfTime ? 'timeout' : costs.take(chunk);
      if (reason !== undefined) reasons.set(chunk, reason);
    };

    const guaranteed = new Set(chunks.slice(0, minimumChunks));
    for (const chunk of guaranteed) take(chunk);
    const spread = spreadOverFiles(chunks, breadthTokens);
    for (const chunk of balance ? inTurnsOfSources(spread) : spread) {
      if (guaranteed.has(chunk)) continue;
      if (chunk.rankScore < inclusionThreshold) reasons.set(chunk, 'below-threshold');
      else take(chunk);
    }

    const cut = costs.taken.length === 0 && minimumChunks > 0 ? this.cutOne(chunks, costs, rules) : undefined;
    const cutId = cut?.id;
    const taken = new Set<RankedChunk>(costs.taken);
    return {
      included: cut === undefined ? chunks.filter((chunk) => taken.has(chunk)) : [cut],
      excluded: chunks.flatMap((chunk): ExcludedChunk[] => {
        const reason = reasons.get(chunk);
        return reason === undefined || chunk.id === cutId ? [] : [{ ...chunk, reason }];
      }),
    };
  }

  /** The beginning of the best chunk of which a beginning fits (T-016 FR-016-120). */
  private cutOne(
    chunks: readonly RankedChunk[],
    costs: SelectionCosts,
    { layout, budget }: SelectionRules,
  ): IncludedChunk | undefined {
    for (const chunk of chunks.slice(0, maxTruncated)) {
      const room = budget.remainingOf(chunk.sourceType) - costs.frameTokens;
      const cut = truncateToFit(chunk, { maxTokens: room, counter: this.counter, layout });
      if (cut !== undefined) return cut;
    }
    return undefined;
  }
}

/** The best of each kind of source, then the second best of each, and so on (T-016 FR-016-115). */
function inTurnsOfSources(chunks: readonly RankedChunk[]): readonly RankedChunk[] {
  const turns = new Map<SourceType, number>();
  const placed = chunks.map((chunk) => {
    const turn = turns.get(chunk.sourceType) ?? 0;
    turns.set(chunk.sourceType, turn + 1);
    return { chunk, turn };
  });
  return placed.sort((a, b) => a.turn - b.turn || a.chunk.rank - b.chunk.rank).map(({ chunk }) => chunk);
}
