import type { ExcludedChunk, RankedChunk } from '@lexichord/abstractions';

import type { WithheldChunk } from '../chunk/source-chunker.js';

/** Chunks that may go on, and those that end here because of what they hold. Both best first. */
export function separateWithheld(
  ranked: readonly RankedChunk[],
  withheldChunks: readonly WithheldChunk[],
): { readonly allowed: readonly RankedChunk[]; readonly withheld: readonly ExcludedChunk[] } {
  const reports = new Map(withheldChunks.map(({ chunk, detail, secrets }) => [chunk.id, { detail, secrets }]));
  return {
    allowed: ranked.filter(({ id }) => !reports.has(id)),
    withheld: ranked.flatMap((chunk): ExcludedChunk[] => {
      const report = reports.get(chunk.id);
      return report === undefined ? [] : [{ ...chunk, reason: 'secret', ...report }];
    }),
  };
}
