import { type IncludedChunk, type SourceType, sourceTypes } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';

import { isOutlined } from '../detail/less-detail.js';
import { byPathAndLine } from '../format/packed-file.js';
import { chunkKey } from './kept-chunks.js';

/** Share of a text that may change with every pack. */
const tailShare = 0.25;

/** The two parts of a stable text. */
export interface StableText {
  /** In the order of the text: kept chunks, then added ones, by path and line. */
  readonly body: readonly IncludedChunk[];
  /** Chunks that change often, at the end: tool outputs, open files, recently changed files. */
  readonly tail: readonly IncludedChunk[];
}

/**
 * Divides packed chunks into body and tail. Kept chunks keep their order. Of the others, those that will probably
 * change soonest fill the last quarter of the text; the rest is added to the body.
 *
 * @param order keys of the kept chunks
 */
export function divideStable(included: readonly IncludedChunk[], order: readonly string[]): StableText {
  const ranks = new Map(order.map((key, index) => [key, index]));
  const rankOf = (chunk: IncludedChunk): number => ranks.get(chunkKey(chunk)) ?? -1;
  const isKept = (chunk: IncludedChunk): boolean => rankOf(chunk) >= 0 && canStay(chunk);
  const kept = included.filter(isKept).toSorted((a, b) => rankOf(a) - rankOf(b));
  const tail = new Set(included.filter((chunk) => !canStay(chunk)));
  let left = tailShare * sum(included) - sum([...tail]);
  const added: IncludedChunk[] = [];
  for (const chunk of included.filter((one) => !isKept(one) && canStay(one)).sort(byVolatility)) {
    const isTail = chunk.tokenCount <= left;
    if (isTail) tail.add(chunk);
    else added.push(chunk);
    left = isTail ? left - chunk.tokenCount : left;
  }
  return { body: [...kept, ...added.sort(byPath)], tail: [...tail].sort(byPath) };
}

/** Tool outputs, outline lines and cut chunks are not in the next pack. */
function canStay(chunk: IncludedChunk): boolean {
  return chunk.sourceType !== 'tool-result' && chunk.isTruncated !== true && !isOutlined(chunk);
}

/** Negative if the first will probably change sooner: open files, then recently changed ones. */
function byVolatility(a: IncludedChunk, b: IncludedChunk): number {
  return openness(a.sourceType) - openness(b.sourceType) || (b.changedMs ?? 0) - (a.changedMs ?? 0) || a.rank - b.rank;
}

function openness(type: SourceType): number {
  return type === 'open-file' ? 0 : sourceTypes.length;
}

function byPath(a: IncludedChunk, b: IncludedChunk): number {
  return compareText(a.filePath, b.filePath) || byPathAndLine(a, b) || compareText(a.id, b.id);
}

function sum(chunks: readonly IncludedChunk[]): number {
  return chunks.reduce((tokens, { tokenCount }) => tokens + tokenCount, 0);
}
