import type { ExcludedChunk, IncludedChunk } from '@lexichord/abstractions';

import { isOutlined } from '../detail/less-detail.js';
import type { RepetitionIndex } from './repetition-index.js';

/** Chunks that are in a text, and those that are not. */
interface DividedChunks {
  readonly included: readonly IncludedChunk[];
  readonly excluded: readonly ExcludedChunk[];
}

/**
 * Makes a repetition of a chunk that is not in the text a candidate again, with the reason `budget-exceeded`, unless
 * the text has another chunk with the same content.
 *
 * @param openIndex absent: nothing was left out as a repetition
 */
export function recheckRepetition(
  { included, excluded }: DividedChunks,
  openIndex: (() => RepetitionIndex) | undefined,
): DividedChunks {
  if (openIndex === undefined) return { included, excluded };
  const index = indexOf(included, openIndex);
  const ids = new Set(included.map(({ id }) => id));
  return {
    included,
    excluded: excluded.map((chunk) => {
      if (chunk.keptChunk === undefined || ids.has(chunk.keptChunk)) return chunk;
      const candidate = withoutReason(chunk);
      return { ...candidate, ...(index.find(candidate) ?? { reason: 'budget-exceeded' }) };
    }),
  };
}

/** An index of the chunks whose lines are in the text. */
export function indexOf(included: readonly IncludedChunk[], openIndex: () => RepetitionIndex): RepetitionIndex {
  const index = openIndex();
  for (const chunk of included) if (!isOutlined(chunk)) index.add(chunk);
  return index;
}

/** The chunk as it was before it was left out. */
export function withoutReason(chunk: ExcludedChunk | IncludedChunk): IncludedChunk {
  const { reason, keptChunk, detail, ...included } = chunk as ExcludedChunk;
  return included;
}
