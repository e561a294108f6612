/** One sentence of an answer. */
export interface Sentence {
  readonly text: string;
  readonly isQuestion: boolean;
  /** Whether it ends in dots, and so is unfinished. */
  readonly trailsOff: boolean;
}

/** Maximum length of a sentence, in UTF-16 units: longer ones are read in parts; requests are shorter. */
const maxUnits = 600;

/** Length that is read at each end of an answer, in UTF-16 units: requests are at the beginning or the end. */
const unitsAtEachEnd = 48 * 1024;

/** Length of a sentence's end that shows its kind, in UTF-16 units. */
const lastUnits = 8;

const sentenceEnd = /(?:[.!?…]{1,8}(?=[\s"'”’)\]*_]|$)|\n)/gu;

/** Splits a text into sentences; of a very long text only both ends. */
export function sentencesOf(text: string): readonly Sentence[] {
  if (text.length <= 2 * unitsAtEachEnd) return allSentences(text);
  return [...allSentences(text.slice(0, unitsAtEachEnd)), ...allSentences(text.slice(-unitsAtEachEnd))];
}

function allSentences(text: string): readonly Sentence[] {
  const all: Sentence[] = [];
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    addParts(all, text.slice(start, end));
    start = end;
  }
  addParts(all, text.slice(start));
  return all;
}

function addParts(all: Sentence[], raw: string): void {
  const text = raw.trim();
  if (text === '') return;
  const end = text.slice(-lastUnits);
  const isQuestion = /\?[!?.\s]*$/u.test(end);
  const trailsOff = /(?:\.{2,}|…)[?!\s]*$/u.test(end);
  for (let start = 0; start < text.length; start += maxUnits) {
    all.push({ text: text.slice(start, start + maxUnits), isQuestion, trailsOff });
  }
}
