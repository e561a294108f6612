import type { Chunk, ContextSource, SearchHit, SearchResult } from '@lexichord/abstractions';

/** A hit with a score below this share of the best one is irrelevant to the task: it is listed, and not packed. */
const minShareOfBest = 0.4;

/**
 * The hits of a search as sources of a pack of so many tokens, with the rest of the functions of which the best hits are
 * parts.
 */
export function hitSources({ hits, rest = [] }: SearchResult, budgetTokens: number): readonly ContextSource[] {
  const minRelevanceScore = (hits[0]?.score ?? 0) * minShareOfBest;
  const parts = restOfDefinitions({ hits, rest }, { budgetTokens, minScore: minRelevanceScore });
  // A hit that is too weak by itself is one of them, too.
  const offered = new Set(parts.map(rangeKey));
  return [
    ...hits.filter((hit) => !offered.has(rangeKey(hit))).map((hit) => ({ ...sourceOfHit(hit), minRelevanceScore })),
    ...parts.map((part) => ({ ...sourceOfHit(part), relevanceScore: minRelevanceScore * part.score })),
  ];
}

/** The lines that a search found, with what encloses and what defines them. `tools/ranking` records such sources, too. */
export function sourceOfHit(hit: SearchHit): ContextSource {
  const { filePath, startLine, endLine, content, score, language } = hit;
  const { kind, symbol, enclosing, definitions, part, partOf, tokenCount } = hit;
  const lineRange = { startLine, endLine };
  const shared = { sourceType: 'search-result', filePath, content, lineRange, language } as const;
  const definition = { kind, symbol, enclosing, definitions, part, partOf, tokenCount };
  return { ...shared, definition, relevanceScore: score, isSearchHit: true };
}

/**
 * The other parts of definitions of which packed hits are parts, where the hits are smaller than a pack: of the best hits
 * first, and whole definitions.
 *
 * @param limits tokens of the pack, and the score below which hits are not packed
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

/** The lines of a hit or chunk. */
function rangeKey({ filePath, startLine, endLine }: Pick<Chunk, 'filePath' | 'startLine' | 'endLine'>): string {
  return `${filePath}:${startLine}-${endLine}`;
}

function definitionKey({ filePath, partOf }: SearchHit): string {
  return `${filePath}:${partOf?.startLine ?? 0}`;
}
