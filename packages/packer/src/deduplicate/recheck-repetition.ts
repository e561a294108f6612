import type { ExcludedChunk, IncludedChunk } from '@lexichord/abstractions';

import { isOutlined } from '../detail/less-detail.js';
import type { RepetitionIndex } from './repetition-index.js';

/** Chunks in a text, and excluded ones. */
interface DividedChunks {
  readonly included: readonly IncludedChunk[];
  readonly excluded: readonly ExcludedChunk[];
}

/**
 * Makes a repetition of an excluded chunk a candidate again, with the reason `budget-exceeded`, unless the text has
 * another chunk with the same content.
 *
 * @param createIndex absent: repetition was not checked
 */
export function recheckRepetition(
  { included, excluded }: DividedChunks,
  createIndex: (() => RepetitionIndex) | undefined,
): DividedChunks {
  if (createIndex === undefined) return { included, excluded };
  const index = indexOf(included, createIndex);
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

/** Creates an index of the chunks that are in the text as bodies. */
export function indexOf(included: readonly IncludedChunk[], createIndex: () => RepetitionIndex): RepetitionIndex {
  const index = createIndex();
  for (const chunk of included) if (!isOutlined(chunk)) index.add(chunk);
  return index;
}

/** Returns the chunk without the fields of its exclusion. */
export function withoutReason(chunk: ExcludedChunk | IncludedChunk): IncludedChunk {
  const { reason, keptChunk, detail, ...included } = chunk as ExcludedChunk;
  return included;
}
