// @ts-check

/**
 * Checks whether a pattern matches in ranges of a text with ascending starts: the text is searched once for any number
 * of ranges.
 */
export class NextMatch {
  #pattern;
  #text;
  /** Offset of the next match; infinite if there is none. */
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
