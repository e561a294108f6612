import { closeOpenFence, closesFence, fenceOpenedBy } from '@lexichord/abstractions';
import { type HtmlBlockKind, closesFencedCode, isBlankLine, lastingHtmlBlocks } from '@lexichord/markdown';

/** A code block with the position of its opening fence. */
interface FencedBlock {
  readonly fence: string;
  /** Number of characters before the fence, such as those of a list item. */
  readonly column: number;
}

/**
 * Reads the lines of a text, and determines which of them are in a code fence. It does not parse lists. An indented
 * fence may belong to one; if all lines of the block are indented at least as far as the fence, as is usual, this does
 * not affect the content and the end of the block.
 */
class FenceReader {
  /** Whether a list could affect a fence, so that no line is certain. */
  isUnclear = false;
  private block: FencedBlock | undefined;
  private mayBeInParagraph = false;

  get isOpen(): boolean {
    return this.block !== undefined;
  }

  /** Whether the next line is in an open fence, and does not close it. */
  isWithin(line: string): boolean {
    const { block } = this;
    if (block === undefined) {
      this.open(line);
      this.mayBeInParagraph = !this.isOpen && !isBlankLine(line);
      return false;
    }
    if (isClosing(line, block)) {
      this.block = undefined;
      return false;
    }
    this.isUnclear ||= mayLeave(line, block);
    return true;
  }

  private open(line: string): void {
    const fence = fenceOpenedBy(line);
    if (fence === undefined) return;
    const column = line.indexOf(fence);
    this.block = { fence, column };
    this.isUnclear ||= this.isUnclearPrefix(line.slice(0, column));
  }

  /** A tab may be one to four columns wide; within a paragraph, of all numbers only 1 starts a list. */
  private isUnclearPrefix(prefix: string): boolean {
    return /[^ \d.)*+-]/u.test(prefix) || (this.mayBeInParagraph && /^ *(?!1[.)])\d/u.test(prefix));
  }
}

function isClosing(line: string, { fence, column }: FencedBlock): boolean {
  if (column > 0) return closesFence(line, fence) && indentationOf(line) === column;
  return closesFencedCode(line, { character: fence.charAt(0), length: fence.length });
}

/** Whether a line of an indented block may end it, or be after its end, if the block is in a list item. */
function mayLeave(line: string, { fence, column }: FencedBlock): boolean {
  return column > 0 && !isBlankLine(line) && (indentationOf(line) < column || closesFence(line, fence));
}

/** Minimum indentation of a line, in columns. */
function indentationOf(line: string): number {
  const indentation = /^[ \t]*/u.exec(line)?.[0] ?? '';
  const tabs = indentation.split('\t').length - 1;
  return tabs === 0 ? indentation.length : tabs * 4;
}

/** Reads fences leniently, by the same rule as the rest of the assembler. */
class LenientFenceReader {
  private fence: string | undefined;

  /** See {@link FenceReader.isWithin}. */
  isWithin(line: string): boolean {
    if (this.fence === undefined) {
      this.fence = fenceOpenedBy(line);
      return false;
    }
    if (!closesFence(line, this.fence)) return true;
    this.fence = undefined;
    return false;
  }
}

const lineEnd = /\r\n|\n|\r/u;

/**
 * The text without the contents of code fences, line by line; the lines of the fences are kept. A block counts as
 * fenced only if both readers agree: one that follows the rules of Markdown, and a lenient one.
 */
export function unfencedLines(content: string): string {
  if (!content.includes('```') && !content.includes('~~~')) return content;
  const reader = new FenceReader();
  const lenient = new LenientFenceReader();
  const outside = content.split(lineEnd).filter((line) => {
    const isWithin = [reader.isWithin(line), lenient.isWithin(line)];
    return isWithin.includes(false);
  });
  return reader.isUnclear ? content : outside.join('\n');
}

/** Whether a text consists of code fences, separated only by white space. */
export function isAllFenced(content: string): boolean {
  if (fenceOpenedBy(content.split(lineEnd, 1)[0] ?? '') === undefined) return false;
  return unfencedLines(content)
    .split('\n')
    .every((line) => line.trim() === '' || /^(?:`{3,}|~{3,})\S*\s*$/u.test(line));
}

/** An HTML block that starts with any other tag ends with a blank line. */
const tagBlock: HtmlBlockKind = { start: /^ {0,3}<\/?[a-z]/iu, end: /^\s*$/u };

/**
 * Whether following text could become a part of this one, so that a heading in it would not be recognised: because of
 * an open comment or similar, or of a code block that only some readers recognise, or consider closed.
 */
export function swallowsWhatFollows(text: string): boolean {
  if (!/<|```|~~~/u.test(text)) return false;
  const lines = closeOpenFence(text).split(lineEnd);
  // Text that looks like a tag may be one or not, depending on the text after it.
  return (
    isOpenAfter(lines, lastingHtmlBlocks) ||
    (text.includes('<') && isOpenAfter(lines, [...lastingHtmlBlocks, tagBlock]))
  );
}

function isOpenAfter(lines: readonly string[], kinds: readonly HtmlBlockKind[]): boolean {
  const reader = new FenceReader();
  let open: HtmlBlockKind | undefined;
  for (const line of lines) {
    if (open !== undefined) {
      // A fence in HTML is none, but the rest of the assembler treats it as one.
      if (fenceOpenedBy(line) !== undefined) return true;
      if (open.end.test(line)) open = undefined;
      continue;
    }
    const begun = reader.isOpen ? undefined : kinds.find(({ start }) => start.test(line));
    if (begun === undefined) reader.isWithin(line);
    else if (!begun.end.test(line.replace(begun.start, '')) || begun === tagBlock) open = begun;
  }
  return reader.isUnclear || reader.isOpen || (open !== undefined && open !== tagBlock);
}
