import type { RankedChunk } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';

const counter = new WordTokenCounter();

/** A chunk of which a test names only what matters; the content has one line for each line number. */
export function aRankedChunk(given: Partial<RankedChunk> = {}): RankedChunk {
  const { filePath = 'src/a.ts', startLine = 1, endLine = startLine + 4, rank = 1 } = given;
  const content = given.content ?? linesOf(filePath, startLine, endLine);
  return {
    id: `${filePath}:${startLine}-${endLine}@${rank}`,
    filePath,
    startLine,
    endLine,
    content,
    tokenCount: counter.countTokens(content),
    kind: 'function',
    enclosing: [],
    definitions: [],
    language: 'typescript',
    sourceType: 'search-result',
    rank,
    rankScore: 1 / rank,
    factors: { relevance: 1 / rank, recency: 0, source: 0.6 },
    matchedKeywords: [],
    ...given,
  };
}

/** Lines that say which they are. */
export function linesOf(filePath: string, startLine: number, endLine: number): string {
  return Array.from(
    { length: endLine - startLine + 1 },
    (_, index) => `line ${startLine + index} of ${filePath}\n`,
  ).join('');
}

/** Chunks in the order of their rank. */
export function ranked(...chunks: readonly Partial<RankedChunk>[]): readonly RankedChunk[] {
  return chunks.map((chunk, index) => aRankedChunk({ rank: index + 1, ...chunk }));
}
