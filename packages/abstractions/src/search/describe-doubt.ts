import type { SearchResult } from './semantic-search-service.js';

/** Below this the hits are reported as doubtful, 0 to 1. */
const doubtful = 0.3;

/**
 * A sentence for readers of hits that are probably no answer; `undefined` where they may well be one, where there are
 * none, and where the absent names say it.
 */
export function describeDoubt({ hits, confidence = 1, absentNames = [] }: SearchResult): string | undefined {
  if (confidence >= doubtful || hits.length === 0 || absentNames.length > 0) return undefined;
  const answered = Math.max(1, Math.round(confidence * 10));
  return (
    `What the search found is doubtful: of queries with hits like these, about ${answered} in 10 are answered. ` +
    'Name a file, a function or a message that occurs in the code.'
  );
}
