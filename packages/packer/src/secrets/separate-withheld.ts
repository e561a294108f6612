import type { ExcludedChunk, RankedChunk } from '@lexichord/abstractions';

import type { WithheldChunk } from '../chunk/source-chunker.js';

/** Chunks that may go on, and those that end here because of what they hold. Both best first. */
export function separateWithheld(
  ranked: readonly RankedChunk[],
  withheldChunks: readonly WithheldChunk[],
): { readonly allowed: readonly RankedChunk[]; readonly withheld: readonly ExcludedChunk[] } {
  const details = new Map(withheldChunks.map(({ chunk, detail }) => [chunk.id, detail]));
  return {
    allowed: ranked.filter(({ id }) => !details.has(id)),
    withheld: ranked.flatMap((chunk): ExcludedChunk[] => {
      const detail = details.get(chunk.id);
      return detail === undefined ? [] : [{ ...chunk, reason: 'secret', detail }];
    }),
  };
}
