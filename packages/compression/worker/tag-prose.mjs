// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.
import winkNLP from 'wink-nlp';
import model from 'wink-eng-lite-web-model';

/** Number of UTF-16 units after which the library is set up again, because it keeps every word that it has seen. */
const maxUnitsRead = 8_000_000;

/** Parts of speech with their {@link WordTag}; any other one is 0. */
const tags = new Map([
  ['NOUN', 1],
  ['PROPN', 2],
  ['NUM', 3],
  ['ADJ', 4],
  ['INTJ', 5],
]);

/** @type {ReturnType<typeof winkNLP> | undefined} */
let language;
let unitsRead = 0;

/**
 * Finds the words and the sentences of texts. Their only white space is the space and the line feed.
 *
 * @param {readonly string[]} texts
 * @returns {import('./tag-prose.mjs').TaggedProse[]}
 */
export function tagProse(texts) {
  return texts.map((text) => {
    unitsRead += text.length;
    if (language === undefined || unitsRead > maxUnitsRead) {
      language = winkNLP(model, ['sbd', 'pos']);
      unitsRead = text.length;
    }
    return tagText(text, language);
  });
}

/**
 * @param {string} text
 * @param {ReturnType<typeof winkNLP>} nlp
 */
function tagText(text, nlp) {
  const document = nlp.readDoc(text);
  const tokens = document.tokens();
  /** @type {string[]} */
  const values = tokens.out(nlp.its.value);
  /** @type {string[]} */
  const parts = tokens.out(nlp.its.pos);
  const words = new Int32Array(3 * values.length);
  let at = 0;
  for (const [index, value] of values.entries()) {
    if (!value.startsWith('\n')) while (text[at] === ' ' || text[at] === '\n') at += 1;
    const start = placeOf(value, text, at);
    at = start + (text.startsWith(value, start) ? value.length : 0);
    words.set([start, at, tags.get(parts[index] ?? '') ?? 0], 3 * index);
  }
  /** @type {number[][]} */
  const spans = document.sentences().out(nlp.its.span);
  return { words, sentenceEnds: Int32Array.from(spans, ([, last = 0]) => last + 1) };
}

/**
 * @param {string} value
 * @param {string} text
 * @param {number} at
 */
function placeOf(value, text, at) {
  if (text.startsWith(value, at)) return at;
  // A word that the library has changed is skipped; the next one is near.
  const found = text.slice(at, at + value.length + 100).indexOf(value);
  return found < 0 ? at : at + found;
}
