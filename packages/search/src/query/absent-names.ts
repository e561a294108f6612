import type { AbsentName, CallOptions, ISecretScanner, NamedPlace, SearchFilter } from '@lexichord/abstractions';
import { Turns } from '@lexichord/platform/internal';
import { indexWords } from '@lexichord/text-index';
import { splitIdentifier, stemOf } from '@lexichord/text-index/internal';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { RankedChunk } from '../ranking/rank-candidates.js';
import { relevanceFloor } from '../ranking/ranking-weights.js';
import type { AskedQuery } from './asked-query.js';
import type { NameLookUp } from './candidate-source.js';
import { copiedNames } from './copied-names.js';
import { askedPlace, askedSubject } from './question-subject.js';

/** Maximum number of names to look up: a query with more is not about particular ones. */
const maxAbsent = 10;

/** Signs of a question; a task is about more than its names. */
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
  /** Filter on the chunks of suggested definitions; absent: all chunks. */
  readonly filter?: SearchFilter | undefined;
}

/** Absent names of a query, and their role in it. */
export interface Absent {
  readonly names: readonly AbsentName[];
  /** Whether the query is about nothing else, so that only the correct spelling of a name can answer it. */
  readonly isOnlySubject: boolean;
  /** Whether an answer is unlikely: the query is about nothing else, or asks for the definition of an absent word. */
  readonly isSubject: boolean;
}

export const nothingAbsent: Absent = { names: [], isOnlySubject: false, isSubject: false };

/** Makes a warning, one sentence, for each absent name. */
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
 * Finds the names in a query that no indexed file has, ignoring case, each with the most similar definition. Yields to
 * other tasks meanwhile.
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
  // A plain word may be an idea, such as authentication, for which the code has other words.
  const isIdea = isPlace && !asked.names.includes(place);
  const subject = absentSubject(asked, absent);
  const isCode = subject !== undefined && isSurelyCode(subject, asked);
  const isOnlySubject = !isIdea && (isCode || asksForNothingElse(asked, absent));
  return { names, isOnlySubject, isSubject: isOnlySubject || isPlace || subject !== undefined };
}

/** Whether a query has no words but the names and those of the question. */
function asksForNothingElse({ text, kind, words, places }: AskedQuery, absent: readonly string[]): boolean {
  if (places.length > 0) return false;
  const ofNames = new Set(absent.flatMap((name) => indexWords(name)));
  const others = words.filter((word) => !ofNames.has(word));
  const isAsked = kind === 'symbol' || question.test(text) || askedPlace(text) !== undefined;
  return isAsked && others.every((word) => askingWords.has(word));
}

/** The subject of a query, if it is an absent name and all other names are absent, too. */
function absentSubject({ text, names, places }: AskedQuery, absent: readonly string[]): string | undefined {
  const subject = places.length > 0 ? undefined : askedSubject(text);
  return subject !== undefined && absent.includes(subject) && names.every((name) => absent.includes(name))
    ? subject
    : undefined;
}

/** Two joined words may be a product name, such as PostgreSQL, that code for it need not contain. */
function isSurelyCode(name: string, { text }: AskedQuery): boolean {
  return isMarked(name, text) || splitIdentifier(name).length > 2;
}

function isMarked(name: string, text: string): boolean {
  return ['`', '::', '#'].some((sign) => text.includes(`${sign}${name}`)) || text.includes(`${name}(`);
}

/** Adds the probable correct spellings of absent names to a query. */
export function withClosestNames(asked: AskedQuery, absent: readonly AbsentName[]): AskedQuery {
  return { ...asked, names: [...asked.names, ...absent.flatMap(({ closest }) => closest?.name ?? [])] };
}

/**
 * Selects a few ranked chunks that absent names may refer to: first those that define a similar name, then the best
 * relevant ones.
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

/** Removes names that are part of a secret in the query: without the words around it, a secret is not recognised. */
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

/** The first absent names. */
async function absentOf(
  asked: AskedQuery,
  index: NameLookUp,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const turns = new Turns(signal);
  const absent: string[] = [];
  const place = askedPlace(asked.text);
  const isCopied = copiedNames(asked);
  for (const name of new Set([...asked.names, ...(place === undefined ? [] : [place])])) {
    if (absent.length === maxAbsent) break;
    const isMeant = name === place || (isMeantAsName(name, asked) && !isCopied(name));
    if (isMeant && (await isAbsent(name, index, { signal }))) absent.push(name);
    await turns.yieldToEventLoop();
  }
  return absent;
}

/**
 * Whether a text is a name: it has several words or is marked as code. A single plain word is not a name, unless the
 * query is for its place; letters after a digit are part of a number.
 */
function isMeantAsName(name: string, { text }: AskedQuery): boolean {
  return (isMarked(name, text) || splitIdentifier(name).length > 1) && !/\d/u.test(text[text.indexOf(name) - 1] ?? '');
}

/**
 * Whether no word of the index contains the name. Words are compared, not texts: `$name`, `_name`, the `name` behind an
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
