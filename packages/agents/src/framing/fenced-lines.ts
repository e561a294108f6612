import { closeOpenFence, closesFence, fenceOpenedBy } from '@lexichord/abstractions';
import { type HtmlBlockKind, lastingHtmlBlocks } from '@lexichord/markdown';

/** Goes through the lines of a text, and knows which of them are in a code fence. */
class FenceState {
  private open: string | undefined;
  private isInList = false;

  private constructor(private readonly isStrict: boolean) {}

  /** By the rules of Markdown, which want a fence to be indented little. What is in the items of a list is not known. */
  static strict(): FenceState {
    return new FenceState(true);
  }

  /** As a reader does who takes for a fence whatever looks like one, as the rest of the assembler does. */
  static lenient(): FenceState {
    return new FenceState(false);
  }

  get isOpen(): boolean {
    return this.open !== undefined;
  }

  /** Whether the next line is in a fence that a line before it opened, and does not close it. */
  isWithin(line: string): boolean {
    if (this.open === undefined) {
      if (this.mayOpen(line)) this.open = fenceOpenedBy(line);
      return false;
    }
    if ((this.isStrict && !isIndentedLittle(line)) || !closesFence(line, this.open)) return true;
    this.open = undefined;
    return false;
  }

  private mayOpen(line: string): boolean {
    if (!this.isStrict) return true;
    if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/u.test(line)) this.isInList = true;
    else if (/^\S/u.test(line)) this.isInList = false;
    return !this.isInList && isIndentedLittle(line);
  }
}

function isIndentedLittle(line: string): boolean {
  return /^ {0,3}\S/u.test(line);
}

const lineEnd = /\r\n|\n|\r/u;

/**
 * The text without what stands in code fences, line by line; the lines of the fences stay. Only what every reader takes
 * for fenced counts as that: one who knows the rules of Markdown, and one who takes anything for a fence that looks like one.
 */
export function unfencedLines(content: string): string {
  if (!content.includes('```') && !content.includes('~~~')) return content;
  const strict = FenceState.strict();
  const lenient = FenceState.lenient();
  const outside = content.split(lineEnd).filter((line) => {
    const isWithin = [strict.isWithin(line), lenient.isWithin(line)];
    return isWithin.includes(false);
  });
  return outside.join('\n');
}

/** Whether all of a text is in code fences, with nothing but white space between them. */
export function isAllFenced(content: string): boolean {
  if (fenceOpenedBy(content.split(lineEnd, 1)[0] ?? '') === undefined) return false;
  return unfencedLines(content)
    .split('\n')
    .every((line) => line.trim() === '' || /^(?:`{3,}|~{3,})\S*\s*$/u.test(line));
}

/** An HTML block that begins with any other tag ends with a blank line. */
const tagBlock: HtmlBlockKind = { start: /^ {0,3}<\/?[a-z]/iu, end: /^\s*$/u };

/**
 * Whether text that follows would be taken for a part of this one, and a heading in it for none: because a comment or the
 * like of it is still open, or a code block that only some readers take for closed, or for one.
 */
export function swallowsWhatFollows(text: string): boolean {
  if (!/<|```|~~~/u.test(text)) return false;
  const lines = closeOpenFence(text).split(/\r\n|\n|\r/u);
  // What looks like a tag may be one or not, depending on what stands behind it.
  return (
    isOpenAfter(lines, lastingHtmlBlocks) ||
    (text.includes('<') && isOpenAfter(lines, [...lastingHtmlBlocks, tagBlock]))
  );
}

function isOpenAfter(lines: readonly string[], kinds: readonly HtmlBlockKind[]): boolean {
  const fence = FenceState.strict();
  let open: HtmlBlockKind | undefined;
  for (const line of lines) {
    if (open !== undefined) {
      // A fence in HTML is none, but the rest of the assembler takes it for one.
      if (fenceOpenedBy(line) !== undefined) return true;
      if (open.end.test(line)) open = undefined;
      continue;
    }
    const begun = fence.isOpen ? undefined : kinds.find(({ start }) => start.test(line));
    if (begun === undefined) fence.isWithin(line);
    else if (!begun.end.test(line.replace(begun.start, '')) || begun === tagBlock) open = begun;
  }
  return fence.isOpen || (open !== undefined && open !== tagBlock);
}
