// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.

/** Maximum depth of values; deeper ones are left out: no document needs them, and walks may be recursive. */
export const deepestLevel = 200;

/** @typedef {{ keys: string[], lines: number[] }} EntryLines */

/** Plain data, and the lines of each value in its maps and lists. */
export class LocatedTree {
  /** @type {Map<object, EntryLines>} */
  #entries = new Map();
  /** @type {import('./parse-located.mjs').LocatedProblem[]} */
  problems = [];

  /** @param {object} container */
  open(container) {
    this.#entries.set(container, { keys: [], lines: [] });
  }

  /**
   * @param {unknown[]} list
   * @param {unknown} value
   * @param {number} startLine
   * @param {number} endLine
   */
  push(list, value, startLine, endLine) {
    list.push(value);
    this.#entries.get(list)?.lines.push(startLine, endLine);
  }

  /**
   * @param {Record<string, unknown>} map
   * @param {string} key
   * @param {unknown} value
   * @param {number} startLine of the key
   * @param {number} endLine
   */
  set(map, key, value, startLine, endLine) {
    const entries = this.#entries.get(map);
    entries?.keys.push(key);
    entries?.lines.push(startLine, endLine);
    if (key !== '__proto__') map[key] = value;
    else Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  }

  /**
   * @param {number} line
   * @param {string} message
   */
  report(line, message) {
    this.problems.push({ line, message });
  }

  /**
   * @param {unknown} root
   * @param {number} lineCount
   */
  lines(root, lineCount) {
    /** @type {number[]} */
    const flat = [1, lineCount];
    /** @type {Set<unknown>} */
    const seen = new Set();
    /** @param {unknown} value */
    const visit = (value) => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      for (const line of this.#linesOf(value)) flat.push(line);
      for (const part of Object.values(value)) visit(part);
    };
    visit(root);
    return Int32Array.from(flat);
  }

  /** @param {object} container */
  #linesOf(container) {
    const { keys, lines } = this.#entries.get(container) ?? { keys: [], lines: [] };
    if (Array.isArray(container)) return lines;
    // Numeric keys come first in the map, regardless of their position in the text.
    const names = Object.keys(container);
    if (names.every((name, index) => name === keys[index])) return lines;
    const indexes = new Map(keys.map((key, index) => [key, index]));
    return names.flatMap((name) => {
      const index = indexes.get(name) ?? 0;
      return [lines[2 * index] ?? 1, lines[2 * index + 1] ?? 1];
    });
  }
}
