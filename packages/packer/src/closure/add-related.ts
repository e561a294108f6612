import type { IncludedChunk } from '@lexichord/abstractions';

import type { Layout } from '../format/formatter.js';
import type { SelectedPack } from '../pack/pack-result.js';
import { fitRelated } from './fit-related.js';
import type { RelatedSearch, RelatedSignatures } from './related-search.js';

/** Limits and services for adding signatures. */
export interface AddRelatedContext {
  readonly layout: Layout;
  readonly availableTokens: number;
  /** Maximum share of the available tokens for signatures, 0 to 1. */
  readonly share: number;
  readonly search: RelatedSearch;
  /** Selects chunks again, within fewer tokens. */
  readonly selectWithin: (maxTokens: number) => Promise<SelectedPack>;
  readonly isOutOfTime: () => boolean;
  /** Measures the time of the search. */
  readonly measured: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Maximum number of selections: fewer chunks can use more missing code, whose signatures leave fewer tokens for chunks.
 */
const maxRounds = 3;

/** Minimum budget for removing chunks in favour of signatures: in a smaller one, chunks matter more. */
const minBudgetForRoom = 2_000;

/**
 * Adds signatures of related code, up to their share of the budget. They use the tokens that the chunks leave; if these
 * are too few, the lowest-ranked chunks are removed, but no lines that the user names, and no part of a change.
 */
export async function addRelated(all: SelectedPack, context: AddRelatedContext): Promise<SelectedPack> {
  const { layout, availableTokens, search, isOutOfTime, measured } = context;
  if (maxSignatureTokens(context) === 0 || all.included.length === 0 || layout.measureOutline === undefined) return all;
  const found = await measured(() => search.find(all.included));
  if (found === undefined) return all;
  const wanted = tokensOf(all, found, context);
  const hasRoom = all.estimatedTokens + wanted <= availableTokens;
  if (hasRoom || availableTokens < minBudgetForRoom || isOutOfTime()) return withSignatures(all, found, context);
  return (await withFewerChunks(all, wanted, context)) ?? withSignatures(all, found, context);
}

function maxSignatureTokens({ availableTokens, share }: AddRelatedContext): number {
  return Math.floor(availableTokens * share);
}

/** Tokens of the signatures that fit beside the selected chunks. */
function tokensOf(selected: SelectedPack, { signatures }: RelatedSignatures, context: AddRelatedContext): number {
  const { layout } = context;
  return fitRelated(selected, signatures, { layout, maxTokens: maxSignatureTokens(context) }).tokens;
}

/**
 * Selects fewer chunks, so that the signatures of their used code fit. `undefined` if the first round runs out of time
 * or excludes a named chunk.
 */
async function withFewerChunks(
  all: SelectedPack,
  wantedTokens: number,
  context: AddRelatedContext,
): Promise<SelectedPack | undefined> {
  const { availableTokens, search, selectWithin, isOutOfTime, measured } = context;
  let [signatureTokens, completed]: [number, SelectedPack | undefined] = [wantedTokens, undefined];
  for (let round = 0; round < maxRounds; round += 1) {
    const fewer = await selectWithin(availableTokens - signatureTokens);
    const found = await measured(() => search.find(fewer.included));
    if (found === undefined || isOutOfTime() || !keepsNamedLines(all.included, fewer.included)) return completed;
    completed = withSignatures(fewer, found, context);
    const needed = tokensOf(fewer, found, context);
    if (fewer.estimatedTokens + needed <= availableTokens) return completed;
    signatureTokens = needed;
  }
  return completed;
}

function withSignatures(
  selected: SelectedPack,
  { signatures, unread, isPartial }: RelatedSignatures,
  context: AddRelatedContext,
): SelectedPack {
  const { layout, availableTokens } = context;
  const maxTokens = Math.min(availableTokens - selected.estimatedTokens, maxSignatureTokens(context));
  const { included, excluded, tokens, found } = fitRelated(selected, signatures, { layout, maxTokens });
  const { limit, ...omitted } = unread;
  return {
    ...{ ...selected, included, excluded },
    isPartial: selected.isPartial || isPartial,
    estimatedTokens: selected.estimatedTokens + tokens,
    related: { found: found + limit, omitted },
  };
}

function keepsNamedLines(all: readonly IncludedChunk[], fewer: readonly IncludedChunk[]): boolean {
  const kept = new Set(fewer.map(({ id }) => id));
  const isNamed = ({ anchorOrder, relation }: IncludedChunk): boolean =>
    anchorOrder !== undefined || relation !== undefined;
  return all.every((chunk) => !isNamed(chunk) || kept.has(chunk.id));
}
