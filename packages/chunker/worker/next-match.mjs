// @ts-check

/**
 * Tells whether a pattern is found in ranges of a text that begin one after the other: the text is searched once, however
 * many ranges there are.
 */
export class NextMatch {
  #pattern;
  #text;
  /** Offset of the next match; behind everything if there is none. */
  #at = -1;

  /**
   * @param {RegExp} pattern with the flag `g`
   * @param {string} text
   */
  constructor(pattern, text) {
    this.#pattern = pattern;
    this.#text = text;
  }

  /**
   * @param {number} start at least that of the range before
   * @param {number} end
   * @returns {boolean} whether a match begins there
   */
  isWithin(start, end) {
    if (this.#at < start) {
      this.#pattern.lastIndex = start;
      this.#at = this.#pattern.exec(this.#text)?.index ?? Infinity;
    }
    return this.#at < end;
  }
}
