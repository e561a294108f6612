import type { TaggedProse, WordTag } from '../../worker/tag-prose.mjs';
import { addPieces, type ContentPart, maxPartLength } from './cut-content.js';
import type { Phrase, Sentence, TextRange } from './sentence-reader.js';
import { termsOf } from './word-rarity.js';

const noun: WordTag = 1;
const properNoun: WordTag = 2;
const adjective: WordTag = 4;

/** Ends of sentences in any script. */
const plainEnd = /[.!?…]["'”’)\]*_]*\s|[。！？｡]["'”’）」』]*/gu;

/** Maximum number of words in a phrase. */
const maxPhraseLength = 3;

/** Words that the tagger treats as names at the start of a sentence, and as nouns elsewhere. */
const daily = /^(?:yesterday|today|tonight|tomorrow)$/iu;

/** A tagged word. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly tag: number;
}

/** Splits paragraphs into sentences, with offsets in the messages. Without tags, only punctuation decides. */
export function sentencesOf(
  prose: ProseText,
  tagged: TaggedProse | undefined,
  contents: readonly string[],
): readonly Sentence[] {
  const found = tagged === undefined ? [] : wordsOf(tagged);
  const ends = new Set<number>();
  for (const count of tagged?.sentenceEnds ?? []) ends.add(found[count - 1]?.end ?? 0);
  const sentences: Sentence[] = [];
  let at = 0;
  for (const [index, piece] of prose.pieces.entries()) {
    const offset = prose.offsets[index] ?? 0;
    const words: Word[] = [];
    for (; at < found.length && (found[at]?.start ?? 0) < offset + piece.end - piece.start; at += 1) {
      const { start, end, tag } = found[at] as Word;
      if (start >= offset && end > start) words.push({ start: start - offset, end: end - offset, tag });
    }
    const isEnd = (end: number): boolean => ends.has(end + offset);
    addSentences(sentences, { piece, words, isEnd, content: contents[piece.message] ?? '' });
  }
  return sentences;
}

function wordsOf({ words }: TaggedProse): readonly Word[] {
  const found: Word[] = [];
  for (let at = 0; at < words.length; at += 3) {
    found.push({ start: words[at] ?? 0, end: words[at + 1] ?? 0, tag: words[at + 2] ?? 0 });
  }
  return found;
}

interface TaggedPiece {
  readonly piece: ProsePiece;
  readonly content: string;
  /** Words with offsets in the piece. */
  readonly words: readonly Word[];
  /** Whether the tagger ends a sentence at an offset. */
  readonly isEnd: (end: number) => boolean;
}

function addSentences(sentences: Sentence[], { piece, content, words, isEnd }: TaggedPiece): void {
  const text = content.slice(piece.start, piece.end);
  const cuts = words.length > 0 ? taggedEnds(text, words, isEnd) : [];
  const ends = [...new Set([...cuts, ...plainEnds(text, words.length === 0), text.length])].sort((a, b) => a - b);
  let word = 0;
  let start = 0;
  for (const end of ends) {
    for (const part of trimmedParts(text, start, end)) {
      const own: Word[] = [];
      while (word < words.length && (words[word]?.start ?? 0) < part.start) word += 1;
      for (; word < words.length && (words[word]?.end ?? 0) <= part.end; word += 1) own.push(words[word] as Word);
      sentences.push({
        message: piece.message,
        start: piece.start + part.start,
        end: piece.start + part.end,
        kind: 'prose',
        terms: termsOf(text.slice(part.start, part.end)),
        phrases: phrasesOf(text, own, part.start).map((phrase) => ({
          ...phrase,
          start: piece.start + phrase.start,
          end: piece.start + phrase.end,
        })),
      });
    }
    start = end;
  }
}

/** Ends of sentences by the tagger, only before white space: it also ends sentences at the dot of a file name. */
function taggedEnds(text: string, words: readonly Word[], isEnd: (end: number) => boolean): readonly number[] {
  const ends = words.map(({ end }) => end);
  return ends.filter((end) => isEnd(end) && (end === text.length || /\s/u.test(text.charAt(end))));
}

/** @param isAlone whether there are no tags, so that Latin full stops count too */
function plainEnds(text: string, isAlone: boolean): readonly number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(plainEnd)) {
    const end = match.index + match[0].trimEnd().length;
    if (isAlone || /[。！？｡]/u.test(match[0])) ends.push(end);
  }
  return ends;
}

