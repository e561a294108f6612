import type { DocumentBlock, DocumentStructure, ITokenCounter, TextRange } from '@lexichord/abstractions';
import { beforeIndent } from '../text/lines-in.js';
import { estimateTokens } from '../text/estimate-tokens.js';

/** Part of a document from one block to the next, including blank lines after it. */
export interface MeasuredBlock extends TextRange {
  readonly kind: DocumentBlock['kind'];
  /** Approximate tokens of the part on its own; counts of neighbours do not add up exactly. */
  readonly tokens: number;
}

/** A heading with the text under it, up to the next heading of any level, as indexes of blocks. */
export interface MeasuredSection {
  readonly firstBlock: number;
  /** Exclusive. */
  readonly endBlock: number;
}

/** A document with token counts of its blocks, computed once per snapshot. */
export interface MeasuredDocument {
  readonly content: string;
  readonly structure: DocumentStructure;
  /** In order; together they cover the whole document. */
  readonly blocks: readonly MeasuredBlock[];
  /** In order; together they cover all blocks. */
  readonly sections: readonly MeasuredSection[];
  /** Tokens before each block, and the total. */
  readonly tokensBefore: readonly number[];
}

/** Splits a document at its blocks and counts each. */
export function measureDocument(
  content: string,
  structure: DocumentStructure,
  tokenCounter: ITokenCounter,
): MeasuredDocument {
  const blocks = partition(content, structure.blocks).map((block) => ({
    ...block,
    tokens: estimateTokens(content.slice(block.startOffset, block.endOffset), tokenCounter),
  }));
  const tokensBefore = [0];
  for (const [index, { tokens }] of blocks.entries()) tokensBefore.push((tokensBefore[index] ?? 0) + tokens);
  return { content, structure, blocks, sections: sectionsOf(blocks, structure), tokensBefore };
}

/** Index of the block that contains an offset; the last one for the end of the document. */
export function blockIndexAt({ blocks }: MeasuredDocument, offset: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.startOffset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Approximate number of tokens in a range; parts of a block count in proportion to their length. */
export function tokensIn(document: MeasuredDocument, { startOffset, endOffset }: TextRange): number {
  return Math.max(0, tokensUpTo(document, endOffset) - tokensUpTo(document, startOffset));
}

function tokensUpTo(document: MeasuredDocument, offset: number): number {
  const index = blockIndexAt(document, offset);
  const block = document.blocks[index];
  if (block === undefined) return 0;
  const share = (offset - block.startOffset) / Math.max(1, block.endOffset - block.startOffset);
  return (document.tokensBefore[index] ?? 0) + block.tokens * Math.min(1, share);
}

/** Blocks without gaps: each starts at the start of its first line and ends where the next starts. */
function partition(content: string, blocks: readonly DocumentBlock[]): Omit<MeasuredBlock, 'tokens'>[] {
  const starts: { readonly offset: number; readonly kind: DocumentBlock['kind'] }[] = [];
  for (const { kind, startOffset } of blocks) {
    const offset = beforeIndent(content, startOffset);
    if (starts.length === 0 || offset > (starts.at(-1)?.offset ?? 0)) starts.push({ offset, kind });
  }
  if (starts.length === 0) return [{ kind: 'other', startOffset: 0, endOffset: content.length }];
  return starts.map(({ offset, kind }, index) => ({
    kind,
    startOffset: index === 0 ? 0 : offset,
    endOffset: starts[index + 1]?.offset ?? content.length,
  }));
}

function sectionsOf(blocks: readonly TextRange[], { headings }: DocumentStructure): MeasuredSection[] {
  const firstBlocks = [0];
  let next = 0;
  for (const [index, { endOffset }] of blocks.entries()) {
    const headingsBefore = next;
    while (next < headings.length && (headings[next]?.startOffset ?? 0) < endOffset) next += 1;
    if (next > headingsBefore && index > 0) firstBlocks.push(index);
  }
  return firstBlocks.map((firstBlock, index) => ({ firstBlock, endBlock: firstBlocks[index + 1] ?? blocks.length }));
}
