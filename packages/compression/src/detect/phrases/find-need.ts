import { type Sentence, sentencesOf } from '../reading/sentences.js';
import { plainWords } from '../reading/plain-words.js';
import { offers, retractions, sufficiency, toOthers } from './denials.js';
import { type NeedKind, type NeedPhrases, needPhrases } from './needs.js';
import { pastReferences } from './past-references.js';
import { compilePhrases } from './phrase-pattern.js';
import { vocabulary } from './vocabulary.js';

/** A sentence whose author needs more of a conversation. */
export interface Need {
  readonly kind: NeedKind;
  readonly sentence: Sentence;
  /** Index of the sentence among {@link FoundNeeds.sentences}. */
  readonly index: number;
}

/** What an answer asks for. */
export interface FoundNeeds {
  readonly sentences: readonly Sentence[];
  /** In the order of the answer. */
  readonly needs: readonly Need[];
  /** Whether it says that it has all it needs. */
  readonly isSatisfied: boolean;
}

interface CompiledNeed extends Omit<NeedPhrases, 'phrases'> {
  readonly pattern: RegExp;
}

interface Grammar {
  readonly needs: readonly CompiledNeed[];
  readonly past: RegExp;
  readonly sufficiency: RegExp;
  readonly offer: RegExp;
  readonly toOthers: RegExp;
  readonly retraction: RegExp;
  readonly hypothesis: RegExp;
}

let compiled: Grammar | undefined;

/** Phrases of missing context in an answer's own words. Linear in their length. */
export function findNeeds(ownWords: string): FoundNeeds {
  const grammar = (compiled ??= compileGrammar());
  const sentences = sentencesOf(ownWords);
  const needs: Need[] = [];
  let isSatisfied = false;
  let before = ' ';
  for (const [index, sentence] of sentences.entries()) {
    const words = plainWords(sentence.text);
    const last = needs.at(-1);
    if (last?.index === index - 1 && grammar.retraction.test(words)) needs.pop();
    const kind = needIn({ words, before, sentence }, grammar);
    before = words;
    if (kind !== undefined) needs.push({ kind, sentence, index });
    else if (grammar.sufficiency.test(words)) isSatisfied = true;
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
  for (const need of grammar.needs) {
    const match = need.pattern.exec(words);
    if (match === null || (need.needsPast && !isOfPast(words, before, grammar))) continue;
    if (need.kind === 'earlier' && isAnswered(words, sentence)) continue;
    if (!isDenied(words, { match, need }, grammar)) return need.kind;
  }
  return undefined;
}

function isOfPast(words: string, before: string, { past }: Grammar): boolean {
  return past.test(words) || (/ (?:it|its|them|their|that|those|this|these|one|they) /u.test(words) && past.test(before));
}

function isDenied(
  words: string,
  { match, need }: { readonly match: RegExpExecArray; readonly need: CompiledNeed },
  { sufficiency, offer, toOthers, retraction, hypothesis }: Grammar,
): boolean {
  const start = match.index;
  const end = start + match[0].length;
  const clause = words.slice(clauseStart(words, start), clauseEnd(words, end));
  if (sufficiency.test(clause) || offer.test(clause)) return true;
  if (need.isToAuthor !== true && toOthers.test(clause)) return true;
  if (retraction.test(` ${words.slice(end)}`)) return true;
  if (!hypothesis.test(words.slice(0, end))) return false;
  return !need.isRequest || / i (?:will|would) /u.test(words);
}

const contrast = / , (?:but|however|though|although|yet|so|because|and) | (?:but|however|though|although) /gu;

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

/** A mention of the past that goes on to say what it was, or what was made of it. */
function isAnswered(words: string, { trailsOff }: Sentence): boolean {
  if (trailsOff) return false;
  return /\d| (?:so|therefore|which|hence|thus|because|said|i have|i used|i will|that you|that we|that the) /u.test(
    words,
  );
}

function compileGrammar(): Grammar {
  return {
    needs: needPhrases.map(({ phrases, ...rest }) => ({ ...rest, pattern: compilePhrases(phrases, vocabulary) })),
    past: compilePhrases(pastReferences, vocabulary),
    sufficiency: compilePhrases(sufficiency, vocabulary),
    offer: compilePhrases(offers, vocabulary),
    toOthers: compilePhrases(toOthers, vocabulary),
    retraction: compilePhrases(retractions, vocabulary),
    hypothesis: compilePhrases(['^ *1 <hypothesis>', ', <hypothesis>', 'only if|when'], vocabulary),
  };
}
