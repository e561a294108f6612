/** The words and the sentences of a text. */
export interface TaggedProse {
  /** Three numbers per word: start and end, both in UTF-16 units, and its {@link WordTag}, or 0 for any other word. */
  readonly words: Int32Array;
  /** Number of words up to the end of each sentence. */
  readonly sentenceEnds: Int32Array;
}

/** Noun, proper noun, number, adjective, interjection. */
export type WordTag = 1 | 2 | 3 | 4 | 5;

/**
 * Finds words and sentences. Texts must have no white space except the space and the line feed, and no word longer than
 * 100 UTF-16 units.
 */
export function tagProse(texts: readonly string[]): TaggedProse[];