function trimmedParts(text: string, start: number, end: number): readonly ContentPart[] {
  const sentence = text.slice(start, end);
  const from = start + (sentence.length - sentence.trimStart().length);
  const to = start + sentence.trimEnd().length;
  if (to <= from) return [];
  const parts: ContentPart[] = [];
  if (to - from > maxPartLength) addPieces(parts, text, { kind: 'prose', start: from, end: to });
  else parts.push({ kind: 'prose', start: from, end: to });
  return parts;
}

/** Phrases of a sentence: runs of proper nouns, and nouns with the nouns and adjectives before them. */
function phrasesOf(text: string, words: readonly Word[], sentenceStart: number): readonly Phrase[] {
  const phrases: Phrase[] = [];
  let row: Word[] = [];
  const endRow = (): void => {
    // A phrase does not end with an adjective.
    while (row.length > 0 && row.at(-1)?.tag === adjective) row.pop();
    const kept = row.slice(-maxPhraseLength);
    const [first] = kept;
    const last = kept.at(-1);
    if (first !== undefined && last !== undefined && last.end - first.start > 1) {
      const isName = kept.every(({ tag }) => tag === properNoun) && isCapital(text, kept, sentenceStart);
      phrases.push({ start: first.start, end: last.end, kind: isName ? 'name' : 'noun' });
    }
    row = [];
  };
  for (const word of words) {
    const before = row.at(-1);
    const isPart = word.tag === noun || word.tag === properNoun || word.tag === adjective;
    const isNear = before === undefined || word.start - before.end <= 1;
    const isOther = before !== undefined && (before.tag === properNoun) !== (word.tag === properNoun);
    if (!isPart || !isNear || isOther || (word.tag === adjective && before?.tag === noun)) endRow();
    const written = text.slice(word.start, word.end);
    if (isPart && /^[\p{L}\p{N}]/u.test(written) && !daily.test(written)) row.push(word);
  }
  endRow();
  return phrases;
}

/** Whether a capital marks a name. The first word of a sentence is capitalised anyway. */
function isCapital(text: string, [first, second]: readonly Word[], sentenceStart: number): boolean {
  if (first === undefined || !/^\p{Lu}/u.test(text.charAt(first.start))) return false;
  return first.start > sentenceStart || (second !== undefined && /^\p{Lu}/u.test(text.charAt(second.start)));
}

/** A paragraph. */
export type ProsePiece = TextRange;

/** Paragraphs joined for the tagger, one per line. */
interface ProseText {
  readonly text: string;
  readonly pieces: readonly ProsePiece[];
  /** Offsets of the pieces in the text. */
  readonly offsets: readonly number[];
}

/** Maximum length of a joined text, which bounds the tagger's memory. In UTF-16 units. */
const maxTextLength = 16_384;

/**
 * Maximum length of a run without space that is tagged, in UTF-16 units: the tagger's time grows faster than its
 * length.
 */
const maxRun = 100;

/** Joins paragraphs and preserves all offsets: white space and the rest of long runs are replaced by spaces. */
export function proseTexts(pieces: readonly ProsePiece[], contents: readonly string[]): readonly ProseText[] {
  const texts: ProseText[] = [];
  let current: { text: string; pieces: ProsePiece[]; offsets: number[] } | undefined;
  for (const piece of pieces) {
    if (current === undefined || current.text.length > maxTextLength) {
      current = { text: '', pieces: [], offsets: [] };
      texts.push(current);
    }
    current.offsets.push(current.text.length);
    current.pieces.push(piece);
    current.text += `${plain((contents[piece.message] ?? '').slice(piece.start, piece.end))}\n`;
  }
  return texts;
}

function plain(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]/gu, ' ')
    .replaceAll(/[^ ]{101,}/gu, (run) => run.slice(0, maxRun).padEnd(run.length));
}
