import { closesFence, fenceOpenedBy } from '@lexichord/abstractions';
import { atxHeading } from '@lexichord/markdown';

/** Text between blank lines, or a fenced block with the blank lines inside it. */
export interface TextBlock {
  readonly kind: 'text' | 'heading' | 'fence';
  readonly startOffset: number;
  /** Exclusive; the line end after the block is not part of it. */
  readonly endOffset: number;
  readonly text: string;
}

/** Splits a text into blocks, in order. Only white space is between two of them. */
export function splitBlocks(content: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let start = -1;
  let end = 0;
  let fence = '';
  const close = (): void => {
    if (start >= 0) blocks.push(blockOf(content, start, end, fence !== ''));
    start = -1;
    fence = '';
  };

  for (const line of linesOf(content)) {
    const text = content.slice(line.startOffset, line.endOffset);
    if (fence !== '') {
      end = line.endOffset;
      if (closesFence(text, fence)) close();
      continue;
    }
    if (text.trim() === '') {
      close();
      continue;
    }
    const opening = fenceOpenedBy(text);
    const isHeading = atxHeading(text) !== undefined;
    if (opening !== undefined || isHeading) close();
    if (start < 0) start = line.startOffset;
    end = line.endOffset;
    fence = opening ?? '';
    if (fence === '' && isHeading) close();
  }
  close();
  return blocks;
}

/** The text inside a fence; an unclosed fence ends with the text. */
export function fenceBody(block: TextBlock): string {
  const lines = block.text.split(/\r\n|\n|\r/u);
  const fence = fenceOpenedBy(lines[0] ?? '') ?? '';
  const isClosed = lines.length > 1 && closesFence(lines.at(-1) ?? '', fence);
  return lines.slice(1, isClosed ? -1 : undefined).join('\n');
}

function blockOf(content: string, startOffset: number, endOffset: number, isFence: boolean): TextBlock {
  const text = content.slice(startOffset, endOffset);
  const kind = isFence ? 'fence' : atxHeading(text) !== undefined ? 'heading' : 'text';
  return { kind, startOffset, endOffset, text };
}

interface Line {
  readonly startOffset: number;
  /** Exclusive; the line end is not part of it. */
  readonly endOffset: number;
}

/**
 * The lines of a text. Most texts end their lines with a line feed only, which a search finds several times faster than
 * a pattern.
 */
function* linesOf(content: string): Generator<Line> {
  let startOffset = 0;
  if (content.includes('\r')) {
    for (const { 0: separator, index } of content.matchAll(/\r\n|\n|\r/gu)) {
      yield { startOffset, endOffset: index };
      startOffset = index + separator.length;
    }
  } else {
    for (let index = content.indexOf('\n'); index >= 0; index = content.indexOf('\n', startOffset)) {
      yield { startOffset, endOffset: index };
      startOffset = index + 1;
    }
  }
  yield { startOffset, endOffset: content.length };
}
