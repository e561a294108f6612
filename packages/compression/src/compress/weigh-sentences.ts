import type { ConversationMessage } from '@lexichord/abstractions';

import type { Sentence } from '../language/sentence-reader.js';
import type { WordRarity } from '../language/word-rarity.js';
import { headOf, indentLines } from '../render/turn-lines.js';
import type { SentenceWeights, WeighedSentence } from './coverage-ranking.js';

/** Factors for kinds and features of sentences. */
const favours = {
  question: 0.5,
  /** Usually a reaction to another message. */
  exclamation: 0.8,
  number: 1.3,
  time: 1.4,
  name: 1.2,
  path: 1.2,
  negation: 1.1,
  /** First person: facts about the speaker. */
  own: 1.15,
  /** Many rare words with little meaning. */
  code: 0.5,
  line: 0.5,
} as const;

const digit = /\p{N}/u;
const path = /[\w-][/\\][\w-]|\w\.[a-z]{1,5}\b/u;
const negation = /\b(?:[Nn]ot|[Nn]ever|[Nn]o|[Nn]one|[Nn]othing|[Ww]ithout|[Cc]annot|[Nn]either|[Nn]or)\b|n['’]t\b/u;
const questionMark = /\?["'”’)\]\s]*$/u;
const exclamationMark = /!["'”’)\]\s]*$/u;
/** Matched in lower case, because capitals are often left out. */
const time =
  /\b(?:yesterday|tomorrow|tonight|last|next|ago|since|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december)\b/u;
const own = /\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur)\b/u;

/** Weighs the sentences and terms of a segment. */
export function weighSentences(
  sentences: readonly Sentence[],
  messages: readonly ConversationMessage[],
  { rarity, countTokens }: { readonly rarity: WordRarity; readonly countTokens: (text: string) => number },
): SentenceWeights {
  const indexes = new Map<string, number>();
  const counts: number[] = [];
  const weighed = sentences.map((sentence): WeighedSentence => {
    const distinct = new Set<number>();
    for (const term of sentence.terms) {
      const index = indexes.get(term) ?? indexes.size;
      indexes.set(term, index);
      counts[index] = (counts[index] ?? 0) + 1;
      distinct.add(index);
    }
    const { message, start, end } = sentence;
    const text = (messages[message]?.content ?? '').slice(start, end);
    return {
      ...{ message, start, end, terms: [...distinct] },
      favour: favourOf(sentence, text),
      tokens: countTokens(` ${indentLines(text)}`),
    };
  });
  return {
    sentences: weighed,
    termWeights: [...indexes].map(([term, index]) => rarity.of(term) * Math.sqrt(counts[index] ?? 1)),
    headTokens: messages.map((message) => countTokens(`\n${headOf(message)}:`)),
  };
}

function favourOf({ kind, phrases }: Sentence, text: string): number {
  if (kind !== 'prose') return favours[kind];
  let favour = 1;
  if (questionMark.test(text)) favour *= favours.question;
  if (exclamationMark.test(text)) favour *= favours.exclamation;
  if (digit.test(text)) favour *= favours.number;
  if (time.test(text.toLowerCase())) favour *= favours.time;
  if (own.test(text)) favour *= favours.own;
  if (phrases.some((phrase) => phrase.kind === 'name')) favour *= favours.name;
  if (path.test(text)) favour *= favours.path;
  if (negation.test(text)) favour *= favours.negation;
  return favour;
}
