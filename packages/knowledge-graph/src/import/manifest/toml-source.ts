import { isRecord } from '@lexichord/platform/internal';

import type { FactCollector, Lines } from '../fact-collector.js';
import { type TomlNode, locateToml } from './locate-toml.js';

/** Maximum length of a manifest, in UTF-16 units. */
const maxManifestLength = 2 * 1024 * 1024;

/** A table of TOML. */
export type TomlTable = Readonly<Record<string, unknown>>;

/** A TOML manifest, with the lines of its keys where they were found. */
export class TomlSource {
  private readonly lines: readonly string[];
  private nodes: TomlNode | undefined;

  constructor(
    readonly root: TomlTable,
    text: string,
  ) {
    this.lines = text.split(/\r\n|\n/u);
  }

  /** The table at a path of keys; empty if it does not exist. */
  table(...keys: readonly string[]): TomlTable {
    let value: unknown = this.root;
    for (const key of keys) value = isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return isTable(value) ? value : {};
  }

  /**
   * The line of a key of a table, or of a text of a list; if it was not found, the line of the innermost table that
   * was.
   */
  linesOf(word: string, table: readonly string[]): Lines {
    this.nodes ??= locateToml(this.lines);
    let node: TomlNode | undefined = this.nodes;
    let line = 1;
    for (const key of [...table, word]) {
      node = node.parts.get(key);
      if (node === undefined) break;
      line = node.line;
    }
    return { startLine: line, endLine: line };
  }

  get whole(): Lines {
    return { startLine: 1, endLine: Math.max(1, this.lines.length - (this.lines.at(-1) === '' ? 1 : 0)) };
  }
}

/** @returns `undefined` for a text that is not TOML, which is reported */
export async function parseToml(text: string, collector: FactCollector): Promise<TomlSource | undefined> {
  if (isTooLong(text, collector)) return undefined;
  const { TomlError, parse } = await import('smol-toml');
  const source = text.replace(/^\uFEFF/u, '');
  try {
    return new TomlSource(parse(source), source);
  } catch (error) {
    if (error instanceof TomlError) {
      // The lines after the first are an excerpt of the file.
      const [reason = ''] = error.message.split('\n');
      collector.addProblem(error.line, `This is not valid TOML: ${reason.replace(/^Invalid TOML document: /u, '')}.`);
    } else if (error instanceof RangeError) {
      collector.addProblem(1, 'The file is nested too deeply to be parsed.');
    } else throw error;
    return undefined;
  }
}

/** Reports a text that is too long for a manifest. */
export function isTooLong(text: string, collector: FactCollector): boolean {
  if (text.length <= maxManifestLength) return false;
  collector.addProblem(1, `A manifest is at most ${maxManifestLength} characters long.`);
  return true;
}

export function isTable(value: unknown): value is TomlTable {
  return isRecord(value) && !(value instanceof Date);
}

/** A text of a table, without surrounding white space; `undefined` if it is empty or not a text. */
export function textIn(table: TomlTable, key: string): string | undefined {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The texts of a list. */
export function textsIn(table: TomlTable, key: string): readonly string[] {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
