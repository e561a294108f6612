// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.
import { LineCounter, isAlias, isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import { deepestLevel } from './located-tree.mjs';
import { duplicateKey } from './parse-json.mjs';

/** Maximum number of values that all aliases add. Ordinary documents have some thousands; a bomb has billions. */
const maxAliasedValues = 500_000;

/**
 * @param {string} text
 * @param {import('./located-tree.mjs').LocatedTree} tree
 * @returns {unknown}
 */
export function parseYaml(text, tree) {
  const lineCounter = new LineCounter();
  // Checking for duplicate keys is quadratic in the parser, and linear here.
  const document = parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
  for (const { code, message, pos } of document.errors) {
    tree.report(lineCounter.linePos(pos[0]).line || 1, yamlProblem(code, message));
  }
  return new YamlConverter(tree, lineCounter).convert(document.contents);
}

/**
 * @param {string} code
 * @param {string} message
 */
function yamlProblem(code, message) {
  if (code === 'MULTIPLE_DOCS') return 'A second document begins here; only the first one of a file is read.';
  return `This is not valid YAML: ${message.slice(0, 200)}${/[.!?]$/u.test(message) ? '' : '.'}`;
}

/** Converts nodes to plain data. */
class YamlConverter {
  /**
   * Values with an anchor, and the number of values in each; `undefined` while it is being read.
   *
   * @type {Map<string, { value: unknown, size: number } | undefined>}
   */
  #anchors = new Map();
  #size = 0;
  #aliased = 0;

  /**
   * @param {import('./located-tree.mjs').LocatedTree} tree
   * @param {LineCounter} lineCounter
   */
  constructor(tree, lineCounter) {
    this.tree = tree;
    this.lineCounter = lineCounter;
  }

  /**
   * @param {unknown} node
   * @param {number} [depth]
   * @returns {unknown}
   */
  convert(node, depth = 0) {
    this.#size += 1;
    if (isAlias(node)) return this.#follow(node);
    if (isScalar(node)) return this.#remember(node.anchor, plainValue(node), 1);
    if (!isMap(node) && !isSeq(node)) return null;
    if (depth === deepestLevel) {
      this.tree.report(this.#startLine(node), `This is nested deeper than ${deepestLevel} levels and was left out.`);
      return null;
    }
    const before = this.#size;
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, undefined);
    const value = isMap(node) ? this.#map(node, depth) : this.#list(node, depth);
    return this.#remember(node.anchor, value, this.#size - before + 1);
  }

  /**
   * @param {string | undefined} anchor
   * @param {unknown} value
   * @param {number} size
   */
  #remember(anchor, value, size) {
    if (anchor !== undefined) this.#anchors.set(anchor, { value, size });
    return value;
  }

  /** @param {import('yaml').Alias} alias */
  #follow(alias) {
    const line = this.#startLine(alias);
    const found = this.#anchors.get(alias.source);
    if (found === undefined) {
      // The parser has reported an unknown anchor already.
      if (this.#anchors.has(alias.source)) this.tree.report(line, 'This alias stands inside what it is an alias of.');
      return null;
    }
    // The same size counts in both: an alias inside an anchored value counts with all values that it adds.
    this.#aliased += found.size;
    this.#size += found.size;
    if (this.#aliased <= maxAliasedValues) return found.value;
    this.tree.report(line, `Aliases bring in more than ${maxAliasedValues} values up to here; this one was left out.`);
    return null;
  }

  /**
   * @param {import('yaml').YAMLSeq} node
   * @param {number} depth
   */
  #list(node, depth) {
    /** @type {unknown[]} */
    const list = [];
    this.tree.open(list);
    for (const item of node.items) {
      // `[a: b]` is a list of a map.
      const value = isPair(item) ? null : this.convert(item, depth + 1);
      const startLine = this.#startLine(item);
      this.tree.push(list, value, startLine, this.#endLine(item, startLine));
    }
    return list;
  }

  /**
   * @param {import('yaml').YAMLMap} node
   * @param {number} depth
   */
  #map(node, depth) {
    /** @type {Record<string, unknown>} */
    const map = {};
    this.tree.open(map);
    /** @type {{ values: unknown, line: number }[]} */
    const merged = [];
    for (const { key, value } of node.items) {
      const startLine = this.#startLine(key);
      const name = this.#keyName(key);
      if (name === undefined) {
        this.tree.report(startLine, 'A key has to be a text here.');
        continue;
      }
      const converted = this.convert(value, depth + 1);
      if (name === '<<' && isMergeKey(key)) merged.push({ values: converted, line: startLine });
      else if (Object.hasOwn(map, name)) this.tree.report(startLine, duplicateKey(name));
      else this.tree.set(map, name, converted, startLine, this.#endLine(value, startLine));
    }
    // A map's own keys precede those that it merges, regardless of their position.
    for (const { values, line } of merged) this.#merge(map, values, line);
    return map;
  }

  /**
   * @param {Record<string, unknown>} map
   * @param {unknown} values
   * @param {number} line
   */
  #merge(map, values, line) {
    for (const source of Array.isArray(values) ? values : [values]) {
      if (typeof source !== 'object' || source === null || Array.isArray(source)) {
        this.tree.report(line, 'Only maps can be merged with "<<".');
        continue;
      }
      for (const [name, value] of Object.entries(source)) {
        if (!Object.hasOwn(map, name)) this.tree.set(map, name, value, line, line);
      }
    }
  }

  /**
   * @param {unknown} key
   * @returns {string | undefined}
   */
  #keyName(key) {
    if (isAlias(key)) {
      const value = this.#follow(key);
      return typeof value === 'object' ? undefined : String(value);
    }
    if (!isScalar(key)) return undefined;
    this.#remember(key.anchor, plainValue(key), 1);
    return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
  }

  /** @param {unknown} node */
  #startLine(node) {
    const range = /** @type {{ range?: [number, number, number] | null } | null} */ (node)?.range;
    return range ? Math.max(1, this.lineCounter.linePos(range[0]).line) : 1;
  }

  /**
   * @param {unknown} node
   * @param {number} startLine
   */
  #endLine(node, startLine) {
    const range = /** @type {{ range?: [number, number, number] | null } | null} */ (node)?.range;
    return range ? Math.max(startLine, this.lineCounter.linePos(Math.max(range[0], range[1] - 1)).line) : startLine;
  }
}

/** @param {unknown} key */
function isMergeKey(key) {
  return isScalar(key) && (key.type === undefined || key.type === 'PLAIN');
}

/**
 * A value that JSON can express: other numbers are returned as written.
 *
 * @param {import('yaml').Scalar} scalar
 */
function plainValue(scalar) {
  const { value } = scalar;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined)
    return value ?? null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return scalar.source ?? String(value);
}
