import { type RecentChanges, isUncommitted } from '@lexichord/abstractions';

import type { SourcedChunk } from '../chunk/source-chunker.js';

const dayMs = 86_400_000;

/** In so many days a score falls to a share of 1/e: 0.905 after one day, 0.497 after seven, 0.050 after thirty. */
const decayDays = 10;

/**
 * How recently something was changed, 0 to 1, falling exponentially (T-016 AC-076..085). What has no time scores 0,
 * what is dated in the future counts as of now.
 */
export function recencyScore(changedMs: number | undefined, nowMs: number): number {
  if (changedMs === undefined || !Number.isFinite(changedMs)) return 0;
  return Math.exp(-Math.max(0, nowMs - changedMs) / (decayDays * dayMs));
}

/**
 * When a chunk was last changed, as far as it is known. What its source says counts first. Of a committed file the
 * commit's time counts alone: in a fresh clone every file time is now. A file that was committed before git's history
 * was looked at was changed then at the latest.
 */
export function changedMsOf(chunk: SourcedChunk, changes: RecentChanges | undefined): number | undefined {
  const { timestampMs, modifiedMs, filePath } = chunk;
  if (timestampMs !== undefined && Number.isFinite(timestampMs)) return timestampMs;
  if (changes === undefined) return modifiedMs;
  const committedMs = changes.committedMs.get(filePath);
  if (isUncommitted(filePath, changes)) return latest(modifiedMs, committedMs);
  if (committedMs !== undefined || modifiedMs === undefined) return committedMs;
  return Math.min(modifiedMs, changes.sinceMs);
}

function latest(modifiedMs: number | undefined, committedMs: number | undefined): number | undefined {
  if (modifiedMs === undefined || committedMs === undefined) return modifiedMs ?? committedMs;
  return Math.max(modifiedMs, committedMs);
}
