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

/**
 * Tells what the packer did with two chunks (T-016 AC-096..105), by the record: which was left out for the other, and
 * else by which of the rules none was.
 */
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
  if (worse.keptChunk === better.id) {
    return { ...facts, removed: worse, kept: better, reason: removalReason(worse, better, facts) };
  }
  if (better.keptChunk === worse.id) {
    return { ...facts, removed: better, kept: worse, reason: removalReason(better, worse, facts) };
  }
  return { ...facts, removed: undefined, kept: undefined, reason: keepReason({ ...facts, better }, rules) };
}

export function lineCountOf({ startLine, endLine }: LineRange): number {
  return endLine - startLine + 1;
}

type Facts = Pick<ChunkComparison, 'sharedLines' | 'share' | 'hasSameContent'>;

function removalReason(removed: RecordedChunk, kept: RecordedChunk, { share, hasSameContent }: Facts): string {
  if (removed.reason === 'duplicate') {
    return hasSameContent ? 'its text is the same' : 'its text is the same but for white space, comments or case';
  }
  const isInside = kept.startLine <= removed.startLine && removed.endLine <= kept.endLine;
  return isInside
    ? 'all of its lines are in the other'
    : `the share of ${percent(share)} reaches context.deduplication.overlapThreshold`;
}

function keepReason(
  { better, sharedLines, share, hasSameContent }: Facts & { readonly better: RecordedChunk },
  rules: Configuration['context']['deduplication'],
): string {
  if (sharedLines === 0 && !hasSameContent) return 'they have no line in common';
  if (better.reason !== undefined) {
    return `the better one is not in the text (${better.reason}), so that nothing is left out for it`;
  }
  if (hasSameContent) return 'their text is the same, but context.deduplication.contentHashEnabled is off';
  if (!rules.overlapDetectionEnabled) return 'context.deduplication.overlapDetectionEnabled is off';
  return share < rules.overlapThreshold
    ? `the share of ${percent(share)} is below context.deduplication.overlapThreshold, ${percent(rules.overlapThreshold)}`
    : 'neither was left out for the other';
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
