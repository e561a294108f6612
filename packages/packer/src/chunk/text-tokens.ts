import type { Chunk, IncludedChunk } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import type { Layout } from '../format/formatter.js';

/** Tokens of unranked chunks in the text, with their framing. */
export function textTokens(chunks: readonly Chunk[], layout: Pick<Layout, 'measure'>): number {
  let tokens = 0;
  for (const own of groupBy(chunks, ({ filePath }) => filePath).values()) tokens += layout.measure(own.map(asIncluded));
  return tokens;
}

function asIncluded(chunk: Chunk): IncludedChunk {
  const unranked = { rank: 0, rankScore: 0, factors: { relevance: 0, recency: 0, source: 0 }, matchedKeywords: [] };
  return { sourceType: 'search-result', ...unranked, ...chunk };
}
