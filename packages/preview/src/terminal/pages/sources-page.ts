import { compressionLevelNames } from '@lexichord/abstractions';
import { countOf, formatCount } from '@lexichord/platform/number-text';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { FragmentForm, FragmentView, PreviewState, SourceView } from '../../view-model/preview-state.js';
import type { Paint } from '../screen/paint.js';
import { type TerminalLine, emptyLine, fitLine, lineOf, spread } from '../screen/terminal-line.js';
import { wrapText } from '../screen/wrap-text.js';
import { type Page, PageBuilder, type PageFrame } from './page.js';

/** The list of sources (SBD-072 §16.1): switches, tokens, and the contents of the unfolded ones. */
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

/** Entities or ranges that are listed above a fragment's content. */
const maxListed = 12;

const uses = { same: 'as in the last request', different: 'otherwise in the last request', 'not-used': '' } as const;

const drawn = new WeakMap<FragmentView, { readonly columns: number; readonly lines: readonly string[] }>();

/** Lines below an unfolded source: facts, its parts, and the content itself. */
export function fragmentLines(fragment: FragmentView, columns: number, paint: Paint): readonly TerminalLine[] {
  const gutter = { text: paint.isColored ? '  ▎ ' : '  | ', ...paint.source(fragment.color) };
  const width = columns - 4;
  const facts = [factsOf(fragment), ...partsOf(fragment.form)]
    .flatMap((text) => wrapText(toTerminalLine(text), width))
    .map((text): TerminalLine => [{ text, isDim: true }]);
  const content = contentLines(fragment, width).map((text): TerminalLine => [{ text }]);
  return [...facts, ...content].map((line) => [gutter, ...fitLine(line, width)]);
}

/** Wrapping a long content again for each key would be felt. */
function contentLines(fragment: FragmentView, columns: number): readonly string[] {
  const cached = drawn.get(fragment);
  if (cached?.columns === columns) return cached.lines;
  const lines = wrapText(fragment.content, columns);
  drawn.set(fragment, { columns, lines });
  return lines;
}

function factsOf({ budgetShare, relevance, use, truncatedFrom, deduplicated }: FragmentView): string {
  return [
    `${(budgetShare * 100).toFixed(1)}% of the budget`,
    `relevance ${relevance.toFixed(2)}`,
    uses[use],
    truncatedFrom === undefined ? '' : `shortened from ${formatCount(truncatedFrom.tokens)}`,
    deduplicated === undefined ? '' : `${countOf(deduplicated.blocks, 'block')} cut as duplicates`,
  ]
    .filter((fact) => fact !== '')
    .join(', ');
}

function partsOf(form: FragmentForm): readonly string[] {
  switch (form.kind) {
    case 'text':
      return [];
    case 'files':
      return listed(form.ranges.map(({ filePath, startLine, endLine }) => `${filePath}:${startLine}-${endLine}`));
    case 'knowledge':
      return listed(form.entities.map(({ type, name, score }) => `${type}: ${name} (${score.toFixed(2)})`));
    case 'conversation':
      return listed(form.segments.map(({ segmentId, level }) => `${segmentId} (${compressionLevelNames[level]})`));
  }
}

function listed(parts: readonly string[]): readonly string[] {
  const more = parts.length - maxListed;
  return more > 0 ? [...parts.slice(0, maxListed), `and ${formatCount(more)} more`] : parts;
}
