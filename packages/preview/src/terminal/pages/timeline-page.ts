import { formatCount } from '@lexichord/platform/number-text';

import type { ComparisonView, PreviewState, SourceDifference, TimelineEntry } from '../../view-model/preview-state.js';
import { type TerminalLine, emptyLine, fitLine, lineOf, spread } from '../screen/terminal-line.js';
import { type Page, PageBuilder, type PageFrame, chosenItem } from './page.js';
import { timeOf } from '../../view-model/time-of-day.js';

const changes = { added: '+', removed: '-', changed: '~', same: '=' } as const;

/** The kept assemblies, newest first, below the comparison of two picked ones. */
export function timelinePage({ timeline, comparison }: PreviewState, frame: PageFrame): Page {
  const page = new PageBuilder();
  if (comparison !== undefined) page.add(...comparisonLines(comparison, frame.columns), emptyLine);
  if (timeline.length === 0) return page.add(lineOf('Nothing was assembled yet.', { isDim: true })).build();
  const items = timeline.map(({ correlationId: id }, line) => ({ id, line }));
  const selectedId = chosenItem({ items, lines: [] }, frame.selectedId)?.id;
  for (const entry of timeline) {
    page.item(entry.correlationId).add(entryLine(entry, entry.correlationId === selectedId, frame.columns));
  }
  return page.build();
}

function entryLine(entry: TimelineEntry, isSelected: boolean, columns: number): TerminalLine {
  const { assembledAt, origin, agentId, documentPath, renderedTokens, maxTokens, isShown, isCompared } = entry;
  const left = [
    { text: isSelected ? '› ' : '  ' },
    { text: isCompared ? '[✓] ' : '[ ] ' },
    { text: isShown ? '● ' : '  ' },
    ...lineOf(`${timeOf(assembledAt)} ${origin} ${agentId}`, { isBold: isSelected }),
    ...lineOf(documentPath === undefined ? '' : `  ${documentPath}`, { isDim: true }),
  ];
  return spread(left, lineOf(`${formatCount(renderedTokens)}/${formatCount(maxTokens)}`), columns);
}

function comparisonLines({ before, after, differences }: ComparisonView, columns: number): readonly TerminalLine[] {
  const title = `${timeOf(before.assembledAt)} and ${timeOf(after.assembledAt)}`;
  return [
    fitLine(lineOf(`Differences between ${title}`, { isBold: true }), columns),
    ...differences.map((difference) => differenceLine(difference, columns)),
  ];
}

function differenceLine(difference: SourceDifference, columns: number): TerminalLine {
  const { displayName, change, beforeTokens, afterTokens } = difference;
  const tokens = `${formatCount(beforeTokens)} → ${formatCount(afterTokens)}`;
  return spread(
    lineOf(`  ${changes[change]} ${displayName} ${change}`, { isDim: change === 'same' }),
    lineOf(tokens),
    columns,
  );
}
