// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.
import { deepestLevel } from './located-tree.mjs';

const newLine = 10;
const quote = 34;
const comma = 44;
const colon = 58;
const openList = 91;
const backslash = 92;
const closeList = 93;
const openMap = 123;
const closeMap = 125;

/**
 * Parses JSON with lines, several times as fast as the parser of YAML. The text must be valid JSON; only duplicate keys
 * and too deep nesting are checked.
 *
 * @param {string} text
 * @param {import('./located-tree.mjs').LocatedTree} tree
 * @returns {unknown}
 */
export function parseValidJson(text, tree) {
  let at = 0;
  let line = 1;

  const skipSpace = () => {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === newLine) line += 1;
      else if (code !== 32 && code !== 13 && code !== 9) return code;
      at += 1;
    }
  };

  /** @returns {string} */
  const readString = () => {
    const start = at;
    let end = text.indexOf('"', at + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    at = end + 1;
    const raw = text.slice(start + 1, end);
    return raw.includes('\\') ? JSON.parse(text.slice(start, at)) : raw;
  };

  const readPlain = () => {
    const start = at;
    for (;;) {
      const code = text.charCodeAt(at);
      if (!(code > 32) || code === comma || code === closeList || code === closeMap) break;
      at += 1;
    }
    return JSON.parse(text.slice(start, at));
  };

  /**
   * @param {number} depth
   * @returns {unknown}
   */
  const readValue = (depth) => {
    const code = skipSpace();
    if (code === quote) return readString();
    if (code !== openMap && code !== openList) return readPlain();
    if (depth === deepestLevel) {
      tree.report(line, `This is nested deeper than ${deepestLevel} levels and was left out.`);
      skipContainer();
      return null;
    }
    return code === openMap ? readMap(depth) : readList(depth);
  };

  const skipContainer = () => {
    let open = 0;
    do {
      const code = skipSpace();
      if (code === quote) readString();
      else at += 1;
      if (code === openMap || code === openList) open += 1;
      if (code === closeMap || code === closeList) open -= 1;
    } while (open > 0);
  };

  /** @param {number} depth */
  const readList = (depth) => {
    /** @type {unknown[]} */
    const list = [];
    tree.open(list);
    at += 1;
    while (skipSpace() !== closeList) {
      const startLine = line;
      const value = readValue(depth + 1);
      tree.push(list, value, startLine, line);
      if (skipSpace() === comma) at += 1;
    }
    at += 1;
    return list;
  };

  /** @param {number} depth */
  const readMap = (depth) => {
    /** @type {Record<string, unknown>} */
    const map = {};
    tree.open(map);
    at += 1;
    while (skipSpace() !== closeMap) {
      const startLine = line;
      const key = readString();
      if (skipSpace() === colon) at += 1;
      const value = readValue(depth + 1);
      if (Object.hasOwn(map, key)) tree.report(startLine, duplicateKey(key));
      else tree.set(map, key, value, startLine, line);
      if (skipSpace() === comma) at += 1;
    }
    at += 1;
    return map;
  };

  return readValue(0);
}

/** @param {string} key */
export function duplicateKey(key) {
  return `The key ${JSON.stringify(key.slice(0, 80))} is there twice; the first one counts.`;
}

/**
 * Whether an odd number of backslashes precedes an offset.
 *
 * @param {string} text
 * @param {number} at
 */
function isEscaped(text, at) {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - 1 - before) % 2 === 1;
}
