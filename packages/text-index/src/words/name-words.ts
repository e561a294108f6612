import { indexWords } from './index-words.js';
import { splitIdentifier } from './split-identifier.js';

/** Names whose words are kept, at most: the same names are compared with every query. */
const maxCachedNames = 50_000;

const cache = new Map<string, readonly string[]>();

/** The distinct index words that a name, or a path, is made of; without the name as a whole. */
export function nameWords(name: string): readonly string[] {
  const found = cache.get(name);
  if (found !== undefined) return found;
  if (cache.size >= maxCachedNames) cache.clear();
  const words = [...new Set(splitIdentifier(name.replaceAll('/', ' ')).flatMap((part) => indexWords(part)))];
  cache.set(name, words);
  return words;
}
