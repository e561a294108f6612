import { type ChunkRelation, type PackRecord, type RejectedSource, fragmentMarker } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { type RecordedChunk, allChunks } from '../packing/find-chunk.js';
import { namedLocationOf } from './chunk-table.js';
import { agoText } from './context-summary.js';
import { countOf, formatCount } from './numbers.js';
import { type TableColumn, formatTable } from './table.js';
import type { TextLayout } from './text-layout.js';

/** Chunks shown in the ranking; --json lists all. */
const maxRanked = 20;

/** The ranking with the factors of each score (T-016, troubleshooting 3). */
export function rankingList(record: PackRecord, layout: TextLayout, nowMs: number): string {
  const chunks = allChunks(record);
  const rows = chunks
    .slice(0, maxRanked)
    .map((chunk) => [
      `#${formatCount(chunk.rank)}`,
      chunk.rankScore.toFixed(3),
      chunk.factors.relevance.toFixed(2),
      chunk.factors.recency.toFixed(2),
      chunk.factors.source.toFixed(2),
      chunk.changedMs === undefined ? 'unknown' : agoText(nowMs - chunk.changedMs),
      chunk.reason ?? 'included',
      namedLocationOf(chunk),
    ]);
  const { relevance, recency, source } = record.packed.weights;
  const heading = `Ranking of ${countOf(chunks.length, 'chunk')}: ${relevance} × relevance + ${recency} × recency + ${source} × source`;
  const numbers = ['Rank', 'Score', 'Relevance', 'Recency', 'Source'].map(rightAligned);
  const columns = [...numbers, { heading: 'Changed' }, { heading: 'State' }, { heading: 'Chunk' }];
  const more = chunks.length - rows.length;
  const rest = more === 0 ? '' : `\n  ${layout.colors.dim(`… and ${countOf(more, 'more chunk')}; --json lists all`)}`;
  return `${list(heading, { rows, columns }, layout)}${rest}`;
}

/** Chunks below the threshold in the list; --json lists all. */
const maxBelowThreshold = 5;

/**
 * Left-out chunks with reasons, best first (T-016 FR-016-117, -118); only the best few of those below the threshold.
 */
export function excludedList({ packed: { excludedChunks } }: PackRecord, layout: TextLayout): string {
  const weak = excludedChunks.filter(({ reason }) => reason === 'below-threshold');
  const unlisted = new Set(weak.slice(maxBelowThreshold));
  const listed = excludedChunks.filter((chunk) => !unlisted.has(chunk));
  const rows = listed.map((chunk) => [
    `#${formatCount(chunk.rank)}`,
    chunk.rankScore.toFixed(3),
    formatCount(chunk.tokenCount),
    chunk.reason,
    `${namedLocationOf(chunk)}${moreOf(chunk)}`,
  ]);
  const columns = [...['Rank', 'Score', 'Tokens'].map(rightAligned), { heading: 'Reason' }, { heading: 'Chunk' }];
  const more = unlisted.size === 0 ? '' : `\n  ${layout.colors.dim(weakRest(unlisted.size))}`;
  return `${list(`Excluded chunks (${formatCount(excludedChunks.length)})`, { rows, columns }, layout)}${more}`;
}

function weakRest(count: number): string {
  return `… and ${countOf(count, 'more chunk')} below the threshold; --json lists all`;
}

/** Rejected sources with reasons; '' without any. */
export function rejectedList(rejected: readonly RejectedSource[], layout: TextLayout): string {
  if (rejected.length === 0) return '';
  const rows = rejected.map(({ filePath, sourceType, reason, message }) => [
    sourceType,
    reason,
    `${toTerminalLine(filePath)} (${toTerminalLine(message)})`,
  ]);
  const columns = [{ heading: 'Kind' }, { heading: 'Reason' }, { heading: 'Source' }];
  return list(`Rejected sources (${formatCount(rows.length)})`, { rows, columns }, layout);
}

/** The packed chunks with kind and completeness (T-016, troubleshooting 2). */
export function chunkList({ packed }: PackRecord, layout: TextLayout): string {
  const rows = packed.includedChunks.map((chunk) => [
    formatCount(chunk.tokenCount),
    chunk.kind,
    wholeness(chunk),
    `${namedLocationOf(chunk)}${relationOf(chunk)}${reasonOf(chunk)}`,
  ]);
  const columns = [rightAligned('Tokens'), { heading: 'Kind' }, { heading: 'State' }, { heading: 'Chunk' }];
  return list(`Chunks (${formatCount(rows.length)})`, { rows, columns }, layout);
}

/** The relation of a chunk to the packed change. */
function relationOf({ relation }: RecordedChunk): string {
  return relation === undefined ? '' : ` (${toTerminalLine(relation.note === '' ? relation.role : relation.note)})`;
}

/** A titled table. The last column holds the long names and is never shortened. */
function list(
  heading: string,
  { rows, columns }: { readonly rows: readonly (readonly string[])[]; readonly columns: readonly TableColumn[] },
  { colors, columns: width }: TextLayout,
): string {
  const body = rows.length === 0 ? '  None.' : formatTable(rows, { columns, width, colors });
  return `${colors.bold(heading)}\n${body}`;
}

function rightAligned(heading: string): TableColumn {
  return { heading, align: 'right' };
}

/** Whether a chunk is complete, a part, or truncated; with less detail, why its body is not shown. */
function wholeness(chunk: RecordedChunk): string {
  const { isTruncated, kind, detailLevel = 'body', bodyReason, bodyTokens } = chunk;
  if (bodyReason !== undefined) return `${detailLevel}; ${bodyReason}: ${countOf(bodyTokens ?? 0, 'token')}`;
  if (isTruncated === true) return 'TRUNCATED';
  if (detailLevel !== 'body') return detailLevel;
  return fragmentMarker(chunk) ?? (kind === 'lines' ? 'cut at lines' : 'complete');
}

const relationTexts = {
  'used-by': 'used by',
  'test-of': 'test of',
  'caller-of': 'caller of',
  'sibling-of': 'sibling of',
  'place-of': 'registers or calls',
  near: 'central near',
} as const satisfies Readonly<Record<ChunkRelation['kind'], string>>;

/** The chunk beside which a signature is shown. */
function reasonOf({ because }: RecordedChunk): string {
  if (because === undefined) return '';
  const { kind, chunk } = because;
  return ` (${relationTexts[kind]} ${toTerminalLine(chunk.slice(0, chunk.lastIndexOf('@')))})`;
}

function moreOf({ keptChunk, detail }: RecordedChunk): string {
  const kept = keptChunk === undefined ? [] : [`in its place: ${keptChunk.slice(0, keptChunk.lastIndexOf('@'))}`];
  const facts = [...kept, ...(detail === undefined ? [] : [detail])];
  return facts.length === 0 ? '' : ` (${toTerminalLine(facts.join('; '))})`;
}
