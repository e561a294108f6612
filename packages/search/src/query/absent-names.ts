import type { AbsentName, CallOptions, ISecretScanner, NamedPlace } from '@lexichord/abstractions';
import { findClosestName, Turns } from '@lexichord/platform/internal';
import { indexWords, splitIdentifier, stemOf } from '@lexichord/text-index';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { Corpus } from '../corpus/corpus.js';
import { definersByWordsIn, definersIn, isName, wordsInOrder } from '../corpus/look-ups.js';
import type { RankedChunk } from '../ranking/rank-candidates.js';
import { relevanceFloor } from '../ranking/ranking-weights.js';
import type { AskedQuery } from './asked-query.js';
import { askedPlace, askedSubject } from './question-subject.js';

/** So many names are looked for; who pastes more of them asks about none in particular. */
const maxAbsent = 10;

/** Of a question, what asks. A task that says what to do is about more than the names in it. */
const question = /\?|\b(?:where|what|which|how|why|when|who|find|show|explain|describe|tell)\b/iu;

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

/** Most tokens of what is found for a query that asks for nothing but absent names. */
const maxNearTokens = 800;

/** Names that are compared before others have their turn. */
const comparedAtOnce = 1_000;

/** How names are looked for. */
export interface AbsentOptions extends CallOptions {
  /** Chunks of which a definition may be suggested: those that the search may find; absent: all. */
  readonly accepts?: ((record: ChunkRecord) => boolean) | undefined;
}

/** Names in a query that occur nowhere, and what they are to the query. */
export interface Absent {
  readonly names: readonly AbsentName[];
  /** Whether the query is about nothing else, so that nothing can answer it but what was meant by a misspelled name. */
  readonly isAllThatIsAsked: boolean;
  /** Whether an answer is unlikely: it is about nothing else, or asks where something is whose word occurs nowhere. */
  readonly isSubject: boolean;
}

const nothingAbsent: Absent = { names: [], isAllThatIsAsked: false, isSubject: false };

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
  corpus: Corpus,
  { accepts = () => true, signal }: AbsentOptions = {},
): Promise<Absent> {
  const turns = new Turns(signal);
  const absent = corpus.records.length === 0 ? [] : await absentOf(asked, corpus, turns);
  if (absent.length === 0) return nothingAbsent;
  const definitions = await AcceptedDefinitions.of(corpus, accepts, turns);
  const names: AbsentName[] = [];
  for (const name of absent) names.push({ name, ...(await definitions.closestTo(name)) });
  const place = askedPlace(asked.text);
  const isPlace = place !== undefined && absent.includes(place.name);
  const isIdea = isPlace && place.isPerhapsIdea && !asked.names.includes(place.name);
  const isAllThatIsAsked = !isIdea && asksForNothingElse(asked, absent);
  return { names, isAllThatIsAsked, isSubject: isAllThatIsAsked || isPlace };
}

/** Whether a query has no word but the names and those that ask, or whether the one thing that it asks for is a name. */
function asksForNothingElse({ text, kind, words, names, places }: AskedQuery, absent: readonly string[]): boolean {
  if (places.length > 0) return false;
  const ofNames = new Set(absent.flatMap((name) => indexWords(name)));
  const others = words.filter((word) => !ofNames.has(word));
  const isAsked = kind === 'symbol' || question.test(text) || askedPlace(text) !== undefined;
  if (isAsked && others.every((word) => askingWords.has(word))) return true;
  const subject = askedSubject(text);
  return subject !== undefined && absent.includes(subject) && names.every((name) => absent.includes(name));
}

/** A query that also looks for what was probably meant by its absent names. */
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

