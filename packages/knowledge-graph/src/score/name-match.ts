import type { KnowledgeEntity } from '@lexichord/abstractions';
import { indexWords, nameWords } from '@lexichord/text-index';

/** The distinct index words of a query. */
export function wordsOfQuery(query: string): ReadonlySet<string> {
  return new Set(indexWords(query));
}

/**
 * How much of its name, or of one of its aliases, an entity has in common with a query. 1 when the query has the whole
 * name; of a name in part much less, because words of names are words of the language, which a question may have for
 * other reasons.
 */
export function nameMatch({ name, aliases }: KnowledgeEntity, words: ReadonlySet<string>): number {
  let best = 0;
  for (const candidate of [name, ...aliases]) {
    const own = nameWords(candidate);
    if (own.length === 0) continue;
    const shared = own.filter((word) => words.has(word)).length;
    if (shared === own.length) return 1;
    best = Math.max(best, (shared / own.length) ** 3 / 2);
  }
  return best;
}
