import { indexWords } from '@lexichord/text-index';

/** What is left of a short form when its sign is taken for the end of a word. */
const shortForm = /n?['’](?:t|s|ll|ve|re|d|m)(?![\p{L}\p{N}])/giu;

/** Words that a text is found by, with repetitions: stems of words, parts of names, numbers. */
export function termsOf(text: string): readonly string[] {
  return indexWords(/['’]/u.test(text) ? text.replace(shortForm, '') : text);
}
