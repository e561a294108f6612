import type { Chunk, ContextSource, SearchHit, SearchResult } from '@lexichord/abstractions';

/** Minimum score relative to the best hit. Hits below it are irrelevant to the task: listed, but not packed. */
const minShareOfBest = 0.4;

/**
 * Converts search hits to sources for a pack of `budgetTokens` tokens, with the remaining parts of the functions of the
 * best hits.
 */
export function hitSources({ hits, rest = [] }: SearchResult, budgetTokens: number): readonly ContextSource[] {
  const minRelevanceScore = (hits[0]?.score ?? 0) * minShareOfBest;
  const parts = restOfDefinitions({ hits, rest }, { budgetTokens, minScore: minRelevanceScore });
  // A part can also be a hit that is too weak by itself.
  const offered = new Set(parts.map(rangeKey));
  return [
    ...hits.filter((hit) => !offered.has(rangeKey(hit))).map((hit) => ({ ...sourceOfHit(hit), minRelevanceScore })),
    ...parts.map((part) => ({ ...sourceOfHit(part), relevanceScore: minRelevanceScore * part.score })),
  ];
}

/** Converts a hit to a source, with its enclosing names and definitions. `tools/ranking` records such sources, too. */
export function sourceOfHit(hit: SearchHit): ContextSource {
  const { filePath, startLine, endLine, content, score, language } = hit;
  const { kind, symbol, enclosing, definitions, part, partOf, tokenCount } = hit;
  const lineRange = { startLine, endLine };
  const shared = { sourceType: 'search-result', filePath, content, lineRange, language } as const;
  const definition = { kind, symbol, enclosing, definitions, part, partOf, tokenCount };
  return { ...shared, definition, relevanceScore: score, isSearchHit: true };
}

/**
 * Returns the other parts of the definitions of packed hits, if the hits are smaller than the pack: best hits first,
 * whole definitions.
 *
 * @param limits tokens of the pack, and the minimum score of packed hits
 */
function restOfDefinitions(
  { hits, rest }: Required<Pick<SearchResult, 'hits' | 'rest'>>,
  { budgetTokens, minScore }: { readonly budgetTokens: number; readonly minScore: number },
): readonly SearchHit[] {
  const packed = hits.filter(({ score }) => score >= minScore);
  const packedKeys = new Set(packed.map(rangeKey));
  const parts: SearchHit[] = [];
  let room = budgetTokens - packed.reduce((sum, { tokenCount = 0 }) => sum + tokenCount, 0);
  let definition: string | undefined;
  for (const part of rest) {
    const own = definitionKey(part);
    if (own !== definition && room <= 0) break;
    definition = own;
    if (part.score < minScore || packedKeys.has(rangeKey(part))) continue;
    parts.push(part);
    room -= part.tokenCount ?? 0;
  }
  return parts;
}

/** Key of the lines of a hit or chunk. */
function rangeKey({ filePath, startLine, endLine }: Pick<Chunk, 'filePath' | 'startLine' | 'endLine'>): string {
  return `${filePath}:${startLine}-${endLine}`;
}

function definitionKey({ filePath, partOf }: SearchHit): string {
  return `${filePath}:${partOf?.startLine ?? 0}`;
}
