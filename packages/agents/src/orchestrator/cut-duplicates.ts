import { isSimilar, isSubset } from '@lexichord/text-index';
import { pointerTo } from '../framing/fragment-framing.js';
import { type ComparableBlock, ComparableText } from './comparable-text.js';
import type { GatheredFragment } from './gathered-fragment.js';

/** Blocks shorter than this, in UTF-16 units, may repeat: cutting them would save nothing. */
const minCutBlockLength = 40;

/** A fragment with its text made comparable, once for all comparisons. */
export interface ComparableFragment {
  readonly gathered: GatheredFragment;
  readonly text: ComparableText;
}

/** A fragment that is in the result, with its text as it will be sent. */
export type Holder = ComparableFragment;

/** Makes a fragment comparable. Costs nothing until it is compared. */
export function toComparable(gathered: GatheredFragment): ComparableFragment {
  return { gathered, text: new ComparableText(gathered.fragment.content) };
}

/** Remainder of a candidate after the removal of duplicates. */
export type DuplicateVerdict =
  | { readonly kind: 'distinct' }
  | { readonly kind: 'duplicate'; readonly holder: Holder }
  | { readonly kind: 'partly'; readonly content: string; readonly holders: readonly Holder[]; readonly blocks: number };

/**
 * Compares a fragment with those that are in the result already.
 *
 * A fragment goes as a whole when it equals a holder, or when it is as similar as the threshold (DES-072c AC-3) and
 * so is each of its blocks, with the same numbers, negations and signs. Otherwise the single blocks that a holder has
 * word for word are replaced by a pointer to it. The holders' texts are those after fitting, so a holder that was
 * shortened takes nothing with it.
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

/** Whether all content of one text is in the other, at the threshold (DES-072c §5.3). */
export function isWholeDuplicate(candidate: ComparableText, holder: ComparableText, threshold: number): boolean {
  if (isEqual(candidate, holder)) return true;
  if (!isSimilar(candidate.wordSet, holder.wordSet, threshold)) return false;
  return candidate.blocks.every(
    (block) => holder.holds(block) || holder.blocks.some((other) => saysTheSame(block, other, threshold)),
  );
}

/** Similar texts may replace each other if they agree on numbers, negations, signs and the shortest words. */
function saysTheSame(block: ComparableBlock, other: ComparableBlock, threshold: number): boolean {
  return isSimilar(block.wordSet, other.wordSet, threshold) && block.exactWords === other.exactWords;
}

/** Equal but for white space. Texts with different numbers of words, nearly all, are distinguished without reading. */
function isEqual(left: ComparableText, right: ComparableText): boolean {
  return left.wordSet.size === right.wordSet.size && left.normalizedText === right.normalizedText;
}

/** Fragments that say where the user is keep their blocks, even if another fragment has them too. */
function keepsItsBlocks({ fragment: { sourceId } }: GatheredFragment): boolean {
  return sourceId === 'selection' || sourceId === 'cursor' || sourceId === 'document';
}

/**
 * Whether a candidate, or a block of it, may go because a holder has the same. A selection never goes, the document only for the
 * selection, and a required fragment only for another that is required.
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
  // A heading is the label of what is under it. When only labels are left, nothing is left.
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

/** The words are compared before the text is searched: a block with a word that a holder lacks is not in it. */
function findHolder(block: ComparableBlock, holders: readonly Holder[]): Holder | undefined {
  const { kind, text } = block.block;
  if (kind === 'heading' || text.length < minCutBlockLength) return undefined;
  const possible = holders.filter((holder) => isSubset(block.wordSet, holder.text.wordSet));
  if (possible.length === 0 || block.normalizedText.length < minCutBlockLength) return undefined;
  return possible.find((holder) => holder.text.holds(block));
}

/** The text with each run of held blocks replaced by one line with their location. */
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
