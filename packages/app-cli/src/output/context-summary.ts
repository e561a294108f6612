import { type PackRecord, type PackingBudget, type SourceType, sourceTypes } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { chunkTable } from './chunk-table.js';
import { countOf, formatCount, formatShare } from './numbers.js';
import { type Fact, formatFacts } from './print-facts.js';
import { emptyNote } from './print-pack.js';
import { formatTable } from './table.js';
import type { TextLayout } from './text-layout.js';

/** A pack record, and the budget by the present configuration. */
export interface ShownPack {
  readonly record: PackRecord;
  /** In tokens. */
  readonly configuredTokens: number;
  readonly nowMs: number;
}

/** Summary of a pack: budget, kinds of sources, chunks (T-016, debugging context). One text for each section. */
export function contextSummary(shown: ShownPack, layout: TextLayout): readonly string[] {
  const { packed } = shown.record;
  const { bold } = layout.colors;
  const sources = sourceTable(shown.record, layout);
  const chunks =
    packed.includedChunks.length === 0 ? '' : `${bold('Chunks')}\n${chunkTable(packed.includedChunks, layout)}`;
  return [formatFacts(factsOf(shown), layout.colors), sources, emptyNote(packed) ?? '', chunks];
}

/** `3 minutes ago`. */
export function agoText(elapsedMs: number): string {
  const units = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
  ] as const;
  const [unitMs, name] = units.find(([ms]) => elapsedMs >= ms) ?? [0, ''];
  return unitMs === 0 ? 'just now' : `${countOf(Math.floor(elapsedMs / unitMs), name)} ago`;
}

function factsOf({ record, configuredTokens, nowMs }: ShownPack): readonly Fact[] {
  const { task, packed, profile, packedMs, budget } = record;
  const { totalTokens, availableTokens, stats } = packed;
  const files = new Set(packed.includedChunks.map(({ filePath }) => filePath)).size;
  const sources = [
    formatCount(stats.sources),
    `${formatCount(stats.rejectedSources)} rejected`,
    `${formatCount(stats.repeatedSources)} repeated`,
  ];
  return [
    ['Task', toTerminalLine(task)],
    ['Packed', `${new Date(packedMs).toISOString()} (${agoText(nowMs - packedMs)})`],
    ...(profile === undefined ? [] : [['Profile', profile] as const]),
    ['Context budget', budgetText(budget, { availableTokens, configuredTokens })],
    ['Used', `${countOf(totalTokens, 'token')} (${formatShare(totalTokens, availableTokens)})`],
    ['Included chunks', `${formatCount(stats.includedChunks)}, from ${countOf(files, 'file')}`],
    ['Excluded chunks', formatCount(stats.excludedChunks)],
    ['Sources', sources.join(', ')],
    ...(packed.partial ? [['Partial', 'yes: a source failed or timed out'] as const] : []),
  ];
}

function budgetText(
  { totalTokens, responseReserve, systemReserve }: PackingBudget,
  { availableTokens, configuredTokens }: { readonly availableTokens: number; readonly configuredTokens: number },
): string {
  const isWhole = responseReserve === 0 && systemReserve === 0;
  const sum = isWhole
    ? ''
    : ` (${formatCount(totalTokens)} - ${formatCount(responseReserve)} response - ${formatCount(systemReserve)} system)`;
  const now = configuredTokens === availableTokens ? '' : `; now configured: ${formatCount(configuredTokens)}`;
  return `${countOf(availableTokens, 'token')}${sum}${now}`;
}

function sourceTable({ packed }: PackRecord, { colors, columns }: TextLayout): string {
  const { bySource } = packed.stats;
  const rows = sourceTypes.flatMap((type) => {
    const share = bySource[type];
    if (share === undefined) return [];
    return [[sourceNames[type], formatCount(share.tokens), formatCount(share.chunks), formatCount(share.files)]];
  });
  if (rows.length === 0) return '';
  const table = formatTable(rows, {
    columns: [
      { heading: 'Kind' },
      { heading: 'Tokens', align: 'right' },
      { heading: 'Chunks', align: 'right' },
      { heading: 'Files', align: 'right' },
    ],
    width: columns,
    colors,
  });
  return `${colors.bold('Sources')}\n${table}`;
}

/** Kinds of sources, in headings. */
export const sourceNames: Readonly<Record<SourceType, string>> = {
  'tool-result': 'Tool results',
  'open-file': 'Open files',
  'search-result': 'Search results',
  reference: 'References',
};
