import type { DocumentBlock } from '@lexichord/abstractions';
import { type OpeningFence, closesFencedCode, isBlankLine, openingFence } from '@lexichord/markdown';
import { LineIndex } from '@lexichord/platform/internal';

import { plainHeading, toOneLine } from '../../worker/plain-heading.mjs';
import { atxLevelAtEdge } from './markdown-lines.js';
import type { Outline, OutlineHeading } from './outline.js';

/** Blocks between blank lines, for text without a structure of its own, and for code. */
export function blocksByBlankLines(lines: LineIndex, kind: 'paragraph' | 'code'): readonly DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let firstLine: number | undefined;
  for (let line = 0; line <= lines.count; line += 1) {
    const isBlank = line === lines.count || lines.text(line).trim() === '';
    if (!isBlank) {
      firstLine ??= line;
    } else if (firstLine !== undefined) {
      blocks.push({ kind, startOffset: lines.start(firstLine), endOffset: lines.end(line - 1) });
      firstLine = undefined;
    }
  }
  return blocks;
}

/**
 * The outline of Markdown that the parser could not read in time: `#` headings outside fenced code, and blocks between
 * blank lines. Approximate, linear in the length.
 */
export function approximateMarkdownOutline(text: string): Outline {
  const lines = new LineIndex(text);
  const blocks: DocumentBlock[] = [];
  const headings: OutlineHeading[] = [];
  let fence: OpeningFence | undefined;
  let open: { kind: DocumentBlock['kind']; startOffset: number; endOffset: number } | undefined;
  const close = (): void => {
    if (open !== undefined) blocks.push(open);
    open = undefined;
  };

  for (let line = 0; line < lines.count; line += 1) {
    const content = lines.text(line);
    const bounds = { startOffset: lines.start(line), endOffset: lines.end(line) };
    if (fence !== undefined) {
      if (open !== undefined) open.endOffset = bounds.endOffset;
      if (closesFencedCode(content, fence)) {
        fence = undefined;
        close();
      }
      continue;
    }
    const level = atxLevelAtEdge(content);
    fence = openingFence(content);
    if (level !== undefined || fence !== undefined || isBlankLine(content)) close();
    if (level !== undefined) {
      headings.push({ level, text: plainHeading(content) ?? toOneLine(content.replace(/^#+/u, '')), ...bounds });
      blocks.push({ kind: 'heading', ...bounds });
    } else if (!isBlankLine(content)) {
      open ??= { kind: fence === undefined ? 'paragraph' : 'code', ...bounds };
      open.endOffset = bounds.endOffset;
    }
  }
  close();
  return { headings, blocks };
}
