import { type RecentChanges, isUncommitted } from '@lexichord/abstractions';

import type { SourcedChunk } from '../chunk/source-chunker.js';

const dayMs = 86_400_000;

/** Days in which a score falls to 1/e: 0.905 after one day, 0.497 after seven, 0.050 after thirty. */
const decayDays = 10;

/**
 * Score of a modification time, 0 to 1, falling exponentially (T-016 AC-076..085). 0 without a time; a time in the
 * future counts as now.
 */
export function recencyScore(changedMs: number | undefined, nowMs: number): number {
  if (changedMs === undefined || !Number.isFinite(changedMs)) return 0;
  return Math.exp(-Math.max(0, nowMs - changedMs) / (decayDays * dayMs));
}

/**
 * Time of a chunk's last change, if available. The time of its source has priority. For a committed file only the
 * commit time counts: in a fresh clone every file time is now. The time of a file that was committed before the
 * beginning of the git history that was read is not known, unless it has not been written to since.
 */
export function changedMsOf(chunk: SourcedChunk, changes: RecentChanges | undefined): number | undefined {
  const { timestampMs, modifiedMs, filePath } = chunk;
  if (timestampMs !== undefined && Number.isFinite(timestampMs)) return timestampMs;
  if (changes === undefined) return modifiedMs;
  const committedMs = changes.committedMs.get(filePath);
  if (isUncommitted(filePath, changes)) return latest(modifiedMs, committedMs);
  if (committedMs !== undefined || modifiedMs === undefined) return committedMs;
  return modifiedMs <= changes.sinceMs ? modifiedMs : undefined;
}

function latest(modifiedMs: number | undefined, committedMs: number | undefined): number | undefined {
  if (modifiedMs === undefined || committedMs === undefined) return modifiedMs ?? committedMs;
  return Math.max(modifiedMs, committedMs);
}
