import type { ContextSource, SearchHit } from '@lexichord/abstractions';

/** The lines that a search found, with what encloses and what defines them. `tools/ranking` records such sources, too. */
export function sourceOfHit(hit: SearchHit): ContextSource {
  const { filePath, startLine, endLine, content, score, language } = hit;
  const { kind, symbol, enclosing, definitions, part, partOf, tokenCount } = hit;
  const lineRange = { startLine, endLine };
  const shared = { sourceType: 'search-result', filePath, content, lineRange, language } as const;
  const definition = { kind, symbol, enclosing, definitions, part, partOf, tokenCount };
  return { ...shared, definition, relevanceScore: score, isSearchHit: true };
}
