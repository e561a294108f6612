import type { SourceType } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { formatCount } from './numbers.js';
import type { ListedChunk } from './pack-json.js';
import { formatTable } from './table.js';
import type { TextLayout } from './text-layout.js';

const shortSourceNames: Readonly<Record<SourceType, string>> = {
  'tool-result': 'tool',
  'open-file': 'open',
  'search-result': 'search',
  reference: 'reference',
};

/** Location of a chunk: `src/a.ts:1-20`. */
export function locationOf({
  filePath,
  startLine,
  endLine,
}: Pick<ListedChunk, 'filePath' | 'startLine' | 'endLine'>): string {
  return toTerminalLine(`${filePath}:${startLine}-${endLine}`);
}

/** {@link locationOf} with the name of the symbol, and the level of detail if it is not the body. */
export function namedLocationOf(chunk: ListedChunk): string {
  const { symbol, detailLevel } = chunk;
  const name = symbol === undefined ? '' : ` ${toTerminalLine(symbol)}`;
  return `${locationOf(chunk)}${name}${detailLevel === undefined ? '' : ` (${detailLevel})`}`;
}

/**
 * A row for each chunk: rank, score, tokens, kind of source, location. The location is last and never shortened,
 * because other commands take it as an argument.
 */
export function chunkTable(chunks: readonly ListedChunk[], { colors, columns }: TextLayout): string {
  const rows = chunks.map((chunk) => [
    `#${formatCount(chunk.rank)}`,
    chunk.rankScore.toFixed(3),
    formatCount(chunk.tokenCount),
    shortSourceNames[chunk.sourceType],
    namedLocationOf(chunk),
  ]);
  return formatTable(rows, {
    columns: [
      { heading: 'Rank', align: 'right' },
      { heading: 'Score', align: 'right' },
      { heading: 'Tokens', align: 'right' },
      { heading: 'Source' },
      { heading: 'Chunk' },
    ],
    width: columns,
    colors,
  });
}
