import { isSimilar, isSubset } from '@lexichord/text-index/internal';
import { pointerTo } from '../framing/fragment-framing.js';
import { type ComparableBlock, ComparableText } from './comparable-text.js';
import type { GatheredFragment } from './gathered-fragment.js';

/** Minimum length of a block that is cut, in UTF-16 units: cutting shorter ones would save nothing. */
const minCutBlockLength = 40;

/** A fragment with its comparable text, shared by all comparisons. */
export interface ComparableFragment {
  readonly gathered: GatheredFragment;
  readonly text: ComparableText;
}

/** A fragment in the result, with the text that is sent. */
export type Holder = ComparableFragment;

/** Makes a fragment comparable; the values are computed only when it is compared. */
export function toComparable(gathered: GatheredFragment): ComparableFragment {
  return { gathered, text: new ComparableText(gathered.fragment.content) };
}

/** The result of removing duplicates from a candidate. */
export type DuplicateVerdict =
  | { readonly kind: 'distinct' }
  | { readonly kind: 'duplicate'; readonly holder: Holder }
  | { readonly kind: 'partly'; readonly content: string; readonly holders: readonly Holder[]; readonly blocks: number };

/**
 * Compares a fragment with those in the result so far.
 *
 * A fragment is removed completely if it equals a holder, or if its similarity and that of each of its blocks reach the
 * threshold (DES-072c AC-3), with the same numbers, negations and signs. Otherwise, single blocks that a holder
 * contains verbatim are replaced by a pointer to it. The holders' texts are those after fitting, so that nothing is
 * removed because of text that was cut from a holder.
 */
export function cutDuplicates(
  { gathered: candidate, text }: ComparableFragment,
  holders: readonly Holder[],
  threshold: number,
): DuplicateVerdict {
  const replacing = holders.filter((holder) => mayReplace(holder, candidate));
  const twin = replacing.find((holder) => isWholeDuplicate(text, holder.text, threshold));
  if (twin !== undefined) return { kind: 'duplicate', holder: twin };
  if (keepsItsBlocks(candidate)) return { kind: 'distinct' };
  return cutHeldBlocks(text, replacing);
}

/** Whether one text contains all content of the other, at the threshold (DES-072c §5.3). */
export function isWholeDuplicate(candidate: ComparableText, holder: ComparableText, threshold: number): boolean {
  if (isEqual(candidate, holder)) return true;
  if (!isSimilar(candidate.wordSet, holder.wordSet, threshold)) return false;
  return candidate.blocks.every(
    (block) => holder.holds(block) || holder.blocks.some((other) => isRepetition(block, other, threshold)),
  );
}

/**
 * Whether one text may replace the other: they are similar, and agree on numbers, negations, signs and the shortest
 * words.
 */
function isRepetition(block: ComparableBlock, other: ComparableBlock, threshold: number): boolean {
  return isSimilar(block.wordSet, other.wordSet, threshold) && block.exactWords === other.exactWords;
}

/**
 * Whether texts are equal except for white space. Texts with different numbers of words, nearly all, are distinguished
 * without comparing them.
 */
function isEqual(left: ComparableText, right: ComparableText): boolean {
  return left.wordSet.size === right.wordSet.size && left.normalizedText === right.normalizedText;
}

/** Whether a fragment shows where the user is; it keeps its blocks even if another fragment has them. */
function keepsItsBlocks({ fragment: { sourceId } }: GatheredFragment): boolean {
  return sourceId === 'selection' || sourceId === 'cursor' || sourceId === 'document';
}

/**
 * Whether a holder with the same text may replace a candidate, or a block of it. A selection is never replaced, the
 * document only by the selection, and a required fragment only by another required one.
 */
function mayReplace({ gathered: holder }: Holder, candidate: GatheredFragment): boolean {
  if (candidate.isRequired && !holder.isRequired) return false;
  if (candidate.fragment.sourceId === 'selection') return false;
  return candidate.fragment.sourceId !== 'document' || holder.fragment.sourceId === 'selection';
}

function cutHeldBlocks(text: ComparableText, holders: readonly Holder[]): DuplicateVerdict {
  const holderOf = new Map<ComparableBlock, Holder>();
  for (const block of text.blocks) {
    const holder = findHolder(block, holders);
    if (holder !== undefined) holderOf.set(block, holder);
  }
  const [firstHolder] = holderOf.values();
  if (firstHolder === undefined) return { kind: 'distinct' };
  // A heading is the label of the text under it. Headings alone have no content.
  if (text.blocks.every((block) => holderOf.has(block) || block.block.kind === 'heading')) {
    return { kind: 'duplicate', holder: firstHolder };
  }
  return {
    kind: 'partly',
    content: withPointers(text, holderOf),
    holders: holders.filter((holder) => [...holderOf.values()].includes(holder)),
    blocks: holderOf.size,
  };
}

/**
 * The holder of a block. Words are compared before the text is searched: a holder that lacks a word of the block does
 * not contain it.
 */
function findHolder(block: ComparableBlock, holders: readonly Holder[]): Holder | undefined {
  const { kind, text } = block.block;
  if (kind === 'heading' || text.length < minCutBlockLength) return undefined;
  const possible = holders.filter((holder) => isSubset(block.wordSet, holder.text.wordSet));
  if (possible.length === 0 || block.normalizedText.length < minCutBlockLength) return undefined;
  return possible.find((holder) => holder.text.holds(block));
}

/** The text with each run of held blocks replaced by a pointer to their holder. */
function withPointers({ content, blocks }: ComparableText, holderOf: ReadonlyMap<ComparableBlock, Holder>): string {
  let result = '';
  let copiedTo = 0;
  let previous: Holder | undefined;
  for (const comparable of blocks) {
    const { startOffset, endOffset } = comparable.block;
    const holder = holderOf.get(comparable);
    if (holder === undefined) {
      result += content.slice(copiedTo, endOffset);
    } else if (holder !== previous) {
      result += `${content.slice(copiedTo, startOffset)}${pointerTo(holder.gathered.fragment.label)}`;
    }
    copiedTo = endOffset;
    previous = holder;
  }
  return result + content.slice(copiedTo);
}
