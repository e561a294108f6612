import { indexWords } from '@lexichord/text-index';

/** What people call entities of a type beside the type's own name. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  Endpoint: ['endpoint', 'operation', 'route', 'api call'],
  Parameter: ['parameter', 'param', 'query parameter', 'argument'],
  Response: ['response', 'status code'],
  Schema: ['schema', 'data type', 'data model', 'object type'],
  Term: ['term', 'glossary term', 'glossary'],
  Definition: ['definition', 'meaning of'],
  Concept: ['concept'],
};

/** The types of some entities that a text names, in the singular or the plural: `which endpoints …`. */
export function typesNamedIn(text: string, types: Iterable<string>): ReadonlySet<string> {
  const words = indexWords(text);
  const named = new Set<string>();
  for (const type of types) {
    const names = [type, ...(Object.hasOwn(otherNames, type) ? (otherNames[type] ?? []) : [])];
    if (names.some((name) => hasRun(words, indexWords(name)))) named.add(type);
  }
  return named;
}

function hasRun(words: readonly string[], run: readonly string[]): boolean {
  if (run.length === 0) return false;
  return words.some((_word, start) => run.every((word, index) => words[start + index] === word));
}