/** The first names that occur nowhere. */
async function absentOf(asked: AskedQuery, corpus: Corpus, turns: Turns): Promise<readonly string[]> {
  const absent: string[] = [];
  const place = askedPlace(asked.text)?.name;
  for (const name of new Set([...asked.names, ...(place === undefined ? [] : [place])])) {
    if (absent.length === maxAbsent) break;
    const isMeant = name === place || isMeantAsName(name, asked);
    if (isMeant && isAbsent(name, corpus)) absent.push(name);
    await turns.pass();
  }
  return absent;
}

/**
 * A name of several words, or what is marked as code. A single plain word is a word, unless its place is asked for, and
 * what follows a digit is a part of a number.
 */
function isMeantAsName(name: string, { text }: AskedQuery): boolean {
  const isMarked = ['`', '::', '#'].some((sign) => text.includes(`${sign}${name}`)) || text.includes(`${name}(`);
  return (isMarked || splitIdentifier(name).length > 1) && !/\d/u.test(text[text.indexOf(name) - 1] ?? '');
}

/**
 * Whether no word of the index has it in it. Words are compared, not texts: `$name`, `_name`, the `name` behind an
 * escape as in `\tname`, and another form of the same letters count as the name.
 */
function isAbsent(name: string, { index }: Corpus): boolean {
  const [whole, ...parts] = indexWords(name);
  if (whole === undefined) return false;
  // A name of several words is a word of the index as a whole, before its parts.
  const isSplit = splitIdentifier(name).length > 1;
  if (isSplit ? index.hasWord(whole) : [whole, ...parts].every((word) => index.hasWord(word))) return false;
  const bare = name.toLowerCase().replace(/^[$_]+|[$_]+$/gu, '');
  return !index.hasWordWith(bare);
}

/** The definitions of a corpus that may be suggested. */
class AcceptedDefinitions {
  private constructor(
    private readonly corpus: Corpus,
    private readonly accepts: (record: ChunkRecord) => boolean,
    private readonly turns: Turns,
    /** Their names in small letters, in the order of the corpus. */
    private readonly names: readonly string[],
  ) {}

  static async of(
    corpus: Corpus,
    accepts: (record: ChunkRecord) => boolean,
    turns: Turns,
  ): Promise<AcceptedDefinitions> {
    const names: string[] = [];
    for (const [name, numbers] of definersIn(corpus)) {
      if (isName(name) && numbers.some((number) => accepts(corpus.records[number] as ChunkRecord))) names.push(name);
      await turns.pass();
    }
    return new AcceptedDefinitions(corpus, accepts, turns, names);
  }

  /** The definition whose name has the same words in another order, or else the most similar letters. */
  async closestTo(asked: string): Promise<Pick<AbsentName, 'closest'>> {
    const key = (await this.sameWordsAs(asked)) ?? (await this.mostSimilarTo(asked)) ?? '';
    const record = this.firstOf(definersIn(this.corpus).get(key));
    const found = record?.definitions.find((definition) => definition.name.toLowerCase() === key);
    if (record === undefined || found === undefined) return {};
    return { closest: { name: found.name, filePath: record.filePath, line: found.line } };
  }

  /** The defined name of the same words, in small letters. */
  private async sameWordsAs(asked: string): Promise<string | undefined> {
    const words = wordsInOrder(asked);
    const record = this.firstOf((await definersByWordsIn(this.corpus, this.turns)).get(words));
    return record?.definitions.find(({ name }) => isName(name) && wordsInOrder(name) === words)?.name.toLowerCase();
  }

  private async mostSimilarTo(asked: string): Promise<string | undefined> {
    let closest: string | undefined;
    for (let start = 0; start < this.names.length; start += comparedAtOnce) {
      const some = this.names.slice(start, start + comparedAtOnce);
      // In front of the others, so that of equally near ones the first stays.
      closest = findClosestName(asked, closest === undefined ? some : [closest, ...some]);
      await this.turns.pass();
    }
    return closest;
  }

  private firstOf(numbers: readonly number[] = []): ChunkRecord | undefined {
    return numbers.map((number) => this.corpus.records[number] as ChunkRecord).find(this.accepts);
  }
}
