import type { TextRange } from '@lexichord/abstractions';
import { blockIndexAt, type MeasuredBlock, type MeasuredDocument } from './measure-document.js';

/** A candidate block for an excerpt. */
export interface ExcerptCandidate {
  readonly block: MeasuredBlock;
  /**
   * Offset from which a part of the block grows if the whole does not fit. Absent for a block that is added only
   * completely, and only if it is small.
   */
  readonly cutFrom?: number | undefined;
}

/** Maximum number of blocks at the start of a document that introduce it. */
const openingBlocks = 4;

/**
 * Blocks in order of importance, generated lazily: the headings above the cursor, and the document's title and opening,
 * which are added only if small; the block at the cursor; the rest of its section from the cursor outward; then the
 * neighbouring sections outward. Without a cursor: from the start. A block may be repeated.
 */
export function* excerptCandidates(
  document: MeasuredDocument,
  focus: number | undefined,
): Generator<ExcerptCandidate, void> {
  yield* focus === undefined ? fromBeginning(document) : aroundFocus(document, focus);
}

function* fromBeginning({ blocks }: MeasuredDocument): Generator<ExcerptCandidate, void> {
  for (const block of blocks) yield { block, cutFrom: block.startOffset };
}

function* aroundFocus(document: MeasuredDocument, focus: number): Generator<ExcerptCandidate, void> {
  const { blocks, sections } = document;
  const focusIndex = blockIndexAt(document, focus);
  const focusBlock = blocks[focusIndex];
  if (focusBlock === undefined) return;
  yield* headingsAbove(document, focus);
  yield* opening(document);
  yield { block: focusBlock, cutFrom: focus };

  const current = sections.findIndex(({ endBlock }) => focusIndex < endBlock);
  const { firstBlock = 0, endBlock = blocks.length } = sections[current] ?? {};
  yield* outward(blocks, { focusBlock, focusIndex, firstBlock, endBlock });
  for (let distance = 1; distance < sections.length; distance += 1) {
    yield* following(document, current + distance);
    yield* preceding(document, current - distance);
  }
}

function* headingsAbove(document: MeasuredDocument, focus: number): Generator<ExcerptCandidate, void> {
  for (const { startOffset } of document.structure.headingPathAt(focus)) {
    const block = document.blocks[blockIndexAt(document, startOffset)];
    if (block?.kind === 'heading') yield { block };
  }
}

/** From the start to the first paragraph. */
function* opening({ blocks }: MeasuredDocument): Generator<ExcerptCandidate, void> {
  for (const block of blocks.slice(0, openingBlocks)) {
    yield { block };
    if (block.kind === 'paragraph') return;
  }
}

interface Neighbourhood {
  readonly focusBlock: TextRange;
  readonly focusIndex: number;
  readonly firstBlock: number;
  readonly endBlock: number;
}

/** The blocks of the section by distance from the cursor's block; of two equally near ones, the later one first. */
function* outward(
  blocks: readonly MeasuredBlock[],
  { focusBlock, focusIndex, firstBlock, endBlock }: Neighbourhood,
): Generator<ExcerptCandidate, void> {
  let before = focusIndex - 1;
  let after = focusIndex + 1;
  while (before >= firstBlock || after < endBlock) {
    const previous = before >= firstBlock ? blocks[before] : undefined;
    const next = after < endBlock ? blocks[after] : undefined;
    const distanceBefore = previous === undefined ? Infinity : focusBlock.startOffset - previous.startOffset;
    const distanceAfter = next === undefined ? Infinity : next.endOffset - focusBlock.endOffset;
    if (next !== undefined && distanceAfter <= distanceBefore) {
      yield { block: next, cutFrom: next.startOffset };
      after += 1;
    } else if (previous !== undefined) {
      yield { block: previous, cutFrom: previous.endOffset };
      before -= 1;
    }
  }
}

function* following({ blocks, sections }: MeasuredDocument, index: number): Generator<ExcerptCandidate, void> {
  const section = sections[index];
  if (section === undefined) return;
  for (const block of blocks.slice(section.firstBlock, section.endBlock)) yield { block, cutFrom: block.startOffset };
}

/** The heading, then backward from the end, so that blocks near the cursor come first. */
function* preceding({ blocks, sections }: MeasuredDocument, index: number): Generator<ExcerptCandidate, void> {
  const section = index < 0 ? undefined : sections[index];
  if (section === undefined) return;
  const heading = blocks[section.firstBlock];
  if (heading?.kind === 'heading') yield { block: heading };
  for (let block = section.endBlock - 1; block >= section.firstBlock; block -= 1) {
    const candidate = blocks[block];
    if (candidate !== undefined) yield { block: candidate, cutFrom: candidate.endOffset };
  }
}
