import type { IncludedChunk, PackedContext } from './packed-context.js';
import type { SentChunk } from './sent-chunk.js';

/** Orders of a packed text. */
export const packLayouts = ['ranked', 'stable'] as const;

/**
 * `ranked`: files in the order of their best chunks. `stable`: by path and line, chunks of an earlier pack at their
 * former positions, and text that changes often at the end, so that a model's prompt cache can use most of the text
 * again.
 */
export type PackLayout = (typeof packLayouts)[number];

/** An earlier pack. Its lines are compared with the present files before use. */
export interface PreviousPack {
  /** In the order of its text. */
  readonly chunks: readonly SentChunk[];
  /** Number of chunks before the end that changes often, in a stable text. Absent: it was not stable. */
  readonly bodyChunks?: number | undefined;
}

/** A chunk of a pack, as far as it identifies the text that its reader has. */
type PackedChunk = SentChunk & Pick<IncludedChunk, 'detailLevel' | 'isTruncated'>;

/**
 * Facts about a pack for the next one: the chunks whose lines are all in its text. Outline lines and truncated chunks
 * have the ids of whole chunks, but their readers lack these lines.
 */
export function previousPackOf({
  includedChunks,
  bodyChunks,
  previous,
}: Pick<PackedContext, 'bodyChunks' | 'previous'> & {
  readonly includedChunks: readonly PackedChunk[];
}): PreviousPack {
  // A pack of new chunks extends the one before.
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
