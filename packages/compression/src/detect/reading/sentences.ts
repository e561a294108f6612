/** One sentence of an answer. */
export interface Sentence {
  readonly text: string;
  readonly isQuestion: boolean;
  /** Whether it ends in dots, as what nobody finished. */
  readonly trailsOff: boolean;
}

/** Sentences longer than this are read in parts; no request is as long. */
const maxUnits = 600;

/** So many sentences are read at each end of an answer: an author asks at the beginning or at the end. */
const sentencesAtEachEnd = 1_500;

const sentenceEnd = /(?:[.!?…]+(?=[\s"'”’)\]*_]|$)|\n)/gu;

/** The sentences of a text, in their order; of a very long text those at both ends. */
export function sentencesOf(text: string): readonly Sentence[] {
  const all: Sentence[] = [];
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    addParts(all, text.slice(start, end));
    start = end;
  }
  addParts(all, text.slice(start));
  if (all.length <= 2 * sentencesAtEachEnd) return all;
  return [...all.slice(0, sentencesAtEachEnd), ...all.slice(-sentencesAtEachEnd)];
}

function addParts(all: Sentence[], raw: string): void {
  const text = raw.trim();
  if (text === '') return;
  const isQuestion = /\?[!?.\s]*$/u.test(text);
  const trailsOff = /(?:\.{2,}|…)[?!\s]*$/u.test(text);
  for (let start = 0; start < text.length; start += maxUnits) {
    all.push({ text: text.slice(start, start + maxUnits), isQuestion, trailsOff });
  }
}
