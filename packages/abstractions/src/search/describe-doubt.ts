import type { SearchResult } from './semantic-search-service.js';

/** Confidence below which hits are reported as doubtful, 0 to 1. */
const doubtful = 0.3;

/**
 * A warning, one sentence, about hits that are probably no answer; `undefined` with sufficient confidence, without
 * hits, or when absent names are reported instead.
 */
export function describeDoubt({ hits, confidence = 1, absentNames = [] }: SearchResult): string | undefined {
  if (confidence >= doubtful || hits.length === 0 || absentNames.length > 0) return undefined;
  const answered = Math.max(1, Math.round(confidence * 10));
  return (
    `What the search found is doubtful: of queries with hits like these, about ${answered} in 10 are answered. ` +
    'Name a file, a function or a message that occurs in the code.'
  );
}
