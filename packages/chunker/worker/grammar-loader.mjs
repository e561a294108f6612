// @ts-check Plain JavaScript, because a worker thread runs this file directly, both from source and in a built package.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Language, Parser } from 'web-tree-sitter';

import { adaptGrammar } from './adapt-grammar.mjs';
import { expectGrammars } from './compile-at-once.mjs';
import { compileRules } from './compile-rules.mjs';

/**
 * A grammar, ready to parse.
 *
 * @typedef {object} LoadedParser
 * @property {Parser} parser
 * @property {import('./compile-rules.mjs').RuleTable} table
 */

/** Loads each grammar once for this thread. */
export class GrammarLoader {
  /** @type {Promise<void> | undefined} */
  #started;
  /** @type {Map<string, Promise<Language>>} */
  #languages = new Map();
  /** @type {Map<string, Promise<LoadedParser>>} */
  #parsers = new Map();

  /**
   * @param {import('./parse-protocol.mjs').GrammarRequest} grammar
   * @returns {Promise<LoadedParser>}
   */
  parserFor(grammar) {
    let parser = this.#parsers.get(grammar.rulesId);
    if (parser === undefined) {
      parser = this.#createParser(grammar);
      this.#parsers.set(grammar.rulesId, parser);
    }
    return parser;
  }

  /** Loads the parser itself, before any grammar, so that it is optimised: it is small and used for every file. */
  start() {
    this.#started ??= Parser.init().then(expectGrammars);
    return this.#started;
  }

  /** @param {import('./parse-protocol.mjs').GrammarRequest} grammar */
  async #createParser(grammar) {
    await this.start();
    let language = this.#languages.get(grammar.name);
    if (language === undefined) {
      language = readGrammar(grammar.wasmPath).then((bytes) => Language.load(adaptGrammar(bytes)));
      this.#languages.set(grammar.name, language);
    }
    const loaded = await language;
    const parser = new Parser();
    parser.setLanguage(loaded);
    return { parser, table: compileRules(loaded, JSON.parse(grammar.rules), grammar) };
  }
}

/**
 * @param {string} path
 * @returns {Promise<Uint8Array>}
 */
async function readGrammar(path) {
  const bytes = await readFile(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
