import type { PreviewState } from '../../view-model/preview-state.js';
import type { Paint } from '../screen/paint.js';
import type { Span, TerminalLine } from '../screen/terminal-line.js';

const maxBarWidth = 100;

/** The budget as a bar: what each fragment takes of it, in the order of the prompt, then headings, then what is left. */
export function barLine({ shown }: PreviewState, columns: number, paint: Paint): TerminalLine {
  const width = Math.min(maxBarWidth, columns);
  if (shown === undefined) return [{ text: '░'.repeat(width), isDim: true }];
  const used = cellsOf(shown.usedShare, width);
  const spans: Span[] = [];
  let drawn = 0;
  for (const { budgetShare, color } of shown.fragments) {
    const cells = Math.min(cellsOf(budgetShare, width), used - drawn);
    if (cells > 0) spans.push({ text: paint.mark(color).repeat(cells), ...paint.source(color) });
    drawn += Math.max(0, cells);
  }
  spans.push({ text: '▒'.repeat(used - drawn) }, { text: '░'.repeat(width - used), isDim: true });
  return spans.filter(({ text }) => text !== '');
}

/** Never nothing for something, and never all for less than all. */
function cellsOf(share: number, width: number): number {
  if (share <= 0) return 0;
  return share >= 1 ? width : Math.min(width - 1, Math.max(1, Math.round(share * width)));
}
