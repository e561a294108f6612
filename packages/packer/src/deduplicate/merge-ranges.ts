import type { ITokenCounter, RankedChunk } from '@lexichord/abstractions';
import { LineIndex, chunkId } from '@lexichord/platform/internal';

import type { Deduplicated } from './deduplicator.js';

/**
 * Puts one chunk in place of each kept one and those that overlap it and reach beyond it: all their lines, with the
 * rank of the best (T-016 FR-016-99..101).
 */
export function mergeRanges({ unique, removed }: Deduplicated, counter: ITokenCounter): Deduplicated {
  const widened = new Map(unique.map((chunk) => [chunk.id, chunk]));
  for (const chunk of removed) {
    const kept = chunk.reason === 'overlap' ? widened.get(chunk.keptChunk ?? '') : undefined;
    if (kept !== undefined) widened.set(chunk.keptChunk ?? '', union(kept, chunk));
  }
  const merged = new Map([...widened].map(([id, chunk]) => [id, described(chunk, counter)]));
  return {
    unique: unique.map(({ id }) => merged.get(id) as RankedChunk),
    removed: removed.map((chunk) => ({
      ...chunk,
      keptChunk: merged.get(chunk.keptChunk ?? '')?.id ?? chunk.keptChunk,
    })),
  };
}

/** The lines of both, with everything else of the better one. */
function union(better: RankedChunk, other: RankedChunk): RankedChunk {
  const [first, second] = better.startLine <= other.startLine ? [better, other] : [other, better];
  if (second.endLine <= first.endLine) return { ...better, ...linesOf(first) };
  const shared = Math.max(0, first.endLine - second.startLine + 1);
  const rest = second.content.slice(new LineIndex(second.content).start(shared));
  return { ...better, startLine: first.startLine, endLine: second.endLine, content: first.content + rest };
}

function linesOf({ startLine, endLine, content }: RankedChunk): Pick<RankedChunk, 'startLine' | 'endLine' | 'content'> {
  return { startLine, endLine, content };
}

function described(chunk: RankedChunk, counter: ITokenCounter): RankedChunk {
  const { content, id } = chunk;
  const newId = chunkId(chunk, content);
  return newId === id ? chunk : { ...chunk, id: newId, part: undefined, tokenCount: counter.countTokens(content) };
}
