import type { Chunk, ContextSource, ITokenCounter } from '@lexichord/abstractions';

import { excerptChunk } from './excerpt-chunk.js';
import type { WithheldChunk } from './source-chunker.js';

/**
 * Converts sources with too low scores to one chunk each, for listing. Their text is dropped, because it was not
 * scanned for secrets.
 *
 * @param others candidates from other sources
 */
export function tooWeakChunks(
  sources: readonly ContextSource[],
  others: readonly Pick<Chunk, 'id'>[],
  counter: ITokenCounter,
): readonly WithheldChunk[] {
  const listed = new Set(others.map(({ id }) => id));
  return sources.flatMap((source): WithheldChunk[] => {
    const { lineRange, language = '', sourceType, relevanceScore = 0, minRelevanceScore = 0, isSearchHit } = source;
    const { tokenCount } = source.definition ?? {};
    const known = tokenCount === undefined ? counter : { countTokens: () => tokenCount };
    const chunk = excerptChunk({ ...source, language }, lineRange?.startLine ?? 1, known);
    if (listed.has(chunk.id)) return [];
    listed.add(chunk.id);
    return [
      {
        chunk: { ...chunk, content: '', sourceType, relevanceScore, isSearchHit },
        reason: 'below-threshold',
        detail: `it scores ${relevanceScore.toFixed(2)}, and ${minRelevanceScore.toFixed(2)} would be enough`,
      },
    ];
  });
}
