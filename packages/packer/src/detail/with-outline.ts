import { type ExcludedChunk, type ITokenCounter, type IncludedChunk, isFromGit } from '@lexichord/abstractions';

import type { Layout } from '../format/formatter.js';
import type { Selection } from '../select/selector.js';
import { isOutlined } from './less-detail.js';
import {
  type ChosenOutline,
  OutlineLines,
  type OutlineLimits,
  type OutlinedChunk,
  chooseOutline,
} from './choose-outline.js';

/** Tokens of a budget that are reserved for bodies. */
const tokensForBodies = 1_000;

/** Maximum size of a body that is removed for outline lines, in multiples of the tokens still needed. */
const maxBodyShare = 1.5;

/** Bodies, and outline lines of chunks without room. */
export interface OutlinedSelection extends Selection {
  /** Chunks that are neither in `included` nor in `excluded`. Best first. */
  readonly outline: readonly OutlinedChunk[];
}

/** Tokens and kinds of sources that an outline may use. */
export interface OutlineBudget extends Pick<OutlineLimits, 'limitedTypes'> {
  readonly layout: Layout;
  readonly counter: ITokenCounter;
  /** Tokens of the whole pack. */
  readonly availableTokens: number;
  /** Tokens that the bodies leave. */
  readonly freeTokens: number;
  /** Maximum share of the budget that an outline may take from bodies, 0 to 1; 0: no outline. */
  readonly share: number;
}

/** A selection with its outline, and the tokens that it adds; negative if it takes fewer than before. */
export interface OutlineResult extends OutlinedSelection {
  readonly addedTokens: number;
}

/**
 * Adds an outline of chunks without room. Uses the free tokens, and up to a share of the budget, for which it removes
 * the lowest-ranked bodies of search results. Never removed: the best chunk, chunks that the user opened, named or
 * changed, and bodies that are much larger than needed.
 */
export function withOutline(selection: Selection, budget: OutlineBudget): OutlineResult {
  const nothing = { ...selection, outline: [], addedTokens: 0 };
  const { freeTokens, availableTokens, share, layout, counter, limitedTypes } = budget;
  const measure = layout.measureOutline;
  const isTruncated = selection.included.some((chunk) => chunk.isTruncated === true);
  if (measure === undefined || share === 0 || isTruncated || selection.included.length === 0) return nothing;
  // Removing a body would orphan the signatures of the code that it uses.
  const hasRelated = selection.included.some(isOutlined);
  const reservedTokens = hasRelated ? 0 : Math.floor(Math.max(0, availableTokens - tokensForBodies) * share);
  const measured = new OutlineLines(measure, counter);
  const outlineOf = (chosen: Selection, maxTokens: number): ChosenOutline =>
    chooseOutline(chosen, { maxTokens, lines: measured, limitedTypes });
  const wanted = outlineOf(selection, Math.max(freeTokens, reservedTokens));
  const roomy = makeRoom(selection, { tokens: wanted.tokens - freeTokens, layout });
  // Lines that fit into the free tokens are the same that would be chosen for these alone.
  const { lines, tokens } = wanted.tokens <= freeTokens ? wanted : outlineOf(roomy, freeTokens + roomy.freedTokens);
  if (lines.length === 0) return nothing;
  const shown = new Set(lines.map(({ body }) => body));
  return {
    included: roomy.included,
    excluded: roomy.excluded.filter((chunk) => !shown.has(chunk)),
    outline: lines,
    addedTokens: tokens - roomy.freedTokens,
  };
}

/** Returns the bodies and the outline lines, best first. */
export function allShown({ included, outline }: OutlinedSelection): readonly IncludedChunk[] {
  return [...included, ...outline.map(({ shown }) => shown)].sort((a, b) => a.rank - b.rank);
}

/** Removes bodies, lowest-ranked first, until `tokens` more tokens are free. */
function makeRoom(
  { included, excluded }: Selection,
  { tokens, layout }: { readonly tokens: number; readonly layout: Layout },
): Selection & { readonly freedTokens: number } {
  let kept = included;
  let freedTokens = 0;
  const gone: ExcludedChunk[] = [];
  for (const chunk of included.toReversed()) {
    if (freedTokens >= tokens) break;
    if (chunk === included[0] || !isMerelyFound(chunk)) continue;
    if (chunk.tokenCount > (tokens - freedTokens) * maxBodyShare) continue;
    const sameFile = kept.filter(({ filePath }) => filePath === chunk.filePath);
    freedTokens += layout.measure(sameFile) - layout.measure(sameFile.filter((other) => other !== chunk));
    kept = kept.filter((other) => other !== chunk);
    gone.push({ ...chunk, reason: 'budget-exceeded' });
  }
  return { included: kept, excluded: [...excluded, ...gone].sort((a, b) => a.rank - b.rank), freedTokens };
}

/** Whether the chunk is only a search result: the user neither named nor changed its lines. */
function isMerelyFound(chunk: IncludedChunk): boolean {
  const isFound = chunk.sourceType === 'search-result' && chunk.anchorOrder === undefined;
  return isFound && !isFromGit(chunk) && !isOutlined(chunk);
}
