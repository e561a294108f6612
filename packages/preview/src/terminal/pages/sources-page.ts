import { countOf, formatCount } from '@lexichord/platform/number-text';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { FragmentView, PreviewState, SourceView } from '../../view-model/preview-state.js';
import { type TerminalLine, emptyLine, fitLine, lineOf, spread } from '../screen/terminal-line.js';
import { wrapText } from '../screen/wrap-text.js';
import { fragmentLines } from './fragment-lines.js';
import { type Page, PageBuilder, type PageFrame } from './page.js';

/** The list of sources (SBD-072 §16.1): switches, tokens, and what those say that are unfolded. */
export function sourcesPage({ sources, locked }: PreviewState, frame: PageFrame): Page {
  const page = new PageBuilder();
  const selectedId = sources.some(({ sourceId }) => sourceId === frame.selectedId)
    ? frame.selectedId
    : sources[0]?.sourceId;
  for (const source of sources) {
    page.item(source.sourceId).add(sourceLine(source, source.sourceId === selectedId, frame));
    if (source.isExpanded && source.fragment !== undefined) {
      page.add(...fragmentLines(source.fragment, frame.columns, frame.paint));
    } else if (source.isExpanded && source.absence !== undefined) {
      const message = wrapText(toTerminalLine(source.absence.message), frame.columns - 4);
      page.add(...message.map((text): TerminalLine => [{ text: `    ${text}`, isDim: true }]));
    }
  }
  if (locked.length > 0) page.add(emptyLine, lineOf('Locked', { isBold: true }));
  return page.add(...locked.map((source) => lockedLine(source, frame.columns))).build();
}

function sourceLine(source: SourceView, isSelected: boolean, { columns, paint }: PageFrame): TerminalLine {
  const { displayName, isExpanded, fragment } = source;
  const mark = fragment === undefined ? ' ' : paint.mark(fragment.color);
  const left = [
    { text: isSelected ? '› ' : '  ' },
    { text: isExpanded ? '▼ ' : '▶ ' },
    { text: `${switchOf(source)} ` },
    { text: `${mark} `, ...(fragment === undefined ? {} : paint.source(fragment.color)) },
    ...lineOf(displayName, { isBold: isSelected, isDim: fragment === undefined }),
    ...lineOf(reasonOf(source), { isDim: true }),
  ];
  const tokens = fragment === undefined ? (columns < 70 ? '—' : '—     ') : tokensOf(fragment, columns);
  return spread(left, [{ text: tokens, isBold: isSelected, isDim: fragment === undefined }], columns);
}

function switchOf({ hasSwitch, isEnabled, isSwitching }: SourceView): string {
  if (!hasSwitch) return '   ';
  if (isSwitching) return '[…]';
  return isEnabled ? '[✓]' : '[ ]';
}

function reasonOf({ isEnabled, absence, fragment }: SourceView): string {
  if (!isEnabled) return ' (disabled)';
  if (fragment === undefined) return absence === undefined ? '' : ` (${absence.reason})`;
  const isCut = fragment.truncatedFrom !== undefined || fragment.deduplicated !== undefined;
  return `${isCut ? ' (shortened)' : ''}${fragment.use === 'same' ? ' (used)' : ''}`;
}

/** With the share of the budget, where there is room. */
function tokensOf({ tokens, budgetShare }: FragmentView, columns: number): string {
  if (columns < 50) return formatCount(tokens);
  const share = columns < 70 ? '' : `${(budgetShare * 100).toFixed(0)}%`.padStart(6);
  return `${countOf(tokens, 'token')}${share}`;
}

function lockedLine({ displayName, tier }: SourceView, columns: number): TerminalLine {
  return fitLine(lineOf(`    ${displayName}: opens with ${tier}`, { isDim: true }), columns);
}
