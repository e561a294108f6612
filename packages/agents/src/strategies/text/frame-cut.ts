import type { DocumentBlock, ITokenCounter, TextRange } from '@lexichord/abstractions';
import { type FenceRegion, fenceRegions } from './fence-regions.js';
import { isLineEnd, isLineStart, nextLineStart, previousLineEnd } from './lines-in.js';

/** A range of a document, cut where its structure allows, with the framing that preserves its Markdown meaning. */
export interface FramedRange extends TextRange {
  /** Text before the cut, such as the opening line of the code block in which it starts; ends with a line end. */
  readonly lead: string;
  /** Text after the cut, such as the closing line of the code block in which it ends. */
  readonly tail: string;
}

/** Limits of framing. */
export interface FrameLimits {
  readonly maxTokens: number;
  readonly tokenCounter: ITokenCounter;
}

/** Maximum distance to the edge of a line, in UTF-16 units; a longer line is cut. */
const lineReach = 1_000;

/** Maximum share of the tokens for repeating a table's head, or the opening of a code block. */
const maxPartOfLead = 0.25;

/**
 * Frames ranges of one document that start or end inside a structure. A code block is opened and closed again, also in
 * a list item; rows from the middle of a table get its head; neither is cut within a line if that can be avoided.
 */
export class CutFrames {
  private readonly regions = new Map<DocumentBlock, readonly FenceRegion[]>();
  private readonly affordable = new Map<string, boolean>();

  /** @param blocks in document order; without any, ranges are unchanged */
  constructor(
    private readonly content: string,
    private readonly blocks: readonly DocumentBlock[],
    private readonly limits: FrameLimits,
  ) {}

  /** @param keep range that the framed range must contain, if `range` contains it; absent: it may become empty */
  frame(range: TextRange, keep?: TextRange): FramedRange {
    const latestStart = Math.max(range.startOffset, keep?.startOffset ?? range.endOffset);
    const earliestEnd = Math.min(range.endOffset, keep?.endOffset ?? range.startOffset);
    const { at: startOffset, frame: lead } = this.frameStart(range.startOffset, latestStart);
    const { at: endOffset, frame: tail } = this.frameEnd(range.endOffset, earliestEnd);
    return { startOffset: Math.min(startOffset, endOffset), endOffset, lead, tail };
  }

  /** The fence line at an offset; a mark must not be on it. */
  fenceLineAt(offset: number): TextRange | undefined {
    const region = this.blocksAt(offset)
      .flatMap((block) => this.regionsOf(block))
      .find(({ startOffset, endOffset }) => startOffset <= offset && offset <= endOffset);
    if (region === undefined || !this.isAffordable(region.opening)) return undefined;
    if (offset <= region.openingEnd) return { startOffset: region.startOffset, endOffset: region.openingEnd };
    const isClosing = region.isClosed && offset >= region.bodyEnd;
    return isClosing ? { startOffset: region.bodyEnd, endOffset: region.endOffset } : undefined;
  }

  private frameStart(offset: number, latest: number): Cut {
    const block = this.blockAround(offset);
    if (block?.kind === 'table') return this.startInTable(block, offset, latest);
    const region = block === undefined ? undefined : this.regionAround(block, offset);
    if (region === undefined || offset === region.startOffset) return { at: offset, frame: '' };
    if (latest < region.bodyStart) return this.wholeOrCut(region.opening, { whole: region.startOffset, cut: offset });
    const at = this.lineFrom(Math.min(Math.max(offset, region.bodyStart), region.bodyEnd), latest);
    const isAllCut = region.isClosed && at === region.bodyEnd && latest >= region.endOffset;
    if (isAllCut) return { at: region.endOffset, frame: '' };
    return { at, frame: `${this.isAffordable(region.opening) ? region.opening : region.closing}\n` };
  }

  private frameEnd(offset: number, earliest: number): Cut {
    const block = this.blockAround(offset) ?? this.blocksAt(offset).find(({ endOffset }) => endOffset === offset);
    if (block?.kind === 'table') return this.endInTable(block, offset, earliest);
    const region = block === undefined ? undefined : this.regionAround(block, offset);
    if (region === undefined || (region.isClosed && offset === region.endOffset)) return { at: offset, frame: '' };
    if (region.isClosed && earliest > region.bodyEnd) return { at: region.endOffset, frame: '' };
    if (offset < region.openingEnd && !this.isAffordable(region.opening)) return { at: offset, frame: '' };
    const inside = Math.max(region.openingEnd, Math.min(offset, region.bodyEnd));
    const at = this.lineTo(inside, Math.max(earliest, region.openingEnd));
    const isAllCut = at <= region.bodyStart && earliest <= region.startOffset;
    return isAllCut ? { at: region.startOffset, frame: '' } : { at, frame: `\n${region.closing}` };
  }

