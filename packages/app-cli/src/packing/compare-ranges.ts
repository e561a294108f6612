import type { LineRange } from '@lexichord/abstractions';
import type { Configuration } from '@lexichord/runtime';

import type { RecordedChunk } from './find-chunk.js';

/** A chunk, and its text if it is still readable. */
export interface ReadChunk {
  readonly chunk: RecordedChunk;
  readonly text?: string | undefined;
}

/** The overlap of two chunks, and the packer's decision. */
export interface ChunkComparison {
  /** `undefined` when they have no line of one file in common. */
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
 * Explains the packer's decision on two chunks (T-016 AC-096..105) from the record: which one was left out for the
 * other, or the rule by which both were kept. Their texts show the differences of duplicates.
 */
export function compareChunks(
  first: ReadChunk,
  second: ReadChunk,
  rules: Configuration['context']['deduplication'],
): ChunkComparison {
  const [a, b] = [first.chunk, second.chunk];
  const [better, worse] = a.rank <= b.rank ? [a, b] : [b, a];
  const shared = a.filePath === b.filePath ? sharedRange(a, b) : undefined;
  const sharedLines = shared === undefined ? 0 : lineCountOf(shared);
  const share = sharedLines / Math.max(lineCountOf(a), lineCountOf(b));
  const hasSameContent = hashOf(a) === hashOf(b);
  const facts = { shared, sharedLines, share, hasSameContent };
  const isSameText = hasSameContent ? 'its text is the same' : sameButFor(first.text, second.text);
  const compared = { ...facts, isSameText };
  if (worse.keptChunk === better.id) {
    return { ...facts, removed: worse, kept: better, reason: removalReason(worse, better, compared) };
  }
  if (better.keptChunk === worse.id) {
    return { ...facts, removed: better, kept: worse, reason: removalReason(better, worse, compared) };
  }
  return { ...facts, removed: undefined, kept: undefined, reason: keepReason({ ...facts, better, worse }, rules) };
}

export function lineCountOf({ startLine, endLine }: LineRange): number {
  return endLine - startLine + 1;
}

type Facts = Pick<ChunkComparison, 'sharedLines' | 'share' | 'hasSameContent'>;

/** The reason why two texts count as equal. For unreadable texts, only the packer's rule is known. */
function sameButFor(a: string | undefined, b: string | undefined): string {
  if (a !== undefined && b !== undefined && a !== b) {
    if (a.replaceAll(/\r\n?/gu, '\n') === b.replaceAll(/\r\n?/gu, '\n'))
      return 'its lines are the same except for line ends';
    if (a.replaceAll(/\s/gu, '') === b.replaceAll(/\s/gu, '')) return 'its text is the same except for whitespace';
  }
  return 'its text is the same except for whitespace, comments or case';
}

function removalReason(
  removed: RecordedChunk,
  kept: RecordedChunk,
  { share, isSameText }: Facts & { readonly isSameText: string },
): string {
  if (removed.reason === 'duplicate') return isSameText;
  const isInside = kept.startLine <= removed.startLine && removed.endLine <= kept.endLine;
  return isInside
    ? 'all of its lines are in the other chunk'
    : `the share of ${percent(share)} reaches context.deduplication.overlapThreshold`;
}

function keepReason(
  {
    better,
    worse,
    sharedLines,
    share,
    hasSameContent,
  }: Facts & { readonly better: RecordedChunk; readonly worse: RecordedChunk },
  rules: Configuration['context']['deduplication'],
): string {
  if (sharedLines === 0 && !hasSameContent) {
    return better.filePath === worse.filePath ? 'they have no line in common' : 'neither is a duplicate of the other';
  }
  if (better.reason !== undefined) {
    return `the higher-ranked chunk is not in the text (${better.reason})`;
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
