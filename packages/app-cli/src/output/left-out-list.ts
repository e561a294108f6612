import type { AssembledContext, SkipReason, SkippedStrategy } from '@lexichord/abstractions';

import { countOf, formatCount } from './numbers.js';
import { toTerminalLine } from './terminal-text.js';
import { type TextLayout, titledRows } from './titled-rows.js';

/** What was shortened or cut, a row each, or nothing. */
export function shortenedList({ truncated, deduplicated }: AssembledContext, layout: TextLayout): string {
  const cut = truncated.map(({ sourceId, fromTokens, toTokens, limit }) => [
    sourceId,
    `${formatCount(fromTokens)} → ${formatCount(toTokens)} tokens, ${limit === 'budget' ? 'to fit the budget' : 'the most this source may take'}`,
  ]);
  const repeated = deduplicated.map(({ sourceId, blocks, duplicateOf, fromTokens, toTokens }) => [
    sourceId,
    `${formatCount(fromTokens)} → ${formatCount(toTokens)} tokens, ${countOf(blocks, 'block')} already in ${duplicateOf.join(', ')}`,
  ]);
  return titledRows('Shortened', [...cut, ...repeated], layout);
}

/** Sources that gave nothing, a row for each reason, or nothing. */
export function leftOutList({ skipped }: AssembledContext, layout: TextLayout): string {
  const groups = new Map<string, { ids: string[]; text: string }>();
  for (const entry of skipped) {
    const text = reasonText(entry);
    const group = groups.get(text) ?? { ids: [], text };
    group.ids.push(entry.sourceId);
    groups.set(text, group);
  }
  const rows = [...groups.values()].map(({ ids, text }) => [ids.join(', '), text]);
  return titledRows('Left out', rows, layout);
}

/** Reasons that speak for themselves; the others need the strategy's own words. */
const shortReasons: Readonly<Partial<Record<SkipReason, string>>> = {
  disabled: 'switched off; see "lexichord strategies enable"',
  excluded: 'excluded by the command line',
};

function reasonText({ reason, message, tokens, duplicateOf }: SkippedStrategy): string {
  if (reason === 'duplicate' && duplicateOf !== undefined) return `${tokenText(tokens)}already in ${duplicateOf}`;
  if (reason === 'over-budget') return `${tokenText(tokens)}no room left in the budget`;
  // Several sources that have nothing to add share one row.
  if (reason === 'empty' && message.endsWith(' had nothing for this request.')) return 'nothing for this request';
  return shortReasons[reason] ?? toTerminalLine(message);
}

function tokenText(tokens: number | undefined): string {
  return tokens === undefined ? '' : `${countOf(tokens, 'token')}, `;
}
