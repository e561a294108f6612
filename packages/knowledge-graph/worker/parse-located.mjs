// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.
import { LocatedTree } from './located-tree.mjs';
import { parseValidJson } from './parse-json.mjs';

/** @type {import('./parse-located.mjs').parseLocated} */
export async function parseLocated(source) {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const tree = new LocatedTree();
  const data = await parseData(text, tree);
  const lineCount = lineCountOf(text);
  // A missing end is reported after the last line.
  const problems = tree.problems.map(({ line, message }) => ({ line: Math.min(line, lineCount), message }));
  return { data, lines: tree.lines(data, lineCount), problems };
}

/**
 * @param {string} text
 * @param {LocatedTree} tree
 * @returns {Promise<unknown>}
 */
async function parseData(text, tree) {
  if (/^\s*[[{]/u.test(text) && isJson(text)) return parseValidJson(text, tree);
  const { parseYaml } = await import('./parse-yaml.mjs');
  try {
    return parseYaml(text, tree);
  } catch (error) {
    // The parser of YAML is recursive.
    if (!(error instanceof RangeError)) throw error;
    tree.report(1, 'This document is nested too deeply to be read.');
    return null;
  }
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The parser of YAML reports the error with its line, and reads the valid parts.
    return false;
  }
}

/** @param {string} text */
function lineCountOf(text) {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return text.endsWith('\n') && count > 1 ? count - 1 : count;
}
