import type { RankedChunk } from '@lexichord/abstractions';

import type { RepetitionIndex } from '../deduplicate/repetition-index.js';

/**
 * Tokens for the best chunks of different files, limited to a share of the pack: else a small pack would have only
 * these.
 */
export function breadthWithin(
  availableTokens: number,
  { breadthTokens, breadthShare }: { readonly breadthTokens: number; readonly breadthShare: number },
): number {
  return Math.min(breadthTokens, Math.floor(availableTokens * breadthShare));
}

/**
 * Moves the best search result of each file forward, so that a small pack has lines of several files: as many as fit
 * into `breadthTokens`, then all others by rank. Chunks of other sources keep their positions: a user who opens or
 * names a file wants all of it.
 *
 * @param chunks best first
 * @param breadthTokens tokens of content; headings and fences do not count
 * @param createIndex creates an index of repetitions; a repetition of a moved chunk is not moved
 */
export function spreadOverFiles(
  chunks: readonly RankedChunk[],
  breadthTokens: number,
  createIndex?: () => RepetitionIndex,
): readonly RankedChunk[] {
  const found = chunks.filter(isFound);
  const leading = leadersOf(found, breadthTokens, createIndex?.());
  const spread = [...leading, ...found.filter((chunk) => !leading.has(chunk))].values();
  return chunks.map((chunk) => (isFound(chunk) ? (spread.next().value ?? chunk) : chunk));
}

/** Returns the best chunk of each file that fits beside those of better files. */
function leadersOf(
  found: readonly RankedChunk[],
  breadthTokens: number,
  leading: RepetitionIndex | undefined,
): ReadonlySet<RankedChunk> {
  const leaders = new Set<RankedChunk>();
  const files = new Set<string>();
  let left = breadthTokens;
  for (const chunk of found) {
    if (files.has(chunk.filePath) || chunk.tokenCount > left || leading?.find(chunk) !== undefined) continue;
    leading?.add(chunk);
    files.add(chunk.filePath);
    left -= chunk.tokenCount;
    leaders.add(chunk);
  }
  return leaders;
}

function isFound({ sourceType }: RankedChunk): boolean {
  return sourceType === 'search-result';
}
