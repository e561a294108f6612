import { type Sentence, sentencesOf } from '../reading/sentences.js';
import { plainWords } from '../reading/plain-words.js';
import { offers, retractions, sufficiency, toOthers } from './denials.js';
import { type NeedKind, type NeedPhrases, needPhrases } from './needs.js';
import { ownThings, pastReferences, vocabulary } from './vocabulary.js';
import { PhraseFinder, type PhraseMatch } from './phrase-pattern.js';

/** A sentence in which the author requests more of a conversation. */
export interface Need {
  readonly kind: NeedKind;
  readonly sentence: Sentence;
  /** Index of the sentence among {@link FoundNeeds.sentences}. */
  readonly index: number;
}

/** The needs that an answer states. */
export interface FoundNeeds {
  readonly sentences: readonly Sentence[];
  /** In the order of the answer. */
  readonly needs: readonly Need[];
  /** Whether the answer says that nothing is missing. */
  readonly isSatisfied: boolean;
}

interface CompiledNeed extends Omit<NeedPhrases, 'phrases'> {
  readonly finder: PhraseFinder;
}

interface Grammar {
  readonly needs: readonly CompiledNeed[];
  readonly past: PhraseFinder;
  /** Also finds references to the author's own messages. */
  readonly ownPast: PhraseFinder;
  readonly sufficiency: PhraseFinder;
  readonly offer: PhraseFinder;
  readonly toOthers: PhraseFinder;
  readonly retraction: PhraseFinder;
  readonly hypothesis: PhraseFinder;
}

/** Maximum number of needs of an answer; further ones are ignored. */
const maxNeeds = 32;

/** Maximum number of phrases of one kind that are examined in a sentence. */
const maxPhrasesInSentence = 4;

let compiled: Grammar | undefined;

/** Finds phrases of missing context in an answer's own words. Linear in their length. */
export function findNeeds(ownWords: string): FoundNeeds {
  const grammar = (compiled ??= compileGrammar());
  const sentences = sentencesOf(ownWords);
  const needs: Need[] = [];
  let isSatisfied = false;
  let before = ' ';
  for (const [index, sentence] of sentences.entries()) {
    const words = plainWords(sentence.text);
    const last = needs.at(-1);
    if (last?.index === index - 1 && grammar.retraction.isIn(words)) needs.pop();
    const kind = needIn({ words, before, sentence }, grammar);
    before = words;
    if (needs.length === maxNeeds) break;
    if (kind !== undefined) needs.push({ kind, sentence, index });
    else if (grammar.sufficiency.isIn(words)) isSatisfied = true;
  }
  return { sentences, needs, isSatisfied };
}

/** A sentence with the words of the one before it. */
interface Reading {
  readonly words: string;
  readonly before: string;
  readonly sentence: Sentence;
}

function needIn({ words, before, sentence }: Reading, grammar: Grammar): NeedKind | undefined {
  if (sentence.isQuestion && sentence.trailsOff && / (?:was|is|were) $/u.test(words)) return 'question';
  const reading = { words, before, sentence };
  return grammar.needs.find((need) => says(need, reading, grammar))?.kind;
}

/** Whether a sentence states a need without denying it. */
function says(need: CompiledNeed, reading: Reading, grammar: Grammar): boolean {
  const { words, sentence } = reading;
  let match = need.finder.find(words);
  if (match === undefined || (need.kind === 'earlier' && isAnswered(words, sentence))) return false;
  if (need.needsPast && !isOfPast(reading, need.isRequest ? grammar.past : grammar.ownPast)) return false;
  for (let turn = 0; match !== undefined && turn < maxPhrasesInSentence; turn += 1) {
    if (!isDenied(words, { match, need }, grammar)) return true;
    match = need.finder.find(words, match.end - 1);
  }
  return false;
}

function isOfPast({ words, before }: Reading, past: PhraseFinder): boolean {
  return past.isIn(words) || (pointsBack(words, before) && past.isIn(before));
}

function pointsBack(words: string, before: string): boolean {
  if (/ (?:it|its|them|their|that|those|this|these|one|they) /u.test(words)) return true;
  return (
    / the /u.test(words) && / (?:earlier|previous|previously|discussed|talked|spoke|agreed|decided) /u.test(before)
  );
}

function isDenied(
  words: string,
  { match, need }: { readonly match: PhraseMatch; readonly need: CompiledNeed },
  { sufficiency, offer, toOthers, retraction, hypothesis }: Grammar,
): boolean {
  const { start, end } = match;
  const clause = words.slice(clauseStart(words, start), clauseEnd(words, end));
  if (sufficiency.isIn(clause) || offer.isIn(clause)) return true;
  if (need.isToAuthor !== true && toOthers.isIn(clause)) return true;
  if (retraction.isIn(` ${words.slice(end)}`)) return true;
  if (!hypothesis.isIn(words.slice(0, end))) return false;
  return !need.isRequest || / i (?:will|would) /u.test(words);
}

const contrast = / , (?:but|however|though|although|yet|so|because|since|as|and) | (?:but|however|though|although) /gu;

function clauseStart(words: string, position: number): number {
  let start = 0;
  for (const match of words.slice(0, position).matchAll(contrast)) start = match.index;
  return start;
}

function clauseEnd(words: string, position: number): number {
  const match = words
    .slice(position - 1)
    .matchAll(contrast)
    .next();
  return match.done === true ? words.length : position - 1 + match.value.index + 1;
}

/** Whether a reference to the past is followed by its content, so that nothing is missing. */
function isAnswered(words: string, { trailsOff }: Sentence): boolean {
  if (trailsOff) return false;
  return /\d| (?:so|therefore|which|hence|thus|because|said|i have|i used|i will|that you|that we|that the) /u.test(
    words,
  );
}

function compileGrammar(): Grammar {
  return {
    needs: needPhrases.map(({ phrases, ...rest }) => ({ ...rest, finder: new PhraseFinder(phrases, vocabulary) })),
    past: new PhraseFinder(pastReferences, vocabulary),
    ownPast: new PhraseFinder([...pastReferences, ...ownThings], vocabulary),
    sufficiency: new PhraseFinder(sufficiency, vocabulary),
    offer: new PhraseFinder(offers, vocabulary),
    toOthers: new PhraseFinder(toOthers, vocabulary),
    retraction: new PhraseFinder(retractions, vocabulary),
    hypothesis: new PhraseFinder(['^ *1 <hypothesis>', ', <hypothesis>', 'only if|when'], vocabulary),
  };
}
