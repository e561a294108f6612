import type { ConversationMessage } from '@lexichord/abstractions';
import { rawWords, unspacedCharacter } from '@lexichord/text-index/internal';

import type { Sentence } from '../language/sentence-reader.js';
import { type WordRarity, termsOf } from '../language/word-rarity.js';

/** A possible tag: a name, a noun or a file name. */
export interface Tag {
  readonly text: string;
  /** Distinct. */
  readonly terms: readonly string[];
  /** Number of occurrences. */
  readonly count: number;
}

/** A file name with the folders before it. */
const file = /(?<![\w./@-])(?:[\w@.-]{1,60}[/\\]){0,8}[\w@-][\w@.-]{0,60}\.(?=[A-Za-z])[A-Za-z0-9]{1,5}(?![\w/])/gu;

/**
 * Short runs in scripts without spaces, about as long as a word. A hiragana character rather ends a word than forms
 * one.
 */
const unspacedRun = new RegExp(`(?:(?!\\p{Script=Hiragana})${unspacedCharacter}){2,8}`, 'gu');

const notLatin = /[^\u0000-\u024f\u2000-\u206f\ud83c-\ud83e\udc00-\udfff]/u;

/** Maximum length of a tag, in UTF-16 units. */
const maxTagLength = 80;

/** Characters that could make the line of tags look like a turn, a time, a heading or a hint. */
const notOfTags = /[:#[\]…\p{Cc}\u2028\u2029]/u;

/** Minimum rarity of capitalised words that count as names. */
const maxNounRarity = 0.95;

/** Maximum number of candidates; further ones are ignored. */
const maxTags = 5_000;

/** Candidates for tags, case-insensitively distinct, in the order of the conversation. */
export function tagCandidates(
  sentences: readonly Sentence[],
  messages: readonly ConversationMessage[],
  rarity: WordRarity,
): readonly Tag[] {
  const texts = new Map<string, string>();
  const counts = new Map<string, number>();
  const add = (text: string): void => {
    const key = text.toLowerCase();
    const existing = texts.get(key);
    if (text.length > maxTagLength || notOfTags.test(text) || (existing === undefined && texts.size >= maxTags)) return;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    // The lower-case spelling wins: a capital may only mark the start of a sentence.
    if (existing === undefined || existing === key) texts.set(key, text);
  };
  for (const sentence of sentences) {
    const content = messages[sentence.message]?.content ?? '';
    for (const text of textsOf(sentence, content, rarity)) add(text);
  }
  return [...texts]
    .map(([key, text]) => ({ text, terms: [...new Set(termsOf(text))], count: counts.get(key) ?? 1 }))
    .filter(({ terms }) => terms.length > 0);
}

function* textsOf({ kind, start, end, phrases }: Sentence, content: string, rarity: WordRarity): Generator<string> {
  for (const phrase of phrases) {
    const words = content.slice(phrase.start, phrase.end).replaceAll(/\s+/gu, ' ');
    yield phrase.kind === 'name' ? words : plainCase(words, rarity);
  }
  const text = content.slice(start, end);
  if (text.includes('.')) for (const [name] of text.matchAll(file)) yield name;
  if (notLatin.test(text)) for (const [run] of text.matchAll(unspacedRun)) yield run;
  if (kind !== 'prose') for (const word of rawWords(text)) if (word.length > 2) yield word;
}

/**
 * Lower-cases the first letter of a noun, which may only be capital at the start of a sentence. Very rare words count
 * as names.
 */
function plainCase(words: string, rarity: WordRarity): string {
  if (!/^\p{Lu}\p{Ll}/u.test(words) || rarity.of(termsOf(words)[0] ?? '') > maxNounRarity) return words;
  return words.charAt(0).toLowerCase() + words.slice(1);
}
