import type { ContextFragment } from '@lexichord/abstractions';

import type { Colors } from './colors.js';
import { formatCount, formatShare } from './numbers.js';
import { formatTable } from './table.js';
import { toTerminalLine } from './terminal-text.js';

/** One row a fragment: source, label, tokens, share of all fragments' tokens, relevance. */
export function fragmentTable(
  fragments: readonly ContextFragment[],
  { colors, columns }: { readonly colors: Colors; readonly columns: number },
): string {
  const total = fragments.reduce((sum, { tokenEstimate }) => sum + tokenEstimate, 0);
  const rows = fragments.map(({ sourceId, label, tokenEstimate, relevance, metadata }) => [
    sourceId,
    // A source that shortens itself to its share says so in its metadata alone.
    `${toTerminalLine(label)}${metadata?.['truncated'] === true ? ' (shortened)' : ''}`,
    formatCount(tokenEstimate),
    formatShare(tokenEstimate, total),
    relevance.toFixed(2),
  ]);
  return formatTable(rows, {
    columns: [
      { heading: 'Source' },
      { heading: 'Fragment', isFlexible: true },
      { heading: 'Tokens', align: 'right' },
      { heading: 'Share', align: 'right' },
      { heading: 'Relevance', align: 'right' },
    ],
    width: columns,
    colors,
  });
}
