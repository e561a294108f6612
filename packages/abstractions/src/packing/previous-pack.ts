import type { IncludedChunk, PackedContext } from './packed-context.js';
import type { SentChunk } from './sent-chunk.js';

/** Orders of a packed text. */
export const packLayouts = ['ranked', 'stable'] as const;

/**
 * `ranked`: files in the order of their best chunks. `stable`: by path and line, what an earlier pack had in its place,
 * and what changes often at the end, so that a model's prompt cache can use most of the text again.
 */
export type PackLayout = (typeof packLayouts)[number];

/** An earlier pack. Whether its lines are still those is found out from the files. */
export interface PreviousPack {
  /** In the order of its text. */
  readonly chunks: readonly SentChunk[];
  /** Of a stable text: so many of the chunks are before its end that changes often. Absent: it was not stable. */
  readonly bodyChunks?: number | undefined;
}

/** A chunk of a pack, as far as it identifies the text that its reader has. */
type PackedChunk = SentChunk & Pick<IncludedChunk, 'detailLevel' | 'isTruncated'>;

/**
 * Facts about a pack that the next one needs: the chunks whose lines are all in its text. A line of an outline and what
 * was cut to fit have the ids of whole chunks, and their readers have not got these.
 */
export function previousPackOf({
  includedChunks,
  bodyChunks,
  previous,
}: Pick<PackedContext, 'bodyChunks' | 'previous'> & {
  readonly includedChunks: readonly PackedChunk[];
}): PreviousPack {
  // A pack of what is new goes on from the one before.
  const chunks = [...(previous?.valid ?? []), ...includedChunks.filter(isWhole)];
  return {
    chunks: chunks.map(({ id, filePath, startLine, endLine, partOf }) => ({
      id,
      filePath,
      startLine,
      endLine,
      partOf,
    })),
    bodyChunks: bodyChunks === undefined ? undefined : includedChunks.slice(0, bodyChunks).filter(isWhole).length,
  };
}

function isWhole({ detailLevel = 'body', isTruncated = false }: PackedChunk): boolean {
  return detailLevel === 'body' && !isTruncated;
}