  private startInTable(table: DocumentBlock, offset: number, latest: number): Cut {
    const body = this.bodyOf(table);
    const head = this.content.slice(table.startOffset, body).trimEnd();
    if (latest < body) return this.wholeOrCut(head, { whole: table.startOffset, cut: offset });
    const at = this.lineFrom(Math.max(offset, body), latest);
    const partial = isLineStart(this.content, at) ? '' : '| … ';
    return { at, frame: (this.isAffordable(head) ? `${head}\n` : '') + partial };
  }

  private endInTable(table: DocumentBlock, offset: number, earliest: number): Cut {
    const body = this.bodyOf(table);
    if (offset < body) {
      if (earliest <= table.startOffset) return { at: table.startOffset, frame: '' };
      return this.wholeOrCut(this.content.slice(table.startOffset, body), { whole: body, cut: offset });
    }
    const at = this.lineTo(offset, Math.max(earliest, body));
    const isPartial = !isLineEnd(this.content, at) && !isLineStart(this.content, at);
    return { at, frame: isPartial ? ' … |' : '' };
  }

  /** Start of the first row under the head, which always has two lines. */
  private bodyOf({ startOffset, endOffset }: DocumentBlock): number {
    const delimiters = nextLineStart(this.content, startOffset, endOffset) ?? endOffset;
    return nextLineStart(this.content, delimiters, endOffset) ?? endOffset;
  }

  /** Start of the next line if the offset is inside a line, and the next one is near and not after `latest`. */
  private lineFrom(offset: number, latest: number): number {
    if (isLineStart(this.content, offset)) return offset;
    return nextLineStart(this.content, offset, Math.min(latest, offset + lineReach)) ?? offset;
  }

  /** End of the line before if the offset is inside a line, and that end is near and not before `earliest`. */
  private lineTo(offset: number, earliest: number): number {
    if (isLineEnd(this.content, offset)) return offset;
    const nearest = Math.max(earliest, offset - lineReach);
    const end = previousLineEnd(this.content, offset, nearest);
    return end ?? (isLineStart(this.content, nearest) ? nearest : offset);
  }

  /** Includes an opening line or table head completely if a part of it must be kept, unless it is too long. */
  private wholeOrCut(line: string, { whole, cut }: { readonly whole: number; readonly cut: number }): Cut {
    return { at: this.isAffordable(line) ? whole : cut, frame: '' };
  }

  private isAffordable(lead: string): boolean {
    const cached = this.affordable.get(lead);
    if (cached !== undefined) return cached;
    const { maxTokens, tokenCounter } = this.limits;
    const maxLead = maxTokens * maxPartOfLead;
    const isAffordable = lead.length <= maxLead * maxTokenLength && tokenCounter.countTokens(lead) <= maxLead;
    this.affordable.set(lead, isAffordable);
    return isAffordable;
  }

  private blockAround(offset: number): DocumentBlock | undefined {
    return this.blocksAt(offset).find(({ startOffset, endOffset }) => startOffset < offset && offset < endOffset);
  }

  /** The blocks that contain or touch an offset. */
  private blocksAt(offset: number): readonly DocumentBlock[] {
    let low = 0;
    let high = this.blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.blocks[middle]?.endOffset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return this.blocks.slice(low, low + 2).filter(({ startOffset }) => startOffset <= offset);
  }

  private regionAround(block: DocumentBlock, offset: number): FenceRegion | undefined {
    return this.regionsOf(block).find(({ startOffset, endOffset }) => startOffset < offset && offset <= endOffset);
  }

  private regionsOf(block: DocumentBlock): readonly FenceRegion[] {
    const regions = this.regions.get(block) ?? fenceRegions(this.content, block);
    this.regions.set(block, regions);
    return regions;
  }
}

/** Maximum UTF-16 units per token of text that is worth repeating: a row of dashes. */
const maxTokenLength = 64;

/** Start or end of a range, with the text to insert there. */
interface Cut {
  readonly at: number;
  readonly frame: string;
}
