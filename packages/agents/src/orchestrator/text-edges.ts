import { normalizeWhiteSpace } from '@lexichord/markdown';

import { decisiveStretch } from './exact-words.js';
import type { TextBlock } from './split-blocks.js';

/** A range of a normalised text; the end is exclusive. */
type Stretch = readonly [start: number, end: number];

/** Marker at the start of a line that is not part of its text. */
const lineMarker = /^(?:[-+*>]|\d{1,9}[.)]|#{1,6})\s/u;

/** Marker of a list item. */
const itemMarker = /^(?:[-+*]|\d{1,9}[.)])\s/u;

/** End of a block, and the range of the words in it that may negate or limit others. */
interface BlockEnd {
  readonly end: number;
  readonly decisive: Stretch | undefined;
}

/**
 * Starts and ends of the statements of a text, as offsets in the text with each run of white space replaced by a single
 * space.
 */
export class TextEdges {
  /** Starts of blocks, of parts between blank lines in a fence, and of list items. */
  private readonly statementStarts = new Set<number>();
  private readonly statementEnds = new Set<number>();
  private readonly lineStarts = new Set<number>();
  private readonly lineEnds = new Set<number>();
  private readonly blockEnds: BlockEnd[] = [];

  /** @param blocks all blocks of a text */
  constructor(blocks: readonly TextBlock[]) {
    let start = 0;
    for (const block of blocks) {
      const blockEnd = this.addBlock(block, start);
      this.blockEnds.push(blockEnd);
      start = blockEnd.end + 1;
    }
  }

  /** Whether a range starts and ends with a statement. In a fenced block it may start and end with any line. */
  encloses([start, end]: Stretch, kind: TextBlock['kind']): boolean {
    if (kind === 'fence') return this.lineStarts.has(start) && this.lineEnds.has(end);
    return this.statementStarts.has(start) && this.statementEnds.has(end);
  }

  /** Whether a range is in one block, without words beside it that negate or limit it. */
  isPlain([start, end]: Stretch): boolean {
    const around = this.blockAround(start);
    if (around === undefined || end > around.end) return false;
    const { decisive = [start, end] } = around;
    return start <= decisive[0] && decisive[1] <= end;
  }

  private blockAround(offset: number): BlockEnd | undefined {
    let low = 0;
    let high = this.blockEnds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.blockEnds[middle]?.end ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return this.blockEnds[low];
  }

  private addBlock({ text, kind }: TextBlock, blockStart: number): BlockEnd {
    const isFence = kind === 'fence';
    const lines = text.split(/\r\n|\n|\r/u).map(normalizeWhiteSpace);
    let [start, end] = [blockStart, blockStart];
    let decisive: Stretch | undefined;
    let beginsStatement = true;
    for (const [index, line] of lines.entries()) {
      if (line === '') {
        this.statementEnds.add(end);
        beginsStatement = true;
        continue;
      }
      beginsStatement ||= !isFence && itemMarker.test(line);
      if (beginsStatement || (isFence && index === lines.length - 1)) this.statementEnds.add(start - 1);
      end = start + line.length;
      this.addLine([start, end], { marker: isFence ? '' : (lineMarker.exec(line)?.[0] ?? ''), beginsStatement });
      decisive = joined(decisive, decisiveStretch(line), start);
      // The first line of a fence opens it.
      beginsStatement = isFence && index === 0;
      start = end + 1;
    }
    this.statementEnds.add(end);
    return { end, decisive };
  }

  private addLine(
    [start, end]: Stretch,
    { marker, beginsStatement }: { readonly marker: string; readonly beginsStatement: boolean },
  ): void {
    for (const each of [start, start + marker.length]) {
      this.lineStarts.add(each);
      if (beginsStatement) this.statementStarts.add(each);
    }
    this.lineEnds.add(end);
  }
}

/** The range extended by one in a line that starts at `lineStart`. */
function joined(stretch: Stretch | undefined, next: Stretch | undefined, lineStart: number): Stretch | undefined {
  if (next === undefined) return stretch;
  return [stretch?.[0] ?? lineStart + next[0], lineStart + next[1]];
}
