import type { AbsentName, CallOptions, ISecretScanner } from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';
import { indexWords, splitIdentifier, stemOf } from '@lexichord/text-index';

import type { ChunkRecord } from '../corpus/chunk-record.js';
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

/** A query that also looks for what was probably meant by its absent names. */
export function withClosestNames(asked: AskedQuery, absent: readonly AbsentName[]): AskedQuery {
  return { ...asked, names: [...asked.names, ...absent.flatMap(({ closest }) => closest?.name ?? [])] };
}

/** Of ranked chunks, those that define what was probably meant by an absent name. */
export function definersOfClosest<T extends { readonly record: ChunkRecord }>(
  ranked: readonly T[],
  names: readonly AbsentName[],
): readonly T[] {
  return ranked.filter(({ record }) =>
    names.some(
      ({ closest }) =>
        closest?.filePath === record.filePath &&
        record.definitions.some(({ name, line }) => name === closest.name && line === closest.line),
    ),
  );
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

/** The definition whose name has the same words in another order, or else the most similar letters. */
function closestTo(name: string, corpus: Corpus): Pick<AbsentName, 'closest'> {
  const definers = definersIn(corpus);
  const key = sameWordsAs(name, corpus) ?? findClosestName(name, [...definers.keys()].filter(isName)) ?? '';
  const [number] = definers.get(key) ?? [];
  const record = number === undefined ? undefined : corpus.records[number];
  const found = record?.definitions.find((definition) => definition.name.toLowerCase() === key);
  if (record === undefined || found === undefined) return {};
  return { closest: { name: found.name, filePath: record.filePath, line: found.line } };
}

/** The defined name of the same words, in small letters. */
function sameWordsAs(asked: string, { records }: Corpus): string | undefined {
  const words = wordsInOrder(asked);
  for (const { definitions } of records) {
    const same = definitions.find(({ name }) => isName(name) && wordsInOrder(name) === words);
    if (same !== undefined) return same.name.toLowerCase();
  }
  return undefined;
}

/** A heading of prose is none. */
function isName(definition: string): boolean {
  return !/\s/u.test(definition);
}

function wordsInOrder(name: string): string {
  return splitIdentifier(name)
    .map((word) => word.toLowerCase())
    .sort()
    .join(' ');
}
