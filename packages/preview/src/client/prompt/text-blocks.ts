/** A stretch of a long text that the browser can leave undrawn while it is out of view. */
export interface TextBlock {
  readonly text: string;
  /** For the space it takes before it is drawn. */
  readonly lines: number;
}

/** Maximum size of a block. */
export interface BlockSize {
  readonly lines: number;
  /** In UTF-16 units: an endless line is cut. */
  readonly characters: number;
}

const usualSize: BlockSize = { lines: 200, characters: 32_000 };

/** Cuts a text into blocks of whole lines. The blocks in a row are the text; none is empty. */
export function textBlocks(text: string, size: BlockSize = usualSize): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let start = 0;
  while (start < text.length) {
    const block = blockFrom(text, start, size);
    blocks.push(block);
    start += block.text.length;
  }
  return blocks;
}

function blockFrom(text: string, start: number, size: BlockSize): TextBlock {
  let end = start;
  let lines = 0;
  while (lines < size.lines && end < text.length) {
    const lineFeed = text.indexOf('\n', end);
    const lineEnd = lineFeed === -1 ? text.length : lineFeed + 1;
    if (lineEnd - start > size.characters) {
      if (lines > 0) break;
      return { text: text.slice(start, betweenCharacters(text, start + size.characters)), lines: 1 };
    }
    end = lineEnd;
    lines += 1;
  }
  return { text: text.slice(start, end), lines };
}

/** The offset itself, or the one after where it would part a surrogate pair or CR from LF. */
function betweenCharacters(text: string, offset: number): number {
  const before = text.charCodeAt(offset - 1);
  const isSplit = (before >= 0xd800 && before < 0xdc00) || (before === 13 && text.charCodeAt(offset) === 10);
  return Math.min(isSplit ? offset + 1 : offset, text.length);
}

/**
 * Splits a text after each lone CR, at which a browser does not break the line. The concatenated pieces are the text.
 */
export function splitAtLoneReturns(text: string): readonly string[] {
  return text.includes('\r') ? text.split(/(?<=\r)(?!\n)/u) : [text];
}
