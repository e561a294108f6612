import { indexWords } from './index-words.js';
import { splitIdentifier } from './split-identifier.js';

/** Maximum number of cached names: the same names are compared with every query. */
const maxCachedNames = 50_000;

const cache = new Map<string, readonly string[]>();

/** Returns the distinct index words of a name or path, without the whole name. */
export function nameWords(name: string): readonly string[] {
  const found = cache.get(name);
  if (found !== undefined) return found;
  if (cache.size >= maxCachedNames) cache.clear();
  const words = [...new Set(splitIdentifier(name.replaceAll('/', ' ')).flatMap((part) => indexWords(part)))];
  cache.set(name, words);
  return words;
}
