import type { Candidate, Candidates } from '../segments/shown-context.js';
import { type WordHashes, hasWord } from '../segments/word-hashes.js';
import type { Detail } from './find-details.js';

/** A segment with details that an answer names and the context does not show. */
export interface DetailedCandidate {
  readonly candidate: Candidate;
  readonly details: readonly Detail[];
}

/** From this on a segment is meant: one name, file or longer number that nothing else has. */
const enough = 1.2;

const closeToBest = 0.75;
const maxSegments = 3;

/** What stands in more segments than this, and in more than this share of them, names none of them. */
const maxHolders = 3;
const maxShare = 0.2;

/**
 * Segments that hold what an answer names although the context does not show it, the likeliest first (COMP-06 §5).
 *
 * @param context words of everything that the context shows
 */
export function missingDetails(
  details: readonly Detail[],
  candidates: Candidates,
  context: WordHashes,
): readonly DetailedCandidate[] {
  const found = new Map<Candidate, { score: number; details: Detail[] }>();
  for (const detail of details) {
    if (holds(context, detail)) continue;
    const holders = candidates.all.filter(({ words }) => holds(words, detail)).length;
    const open = candidates.open.filter(({ words }) => holds(words, detail));
    // A segment that the context shows as a whole has it.
    if (holders === 0 || open.length < holders) continue;
    if (holders > maxHolders && holders > candidates.all.length * maxShare) continue;
    for (const candidate of open) {
      const known = found.get(candidate) ?? { score: 0, details: [] };
      known.score += detail.weight / Math.sqrt(holders);
      known.details.push(detail);
      found.set(candidate, known);
    }
  }
  const ranked = [...found].sort(([a, x], [z, y]) => y.score - x.score || z.number - a.number);
  const best = ranked[0]?.[1].score ?? 0;
  return ranked
    .filter(([, { score }]) => score >= enough && score >= best * closeToBest)
    .slice(0, maxSegments)
    .map(([candidate, one]) => ({ candidate, details: one.details }));
}

/** Whether words hold all of a detail. */
export function holds(words: WordHashes, detail: Detail): boolean {
  return detail.words.every((word) => hasWord(words, word));
}
