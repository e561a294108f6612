import type { AbsentName, CallOptions, ISecretScanner, NamedPlace, SearchFilter } from '@lexichord/abstractions';
import { Turns } from '@lexichord/platform/internal';
import { indexWords, splitIdentifier, stemOf } from '@lexichord/text-index';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { RankedChunk } from '../ranking/rank-candidates.js';
import { relevanceFloor } from '../ranking/ranking-weights.js';
import type { AskedQuery } from './asked-query.js';
import type { NameLookUp } from './candidate-source.js';
import { askedPlace, askedSubject } from './question-subject.js';

/** Maximum number of names that are looked up: a query with more of them is about none in particular. */
const maxAbsent = 10;

/** Signs of a question. A task is about more than the names in it. */
const question =
  /\?|^\s*(?:(?:please|can you|could you)\s+)*(?:where|what|which|how|why|when|who|find|show|explain|describe|tell)\b/iu;

/** Words of questions about any name. */
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

/** Maximum tokens of the hits for a query about nothing but absent names. */
const maxNearTokens = 800;

/** Options of the search for names. */
export interface AbsentOptions extends CallOptions {
  /** Of the chunks of which a definition may be suggested; absent: all. */
  readonly filter?: SearchFilter | undefined;
}

/** Names in a query that occur nowhere, and their role in the query. */
export interface Absent {
  readonly names: readonly AbsentName[];
  /** Whether the query is about nothing else, so that only the correct spelling of a name can answer it. */
  readonly isAllThatIsAsked: boolean;
  /** Whether an answer is unlikely: it is about nothing else, or for the definition of a word that occurs nowhere. */
  readonly isSubject: boolean;
}

export const nothingAbsent: Absent = { names: [], isAllThatIsAsked: false, isSubject: false };

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

/**
 * The names in a query that no indexed file has, in any case of their letters, each with the definition nearest to it.
 * Others have their turn meanwhile.
 *
 * @throws the signal's reason
 */
export async function findAbsentNames(
  asked: AskedQuery,
  index: NameLookUp,
  { filter = {}, signal }: AbsentOptions = {},
): Promise<Absent> {
  const absent = index.size === 0 ? [] : await absentOf(asked, index, signal);
  if (absent.length === 0) return nothingAbsent;
  const closest = await index.closestTo(absent, { filter, signal });
  const names = absent.map((name) => (closest.has(name) ? { name, closest: closest.get(name) } : { name }));
  const place = askedPlace(asked.text);
  const isPlace = place !== undefined && absent.includes(place);
  // A plain word may stand for an idea, such as authentication, for which the code has other words.
  const isIdea = isPlace && !asked.names.includes(place);
  const subject = absentSubject(asked, absent);
  const isCode = subject !== undefined && isSurelyCode(subject, asked);
  const isAllThatIsAsked = !isIdea && (isCode || asksForNothingElse(asked, absent));
  return { names, isAllThatIsAsked, isSubject: isAllThatIsAsked || isPlace || subject !== undefined };
}

/** Whether a query has no words but the names and those of the question. */
function asksForNothingElse({ text, kind, words, places }: AskedQuery, absent: readonly string[]): boolean {
  if (places.length > 0) return false;
  const ofNames = new Set(absent.flatMap((name) => indexWords(name)));
  const others = words.filter((word) => !ofNames.has(word));
  const isAsked = kind === 'symbol' || question.test(text) || askedPlace(text) !== undefined;
  return isAsked && others.every((word) => askingWords.has(word));
}

/** The one thing that a query is about, if that is a name that is absent, and so is every other name in it. */
function absentSubject({ text, names, places }: AskedQuery, absent: readonly string[]): string | undefined {
  const subject = places.length > 0 ? undefined : askedSubject(text);
  return subject !== undefined && absent.includes(subject) && names.every((name) => absent.includes(name))
    ? subject
    : undefined;
}

/** Two joined words may be a product, such as PostgreSQL, of which the code is all the same. */
function isSurelyCode(name: string, { text }: AskedQuery): boolean {
  return isMarked(name, text) || splitIdentifier(name).length > 2;
}

function isMarked(name: string, text: string): boolean {
  return ['`', '::', '#'].some((sign) => text.includes(`${sign}${name}`)) || text.includes(`${name}(`);
}

/** A query that also looks for the probable correct spellings of its absent names. */
export function withClosestNames(asked: AskedQuery, absent: readonly AbsentName[]): AskedQuery {
  return { ...asked, names: [...asked.names, ...absent.flatMap(({ closest }) => closest?.name ?? [])] };
}

/**
 * Of ranked chunks, a few that may be what was meant by absent names: first those that define a similar name, then the
 * best that are about the query at all.
 */
export function nearest<T extends RankedChunk>(ranked: readonly T[], names: readonly AbsentName[]): readonly T[] {
  const definers = ranked.filter(({ record }) => names.some(({ closest }) => isDefinedIn(record, closest)));
  const others = ranked.filter((chunk) => chunk.relevance >= relevanceFloor && !definers.includes(chunk));
  let left = maxNearTokens;
  return [...definers, ...others].filter(({ record: { tokenCount } }) => {
    const fits = tokenCount <= left;
    if (fits) left -= tokenCount;
    return fits;
  });
}

function isDefinedIn({ filePath, definitions }: ChunkRecord, place: NamedPlace | undefined): boolean {
  return (
    place?.filePath === filePath && definitions.some(({ name, line }) => name === place.name && line === place.line)
  );
}

/** Names that are no part of a secret in the query: without the words around it, a secret could not be recognised. */
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

/** The first names that occur nowhere. */
async function absentOf(
  asked: AskedQuery,
  index: NameLookUp,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const turns = new Turns(signal);
  const absent: string[] = [];
  const place = askedPlace(asked.text);
  for (const name of new Set([...asked.names, ...(place === undefined ? [] : [place])])) {
    if (absent.length === maxAbsent) break;
    const isMeant = name === place || isMeantAsName(name, asked);
    if (isMeant && (await isAbsent(name, index, { signal }))) absent.push(name);
    await turns.yieldToEventLoop();
  }
  return absent;
}

/**
 * A name of several words, or a text marked as code. A single plain word is no name, unless the query is for its place;
 * letters after a digit are part of a number.
 */
function isMeantAsName(name: string, { text }: AskedQuery): boolean {
  return (isMarked(name, text) || splitIdentifier(name).length > 1) && !/\d/u.test(text[text.indexOf(name) - 1] ?? '');
}

/**
 * Whether no word of the index has it in it. Words are compared, not texts: `$name`, `_name`, the `name` behind an
 * escape as in `\tname`, and another form of the same letters count as the name.
 */
async function isAbsent(name: string, index: NameLookUp, options: CallOptions): Promise<boolean> {
  const [whole, ...parts] = indexWords(name);
  if (whole === undefined) return false;
  // A name of several words is a word of the index as a whole, before its parts.
  const words = splitIdentifier(name).length > 1 ? [whole] : [whole, ...parts];
  const areFound = await Promise.all(words.map((word) => index.hasWord(word, options)));
  if (areFound.every(Boolean)) return false;
  const bare = name.toLowerCase().replace(/^[$_]+|[$_]+$/gu, '');
  return !(await index.hasWordWith(bare, options));
}
