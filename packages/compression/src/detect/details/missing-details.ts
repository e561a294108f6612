import type { Candidate, Candidates } from '../segments/shown-context.js';
import { type WordHashes, hasWord } from '../segments/word-hashes.js';
import type { Detail } from './find-details.js';

/** A segment with details that an answer names and the context does not show. */
export interface DetailedCandidate {
  readonly candidate: Candidate;
  readonly details: readonly Detail[];
}

/** Minimum score of a segment: about one name, file or longer number that no other segment has. */
const minScore = 1.2;

const minRelativeScore = 0.75;
const maxSegments = 3;

/** A detail in more segments than this, and in more than this share of them, is not specific. */
const maxHolders = 3;
const maxShare = 0.2;

/**
 * Finds segments with details that an answer names and the context does not show, the likeliest first (COMP-06 §5).
 *
 * @param context hashes of all words in the context
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
    // The context shows a segment with the detail as a whole.
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
    .filter(([, { score }]) => score >= minScore && score >= best * minRelativeScore)
    .slice(0, maxSegments)
    .map(([candidate, one]) => ({ candidate, details: one.details }));
}

/** Whether the words contain all words of a detail. */
export function holds(words: WordHashes, detail: Detail): boolean {
  return detail.words.every((word) => hasWord(words, word));
}
