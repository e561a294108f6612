import type {
  ExcludedChunk,
  IncludedChunk,
  ITokenCounter,
  PackLayout,
  PreviousPack,
  RankedChunk,
  SentChunk,
} from '@lexichord/abstractions';

import type { RepetitionIndex } from '../deduplicate/repetition-index.js';
import type { Layout } from '../format/formatter.js';
import { inTextOrder } from '../format/packed-file.js';
import { chunkKey, keepPrevious, previousChunks } from './kept-chunks.js';
import { divideStable, type StableText } from './stable-text.js';

/** Inputs for arranging a pack. */
export interface ArrangementSetup {
  readonly order: PackLayout;
  readonly previous?: PreviousPack | undefined;
  readonly onlyNew?: boolean | undefined;
  readonly availableTokens: number;
  readonly layout: Layout;
  readonly counter: ITokenCounter;
}

/** Selection order, layout and text order of the chunks of a pack. */
export interface PackArrangement {
  /** Best first; chunks that keep their position come before all others. */
  readonly allowed: readonly RankedChunk[];
  /** Chunks that were sent before, or that only had a position in the previous pack. */
  readonly excluded: readonly ExcludedChunk[];
  /** Number of leading chunks of `allowed` that are fitted first, at any score. */
  readonly keptChunks: number;
  readonly layout: Layout;
  readonly createIndex: () => RepetitionIndex;
  /** In the order of the text; `bodyChunks` in the layout `stable`. */
  readonly inTextOrder: (included: readonly IncludedChunk[]) => {
    readonly chunks: readonly IncludedChunk[];
    readonly bodyChunks?: number;
  };
  readonly previous?: { readonly valid: readonly SentChunk[]; readonly invalid: readonly SentChunk[] } | undefined;
}

/** Allowed chunks, and an index of repetitions among them. */
interface Candidates {
  readonly allowed: readonly RankedChunk[];
  readonly createIndex: () => RepetitionIndex;
}

/** Arranges a pack by the layout and the previous pack. */
export function arrangePack(candidates: Candidates, setup: ArrangementSetup): PackArrangement {
  if (setup.onlyNew === true && setup.previous !== undefined) return arrangeNew(candidates, setup.previous, setup);
  return setup.order === 'stable' ? arrangeStable(candidates, setup) : arrangeRanked(candidates, setup);
}

function arrangeRanked(candidates: Candidates, { layout }: ArrangementSetup): PackArrangement {
  return {
    ...candidates,
    excluded: [],
    layout,
    keptChunks: 0,
    inTextOrder: (included) => ({ chunks: inTextOrder(included) }),
  };
}

function arrangeStable({ allowed, createIndex }: Candidates, setup: ArrangementSetup): PackArrangement {
  const { layout } = setup;
  const kept = keepPrevious(allowed, setup);
  const divide = (included: readonly IncludedChunk[]): StableText => divideStable(included, kept.order);
  const isLeftOver = leftOverOf(setup.previous, kept.order);
  return {
    allowed: kept.allowed.filter((chunk) => !isLeftOver(chunk)),
    excluded: kept.allowed.filter(isLeftOver).map((chunk) => ({ ...chunk, reason: 'below-threshold' })),
    keptChunks: kept.order.length,
    createIndex,
    layout: { ...layout, format: (chunks) => layout.formatArranged?.(divide(chunks)) ?? layout.format(chunks) },
    inTextOrder: (included) => {
      const { body, tail } = divide(included);
      return { chunks: [...body, ...tail], bodyChunks: body.length };
    },
  };
}

/** Returns a test for chunks of the previous pack that lost their position and do not match the task. */
function leftOverOf(previous: PreviousPack | undefined, order: readonly string[]): (chunk: RankedChunk) => boolean {
  const before = new Set(previous?.chunks.map(chunkKey));
  const kept = new Set(order);
  return (chunk) =>
    chunk.sourceType === 'search-result' &&
    chunk.factors.relevance === 0 &&
    before.has(chunkKey(chunk)) &&
    !kept.has(chunkKey(chunk));
}

/** Maximum share of the budget for the lists of sent chunks; longer lists are only in the result. */
const maxListShare = 0.25;

function arrangeNew(
  { allowed, createIndex }: Candidates,
  { chunks }: PreviousPack,
  { layout, counter, availableTokens, ...setup }: ArrangementSetup,
): PackArrangement {
  const { valid, invalid } = previousChunks(chunks, allowed);
  const found = new Map(allowed.map((chunk) => [chunkKey(chunk), chunk]));
  // Current line numbers, which shift when lines above are added or removed.
  const sent = [...valid.keys()].map((key) => sentChunkOf(found.get(key) as RankedChunk));
  const whole = { body: [], tail: [], sent, invalid };
  const tokens = counter.countTokens(layout.formatArranged?.(whole) ?? '');
  const lists = tokens <= availableTokens * maxListShare ? { sent, invalid } : {};
  const base = arrangeRanked({ allowed, createIndex }, { layout, counter, availableTokens, ...setup });
  const tailOf = (included: readonly IncludedChunk[]): readonly IncludedChunk[] => inTextOrder(included);
  const known = allowed.filter((chunk) => valid.has(chunkKey(chunk)));
  return {
    ...base,
    allowed: allowed.filter((chunk) => !known.includes(chunk)),
    excluded: known.map((chunk) => ({ ...chunk, ...sentBefore(chunk) })),
    createIndex: () => withSent(createIndex(), known),
    layout: {
      ...layout,
      frameTokens: layout.frameTokens + (lists.sent === undefined ? 0 : tokens),
      format: (included) =>
        layout.formatArranged?.({ body: [], tail: tailOf(included), ...lists }) ?? layout.format(included),
    },
    previous: { valid: sent, invalid },
  };
}

function sentChunkOf({ id, filePath, startLine, endLine, partOf }: RankedChunk): SentChunk {
  return { id, filePath, startLine, endLine, partOf };
}

/** An index in which these chunks count as sent, regardless of any comparison. */
function withSent(index: RepetitionIndex, sent: readonly RankedChunk[]): RepetitionIndex {
  const keys = new Set(sent.map(chunkKey));
  for (const chunk of sent) index.add(chunk);
  return {
    find: (chunk) => (keys.has(chunkKey(chunk)) ? sentBefore(chunk) : index.find(chunk)),
    add: (chunk) => index.add(chunk),
  };
}

function sentBefore({ id }: RankedChunk): Pick<ExcludedChunk, 'reason' | 'keptChunk' | 'detail'> {
  return { reason: 'duplicate', keptChunk: id, detail: 'it was sent before' };
}
