import type { AbsentName, CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';
import { indexWords, splitIdentifier, stemOf } from '@lexichord/text-index';

import type { Corpus } from '../corpus/corpus.js';
import { definersIn } from '../corpus/look-ups.js';
import type { AskedQuery } from './asked-query.js';

/** So many names are looked for; who pastes more of them asks about none in particular. */
const maxAbsent = 10;

/** What people ask about a name, whatever the name is. */
const askingWords: ReadonlySet<string> = new Set(
  [
    ...['where', 'what', 'which', 'how', 'why', 'when', 'who', 'find', 'show', 'explain', 'describe', 'tell', 'look'],
    ...['define', 'defined', 'definition', 'declare', 'declared', 'declaration', 'locate', 'located', 'location'],
    ...['implement', 'implemented', 'implementation', 'use', 'used', 'usage', 'call', 'called', 'caller', 'reference'],
    ...['work', 'does', 'mean', 'meaning', 'purpose', 'return', 'returned', 'throw', 'thrown', 'fail', 'failing'],
    ...['failure', 'crash', 'error', 'exception', 'wrong', 'broken', 'bug', 'null', 'undefined', 'nan', 'code'],
    ...['function', 'method', 'class', 'type', 'interface', 'struct', 'trait', 'enum', 'constant', 'variable'],
    ...['field', 'property', 'module', 'file', 'name', 'named', 'example'],
  ].map(stemOf),
);

/** Names in a query that occur nowhere, and whether the query asks about nothing else. */
export interface Absent {
  readonly names: readonly AbsentName[];
  readonly isAllThatIsAsked: boolean;
}

/** A sentence for each name that is absent. */
export function absentWarnings(names: readonly AbsentName[]): readonly string[] {
  return names.map(({ name, closest }) => {
    const nearest =
      closest === undefined
        ? 'Check how it is spelled.'
        : `Did you mean ${JSON.stringify(closest.name)}, ${closest.filePath}:${closest.line}?`;
    return `The name ${JSON.stringify(name)} occurs in no indexed file. ${nearest}`;
  });
}

/** The names in a query that no indexed file has, in any case of their letters, each with the definition nearest to it. */
export function findAbsentNames(asked: AskedQuery, corpus: Corpus): Absent {
  const { names, words, places } = asked;
  const absent = names.filter((name) => isMeantAsName(name, asked) && isAbsent(name, corpus)).slice(0, maxAbsent);
  if (absent.length === 0 || corpus.records.length === 0) return { names: [], isAllThatIsAsked: false };
  const ofNames = new Set(absent.flatMap((name) => indexWords(name)));
  const others = words.filter((word) => !ofNames.has(word));
  return {
    names: absent.map((name) => ({ name, ...closestTo(name, corpus) })),
    isAllThatIsAsked: places.length === 0 && others.every((word) => askingWords.has(word)),
  };
}

/** Those that are no part of a secret in the query: without the words around it, nobody would know one for a secret. */
export async function withoutSecrets(
  names: readonly AbsentName[],
  { query, scanner }: { readonly query: string; readonly scanner: ISecretScanner },
  options: CallOptions = {},
): Promise<readonly AbsentName[]> {
  if (names.length === 0) return names;
  const secrets = (await scanner.scan(query, options)).map(({ startOffset, endOffset }) =>
    query.slice(startOffset, endOffset),
  );
  return names.filter(({ name }) => !secrets.some((secret) => secret.includes(name) || name.includes(secret)));
}

/** What follows a full stop can also be the end of an address, of a file's name or of an abbreviation. */
function isMeantAsName(name: string, { text, kind }: AskedQuery): boolean {
  const isMarked = ['`', '::', '#'].some((sign) => text.includes(`${sign}${name}`)) || text.includes(`${name}(`);
  return kind === 'symbol' || isMarked || splitIdentifier(name).length > 1;
}

function isAbsent(name: string, { index }: Corpus): boolean {
  const words = indexWords(name);
  // A name of several words is a word of the index as a whole, before its parts.
  const telling = splitIdentifier(name).length > 1 ? words.slice(0, 1) : words;
  return telling.length > 0 && !telling.every((word) => index.hasWord(word));
}

/** Of the definitions of code: a heading is no name. */
function closestTo(name: string, corpus: Corpus): Pick<AbsentName, 'closest'> {
  const definers = definersIn(corpus);
  const names = [...definers.keys()].filter((known) => !/\s/u.test(known));
  const key = findClosestName(name, names) ?? '';
  const [number] = definers.get(key) ?? [];
  const record = number === undefined ? undefined : corpus.records[number];
  const found = record?.definitions.find((definition) => definition.name.toLowerCase() === key);
  if (record === undefined || found === undefined) return {};
  return { closest: { name: found.name, filePath: record.filePath, line: found.line } };
}
