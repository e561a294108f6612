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

/** Of so many tokens of a budget, an outline takes nothing from bodies. */
const tokensForBodies = 1_000;

/** A larger body is not removed for lines of an outline, in multiples of their size. */
const maxBodyShare = 1.5;

/** Bodies, and lines of an outline for what had no room. */
export interface OutlinedSelection extends Selection {
  /** None of them is in `included` or `excluded`. Best first. */
  readonly outline: readonly OutlinedChunk[];
}

/** Room for an outline. */
export interface OutlineBudget extends Pick<OutlineLimits, 'limitedTypes'> {
  readonly layout: Layout;
  readonly counter: ITokenCounter;
  /** Of the whole pack. */
  readonly availableTokens: number;
  /** Tokens that the bodies leave. */
  readonly freeTokens: number;
  /** Share of the budget that an outline may take from bodies, 0 to 1; with 0 there is no outline. */
  readonly share: number;
}

/** A selection with its outline, and the tokens that it takes more than before; below 0 for less. */
export interface OutlineResult extends OutlinedSelection {
  readonly addedTokens: number;
}

/**
 * Adds an outline of what had no room. It takes what the bodies leave, and up to a share of the budget: the lowest-ranked
 * bodies that a search found give way to it. The best chunk, whatever the user opens, names or changed, and a body that
 * is much larger than what is needed stay.
 */
export function withOutline(selection: Selection, budget: OutlineBudget): OutlineResult {
  const nothing = { ...selection, outline: [], addedTokens: 0 };
  const { freeTokens, availableTokens, share, layout, counter, limitedTypes } = budget;
  const isTruncated = selection.included.some((chunk) => chunk.isTruncated === true);
  if (layout.showsOutline !== true || share === 0 || isTruncated || selection.included.length === 0) return nothing;
  // Signatures that are there for what a body uses would lose it.
  const hasRelated = selection.included.some(isOutlined);
  const reservedTokens = hasRelated ? 0 : Math.floor(Math.max(0, availableTokens - tokensForBodies) * share);
  const measured = new OutlineLines(layout, counter);
  const outlineOf = (chosen: Selection, maxTokens: number): ChosenOutline =>
    chooseOutline(chosen, { maxTokens, lines: measured, limitedTypes });
  const wanted = outlineOf(selection, Math.max(freeTokens, reservedTokens));
  const roomy = makeRoom(selection, { tokens: wanted.tokens - freeTokens, layout });
  // The lines that fit into the free tokens are those that would be chosen for these alone.
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

/** The bodies and the lines of the outline together, best first. */
export function allShown({ included, outline }: OutlinedSelection): readonly IncludedChunk[] {
  return [...included, ...outline.map(({ shown }) => shown)].sort((a, b) => a.rank - b.rank);
}

/** Leaves out bodies, the lowest-ranked first, until there is room for so many tokens more. */
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

/** Whether a search found the chunk, and the user neither names nor changed its lines. */
function isMerelyFound(chunk: IncludedChunk): boolean {
  const isFound = chunk.sourceType === 'search-result' && chunk.anchorOrder === undefined;
  return isFound && !isFromGit(chunk) && !isOutlined(chunk);
}
