import type { Chunk, ChunkKind, ChunkPart, ChunkSource } from '@lexichord/abstractions';

import { chunkId } from '@lexichord/platform/internal';
import type { CutContext, Draft, PartOwner } from './cut/draft.js';
import { type ChunkDescriber, describeLines } from './tree/describe-chunk.js';

/**
 * Makes chunks of drafts, with contents, counts, ids and parts. @param describer absent for text cut without a parser
 */
export function buildChunks(
  drafts: readonly Draft[],
  { source, cutContext, describer }: { source: ChunkSource; cutContext: CutContext; describer?: ChunkDescriber },
): readonly Chunk[] {
  const parts = numberParts(drafts);
  return drafts.map((draft, index) => {
    const { lines, tokens } = cutContext;
    const start = draft.within?.start ?? lines.start(draft.from);
    const end = draft.within?.end ?? lines.start(draft.to);
    const content = source.content.slice(start, end);
    const part = parts[index];
    const about = describer?.describe({ start, end, owner: draft.owner?.node }) ?? describeLines;
    return {
      id: draftId(source.filePath, draft, { content, piece: draft.within === undefined ? undefined : part }),
      filePath: source.filePath,
      startLine: draft.from + 1,
      endLine: draft.to,
      content,
      tokenCount: tokens.exactly(start, end),
      kind: about.kind satisfies ChunkKind,
      symbol: about.symbol,
      enclosing: about.enclosing,
      definitions: about.definitions,
      language: source.language,
      part,
    };
  });
}

/** Pieces of one long line may have equal text and equal lines, so their number is hashed, too. */
function draftId(
  filePath: string,
  { from, to }: Draft,
  { content, piece }: { readonly content: string; readonly piece: ChunkPart | undefined },
): string {
  const hashed = piece === undefined ? content : `${content}\0${piece.index}`;
  return chunkId({ filePath, startLine: from + 1, endLine: to }, hashed);
}

function numberParts(drafts: readonly Draft[]): readonly (ChunkPart | undefined)[] {
  const counts = new Map<PartOwner, number>();
  const indices = drafts.map(({ owner }) => {
    if (owner === undefined) return undefined;
    const index = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, index);
    return index;
  });
  return drafts.map(({ owner }, at) => {
    const count = owner === undefined ? 1 : (counts.get(owner) ?? 1);
    const index = indices[at];
    return count > 1 && index !== undefined ? { index, count } : undefined;
  });
}
