import { indexWords } from './index-words.js';
import { splitIdentifier } from './split-identifier.js';

/** Names whose words are kept, at most: the same names are compared with every query. */
const maxKnownNames = 50_000;

const known = new Map<string, readonly string[]>();

/** The distinct index words that a name, or a path, is made of; without the name as a whole. */
export function nameWords(name: string): readonly string[] {
  const found = known.get(name);
  if (found !== undefined) return found;
  if (known.size >= maxKnownNames) known.clear();
  const words = [...new Set(splitIdentifier(name.replaceAll('/', ' ')).flatMap((part) => indexWords(part)))];
  known.set(name, words);
  return words;
}
