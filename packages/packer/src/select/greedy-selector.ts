import 'reflect-metadata';
import {
  type ExcludedChunk,
  ITokenCounter,
  type IncludedChunk,
  type RankedChunk,
  type SourceType,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import type { RepetitionIndex } from '../deduplicate/repetition-index.js';
import type { ISelector, Selection, SelectionRules } from './selector.js';
import { SelectionCosts } from './selection-costs.js';
import { spreadOverFiles } from './spread-over-files.js';
import { truncateToFit } from './truncate-to-fit.js';

/** Maximum number of the best chunks to cut if none fits whole. */
const maxTruncated = 20;

/**
 * Selects chunks one by one, first one per file, then by rank. A chunk that does not fit is skipped, and the next one
 * tried. Only repetitions of selected chunks are excluded; repetitions of a skipped chunk are still tried. A chunk is
 * cut only if otherwise the selection would be empty.
 */
@injectable()
export class GreedySelector implements ISelector {
  constructor(@inject(ITokenCounter) private readonly counter: ITokenCounter) {}

  select(chunks: readonly RankedChunk[], rules: SelectionRules): Selection {
    const { minimumChunks, inclusionThreshold, balance, breadthTokens } = rules;
    const costs = new SelectionCosts(rules);
    const selected = rules.createIndex?.();
    const exclusions = new Map<RankedChunk, Exclusion>();
    const take = (chunk: RankedChunk, minScore: number): void => {
      const exclusion = this.takeOne(chunk, { costs, selected, minScore, isOutOfTime: rules.isOutOfTime });
      if (exclusion !== undefined) exclusions.set(chunk, exclusion);
    };

    const anchored = chunks.filter(({ anchorOrder }) => anchorOrder !== undefined);
    const guaranteed = new Set([...anchored, ...chunks.slice(0, minimumChunks)]);
    for (const chunk of guaranteed) take(chunk, 0);
    const spread = spreadOverFiles(chunks, breadthTokens, rules.createIndex);
    for (const chunk of balance ? inTurnsOfSources(spread) : spread) {
      if (!guaranteed.has(chunk)) take(chunk, inclusionThreshold);
    }

    const isNovel = (chunk: RankedChunk): boolean => exclusions.get(chunk)?.keptChunk === undefined;
    const cut = costs.taken.length > 0 ? undefined : this.cutOne(chunks.filter(isNovel), costs, rules);
    const cutId = cut?.id;
    const taken = new Set<RankedChunk>(costs.taken);
    return {
      included: cut === undefined ? chunks.filter((chunk) => taken.has(chunk)) : [cut],
      excluded: chunks.flatMap((chunk): ExcludedChunk[] => {
        const exclusion = exclusions.get(chunk);
        return exclusion === undefined || chunk.id === cutId ? [] : [{ ...chunk, ...exclusion }];
      }),
    };
  }

  /** Takes the chunk. Returns `undefined` on success, otherwise the reason. */
  private takeOne(
    chunk: RankedChunk,
    { costs, selected, minScore, isOutOfTime }: TakingState & Pick<SelectionRules, 'isOutOfTime'>,
  ): Exclusion | undefined {
    if (costs.taken.length > 0 && isOutOfTime?.() === true) return { reason: 'timeout' };
    const repetition = selected?.find(chunk);
    if (repetition !== undefined) return repetition;
    if (chunk.rankScore < minScore) return { reason: 'below-threshold' };
    const reason = costs.take(chunk);
    if (reason !== undefined) return { reason };
    selected?.add(chunk);
    return undefined;
  }

  /**
   * Cuts the best chunk that can be cut to fit to its beginning, if no chunk fits (T-016 FR-016-120).
   *
   * @param chunks without repetitions
   */
  private cutOne(
    chunks: readonly RankedChunk[],
    costs: SelectionCosts,
    { layout, budget, minimumChunks }: SelectionRules,
  ): IncludedChunk | undefined {
    if (minimumChunks < 1) return undefined;
    for (const chunk of chunks.slice(0, maxTruncated)) {
      const room = budget.remainingOf(chunk.sourceType) - costs.frameTokens;
      const cut = truncateToFit(chunk, { maxTokens: room, counter: this.counter, layout });
      if (cut === undefined) continue;
      budget.allocate(layout.measure([cut]) + costs.frameTokens, chunk.sourceType);
      return cut;
    }
    return undefined;
  }
}

/** Reason why a chunk is not selected. */
type Exclusion = Pick<ExcludedChunk, 'reason' | 'keptChunk' | 'detail'>;

/** State and limits for selecting one chunk. */
interface TakingState {
  readonly costs: SelectionCosts;
  readonly selected: RepetitionIndex | undefined;
  readonly minScore: number;
}

/** Orders the best chunk of each source type first, then the second best of each, and so on (T-016 FR-016-115). */
function inTurnsOfSources(chunks: readonly RankedChunk[]): readonly RankedChunk[] {
  const turns = new Map<SourceType, number>();
  const placed = chunks.map((chunk) => {
    const turn = turns.get(chunk.sourceType) ?? 0;
    turns.set(chunk.sourceType, turn + 1);
    return { chunk, turn };
  });
  return placed.sort((a, b) => a.turn - b.turn || a.chunk.rank - b.chunk.rank).map(({ chunk }) => chunk);
}
