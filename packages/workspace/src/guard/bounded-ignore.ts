import ignore from 'ignore';

import { isCostlyGlob } from './deny-patterns.js';

/**
 * Maximum cost of all lines of a file together, for each checked path: some thousand ordinary lines, or some dozen that
 * are designed to be slow.
 */
const maxWeight = 5_000;

/** Costs of a line, of each star in a name, and of each part with `**`. */
const weights = { line: 1, star: 4, globstar: 16 } as const;

/**
 * Rules in the syntax of `.gitignore`, with a bounded cost per path. Of a line above the bound, only the beginning or
 * the end of its last name is applied: a lookup of constant cost, which denies all paths of the line, and more. A
 * `!line` above the bound is dropped, which denies more as well.
 */
export class BoundedIgnore {
  private readonly exact: ignore.Ignore;
  private readonly broad = new BroadNames();

  private constructor(
    exact: readonly string[],
    /** Lines that are applied more broadly than written. */
    readonly broadened: readonly string[],
    foldsCase: boolean,
  ) {
    this.exact = ignore({ ignorecase: foldsCase }).add([...exact]);
    for (const line of broadened) if (!line.startsWith('!')) this.broad.add(lastName(line));
  }

  /**
   * Parses rules; `undefined` if there are none.
   *
   * @param foldsCase whether matching ignores case
   */
  static parse(content: string, { foldsCase = true } = {}): BoundedIgnore | undefined {
    const exact: string[] = [];
    const broadened: string[] = [];
    let weight = 0;
    for (const line of content.replace(/^\uFEFF/u, '').split(/\r\n|\r|\n/u)) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      weight += weightOf(line);
      if (weight > maxWeight || isCostlyGlob(line)) broadened.push(line);
      else exact.push(line);
    }
    return exact.length + broadened.length === 0 ? undefined : new BoundedIgnore(exact, broadened, foldsCase);
  }

  /** @param path path relative to the folder of the rules; a folder's ends with a slash */
  test(path: string): 'ignored' | 'unignored' | 'unnamed' {
    if (this.broad.hasAnyOf(path)) return 'ignored';
    if (!ignore.isPathValid(path)) return 'unnamed';
    const { ignored, unignored } = this.exact.test(path);
    return ignored ? 'ignored' : unignored ? 'unignored' : 'unnamed';
  }
}

/** Set of names, and of beginnings and ends of names, ignoring case. */
class BroadNames {
  private readonly names = new Set<string>();
  private readonly beginnings = new Set<string>();
  private readonly ends = new Set<string>();
  private isEverything = false;

  add(pattern: string): void {
    const name = pattern.toLowerCase();
    const [beginning = ''] = /^[^*?[\]\\]*/u.exec(name) ?? [];
    const [end = ''] = /[^*?[\]\\]*$/u.exec(name) ?? [];
    if (beginning === name && name !== '') this.names.add(name);
    else if (beginning !== '') this.beginnings.add(beginning);
    else if (end !== '') this.ends.add(end);
    else this.isEverything = true;
  }

  /** Whether a name in the path matches. */
  hasAnyOf(path: string): boolean {
    if (this.isEverything) return true;
    if (this.names.size + this.beginnings.size + this.ends.size === 0) return false;
    return path
      .toLowerCase()
      .split('/')
      .some((name) => name !== '' && this.has(name));
  }

  private has(name: string): boolean {
    if (this.names.has(name)) return true;
    for (let length = 1; length <= name.length; length += 1) {
      if (this.beginnings.has(name.slice(0, length)) || this.ends.has(name.slice(-length))) return true;
    }
    return false;
  }
}

/** The last name in a pattern that consists of more than stars; empty if there is none. */
function lastName(line: string): string {
  return (line.split('/').findLast((part) => !/^[*\s]*$/u.test(part)) ?? '').trimEnd();
}

/** The cost of a line. */
function weightOf(line: string): number {
  const names = line.split('/');
  const globstars = names.filter((name) => name.includes('**')).length;
  const stars = (line.match(/\*+/gu) ?? []).length - globstars;
  return weights.line + weights.star * Math.max(0, stars) + weights.globstar * globstars;
}
