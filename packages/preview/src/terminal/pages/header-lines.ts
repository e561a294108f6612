import { formatCount } from '@lexichord/platform/number-text';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { DocumentView, PreviewState } from '../../view-model/preview-state.js';
import { timeOf } from '../../view-model/time-of-day.js';
import type { Paint } from '../screen/paint.js';
import { type Look, type Span, type TerminalLine, fitLine, lineOf } from '../screen/terminal-line.js';
import { wrapText } from '../screen/wrap-text.js';

/** Number of columns below which the budget is shown in fewer words. */
const narrow = 60;

const maxMessageLines = 3;

const connections = {
  connecting: 'connecting',
  open: 'connected',
  lost: 'connection lost, trying again',
  closed: 'closed',
} as const;

const phases = {
  idle: '',
  assembling: 'Assembling',
  ready: '',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;

/** Lines at the top of every page: position, question, and use of the budget. */
export function headerLines(state: PreviewState, columns: number, paint: Paint): readonly TerminalLine[] {
  const { workspaceName, question, connection, agents } = state;
  const agent = agents.find(({ agentId }) => agentId === question.agentId)?.displayName ?? question.agentId;
  const status = connection === 'open' ? paint.good : paint.warning;
  return [
    [
      ...lineOf(`Context Preview  ${workspaceName}`, { isBold: true }),
      ...lineOf(`  ${agent}  `),
      ...lineOf(connections[connection], status),
    ],
    lineOf(positionOf(state), { isDim: true }),
    budgetLine(state, columns, paint),
    barLine(state, columns, paint),
    ...messageLines(state, columns, paint),
  ].map((line) => fitLine(line, columns));
}

function positionOf({ document, question }: PreviewState): string {
  const position = document === undefined ? 'No document' : `${document.path}${cursorOf(document)}`;
  const edited = document?.isEdited === true ? ' (edited)' : '';
  const query = question.query.trim() === '' ? '' : `  Query: ${question.query}`;
  const conversation = question.conversationId === undefined ? '' : `  Conversation: ${question.conversationId}`;
  return `${position}${edited}${query}${conversation}`;
}

function cursorOf({ cursorLine, cursorColumn }: DocumentView): string {
  return cursorLine === undefined || cursorColumn === undefined ? '' : `:${cursorLine}:${cursorColumn}`;
}

function budgetLine({ shown, question, phase }: PreviewState, columns: number, paint: Paint): TerminalLine {
  const doing = phases[phase];
  const state = doing === '' ? [] : lineOf(`  ${doing}`, phase === 'assembling' ? paint.accent : paint.danger);
  const limit = question.isClamped ? ' (largest)' : '';
  if (shown === undefined) return [...lineOf(`Budget: ${formatCount(question.maxTokens)} tokens${limit}`), ...state];
  const percent = `${formatCount(Math.floor(shown.usedShare * 100))}%`;
  const used = formatCount(shown.renderedTokens);
  const budget = formatCount(shown.maxTokens);
  const text =
    columns < narrow
      ? `${used} of ${budget} tokens (${percent})${limit}`
      : `Budget: ${budget} tokens${limit} | Used: ${used} tokens (${percent})`;
  const stale = shown.isCurrent ? [] : lineOf('  not current', paint.warning);
  const time = lineOf(`  ${timeOf(shown.assembledAt)}, ${formatCount(shown.durationMs)} ms`, { isDim: true });
  return [...lineOf(text), ...stale, ...state, ...time];
}

function messageLines(
  { failure, notice, shown, warnings }: PreviewState,
  columns: number,
  paint: Paint,
): readonly TerminalLine[] {
  const allWarnings = [...(shown?.warnings ?? []), ...warnings];
  const more = allWarnings.length > 1 ? ` (${allWarnings.length} warnings)` : '';
  return [
    ...messageOf(failure === undefined ? undefined : `! ${failure.message}`, columns, paint.danger),
    ...messageOf(notice, columns, paint.accent),
    ...messageOf(allWarnings[0] === undefined ? undefined : `${allWarnings[0]}${more}`, columns, paint.warning).slice(
      0,
      1,
    ),
  ];
}

/** The message on a few lines at most: the content that it is about is below. */
function messageOf(message: string | undefined, columns: number, look: Look): readonly TerminalLine[] {
  if (message === undefined) return [];
  return wrapText(toTerminalLine(message), columns)
    .slice(0, maxMessageLines)
    .map((text) => [{ text, ...look }]);
}

const maxBarWidth = 100;

/** The budget as a bar: the share of each fragment, in the order of the prompt, then headings, then the rest. */
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
