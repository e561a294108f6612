/** Where the words and the sentences of a text are. */
export interface TaggedProse {
  /** Three numbers a word: start, end, both in UTF-16 units, and what it is: a {@link WordTag}, 0 for anything else. */
  readonly words: Int32Array;
  /** Of each sentence the number of words up to its end. */
  readonly sentenceEnds: Int32Array;
}

/** Noun, proper noun, number, adjective, interjection. */
export type WordTag = 1 | 2 | 3 | 4 | 5;

/** The only white space in the texts is the space and the line feed, and no word is longer than 100 UTF-16 units. */
export function tagProse(texts: readonly string[]): TaggedProse[];
