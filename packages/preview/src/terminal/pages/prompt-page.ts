import type { FragmentView, PreviewState, PromptPart } from '../../view-model/preview-state.js';
import { type TerminalLine, lineOf } from '../screen/terminal-line.js';
import { wrapText } from '../screen/wrap-text.js';
import { type Page, PageBuilder, type PageFrame } from './page.js';

const drawn = new WeakMap<PromptPart, { readonly columns: number; readonly lines: readonly string[] }>();

/** The sent prompt; the mark at the left shows the source of a line. */
export function promptPage({ shown }: PreviewState, { columns, paint }: PageFrame): Page {
  const page = new PageBuilder();
  if (shown === undefined) return page.add(lineOf('Nothing was assembled yet.', { isDim: true })).build();
  if (shown.prompt.length === 0) return page.add(lineOf('The prompt is empty.', { isDim: true })).build();
  const colors = new Map(shown.fragments.map(({ sourceId, color }: FragmentView) => [sourceId, color]));
  for (const part of shown.prompt) {
    if (part.sourceId === undefined) {
      // A separator ends the line before it, and is visible only as an empty line.
      page.add([]);
      continue;
    }
    const color = colors.get(part.sourceId) ?? 0;
    const gutter = { text: `${paint.isColored ? '▎' : paint.mark(color)} `, ...paint.source(color) };
    page.item(part.sourceId);
    page.add(...linesOf(part, columns - 2).map((text): TerminalLine => [gutter, { text }]));
  }
  return page.build();
}

function linesOf(part: PromptPart, columns: number): readonly string[] {
  const cached = drawn.get(part);
  if (cached?.columns === columns) return cached.lines;
  const lines = wrapText(part.text, columns);
  drawn.set(part, { columns, lines });
  return lines;
}
