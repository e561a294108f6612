import type { LineRange } from '@lexichord/abstractions';
import type { Configuration } from '@lexichord/runtime';

import type { RecordedChunk } from './find-chunk.js';

/** The overlap of two chunks, and the packer's decision. */
export interface ChunkComparison {
  /** `undefined` when they have no line in common. */
  readonly shared: LineRange | undefined;
  readonly sharedLines: number;
  /** Shared lines divided by the lines of the longer range, 0 to 1; compared with the threshold. */
  readonly share: number;
  readonly hasSameContent: boolean;
  /** The lower-ranked of the two, when it is removed. */
  readonly removed: RecordedChunk | undefined;
  readonly kept: RecordedChunk | undefined;
  readonly reason: string;
}

/** Compares two chunks as the packer does (T-016 AC-096..105), by the record's lines, ranks and content hashes. */
export function compareChunks(
  a: RecordedChunk,
  b: RecordedChunk,
  rules: Configuration['context']['deduplication'],
): ChunkComparison {
  const [better, worse] = a.rank <= b.rank ? [a, b] : [b, a];
  const shared = a.filePath === b.filePath ? sharedRange(a, b) : undefined;
  const sharedLines = shared === undefined ? 0 : lineCountOf(shared);
  const share = sharedLines / Math.max(lineCountOf(a), lineCountOf(b));
  const hasSameContent = hashOf(a) === hashOf(b);
  const facts = { shared, sharedLines, share, hasSameContent };
  const reason = removalReason({ better, worse, ...facts }, rules);
  if (reason !== undefined) return { ...facts, removed: worse, kept: better, reason };
  return { ...facts, removed: undefined, kept: undefined, reason: noReason(facts, rules) };
}

export function lineCountOf({ startLine, endLine }: LineRange): number {
  return endLine - startLine + 1;
}

type Facts = Pick<ChunkComparison, 'sharedLines' | 'share' | 'hasSameContent'>;

function removalReason(
  { better, worse, sharedLines, share, hasSameContent }: Facts & { better: RecordedChunk; worse: RecordedChunk },
  rules: Configuration['context']['deduplication'],
): string | undefined {
  if (hasSameContent && rules.contentHashEnabled) return 'its text is the same';
  if (!rules.overlapDetectionEnabled || sharedLines === 0) return undefined;
  const isInside = better.startLine <= worse.startLine && worse.endLine <= better.endLine;
  if (isInside) return 'all of its lines are in the other';
  return share >= rules.overlapThreshold
    ? `the share of ${percent(share)} reaches context.deduplication.overlapThreshold, ${percent(rules.overlapThreshold)}`
    : undefined;
}

function noReason(
  { sharedLines, share, hasSameContent }: Facts,
  rules: Configuration['context']['deduplication'],
): string {
  if (hasSameContent) return 'their text is the same, but context.deduplication.contentHashEnabled is off';
  if (sharedLines === 0) return 'they have no line in common';
  if (!rules.overlapDetectionEnabled) return 'context.deduplication.overlapDetectionEnabled is off';
  return `the share of ${percent(share)} is below context.deduplication.overlapThreshold, ${percent(rules.overlapThreshold)}`;
}

function sharedRange(a: LineRange, b: LineRange): LineRange | undefined {
  const [startLine, endLine] = [Math.max(a.startLine, b.startLine), Math.min(a.endLine, b.endLine)];
  return startLine <= endLine ? { startLine, endLine } : undefined;
}

function hashOf({ id }: RecordedChunk): string {
  return id.slice(id.lastIndexOf('@') + 1);
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
