import ignore from 'ignore';

import { isCostlyGlob } from './deny-patterns.js';

/**
 * Maximum cost of all lines of one file together, for each path that is checked: some thousand ordinary lines, or some
 * dozen that were made to be slow.
 */
const maxWeight = 5_000;

/** Cost of a line: its own, one for each star in a name, and one for each part that stands for any folders. */
const weights = { line: 1, star: 4, globstar: 16 } as const;

/**
 * Rules in the syntax of `.gitignore`, with a bound on what one path costs. A line above the bound is taken by the last name
 * in it alone, of which either the beginning or the end counts: that is looked up, however many there are, and rules out
 * what the line does, and more. A `!line` above the bound is dropped, which rules out more as well.
 */
export class BoundedIgnore {
  private readonly exact: ignore.Ignore;
  private readonly broad = new BroadNames();

  private constructor(
    exact: readonly string[],
    /** Lines that rule out more than they are written to. */
    readonly broadened: readonly string[],
    foldsCase: boolean,
  ) {
    this.exact = ignore({ ignorecase: foldsCase }).add([...exact]);
    for (const line of broadened) if (!line.startsWith('!')) this.broad.add(lastName(line));
  }

  /**
   * `undefined` when no line has a rule.
   *
   * @param foldsCase whether a line names a path whatever the case of their letters
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

  /** @param path relative to where the rules count from; a folder's ends with a slash */
  test(path: string): 'ignored' | 'unignored' | 'unnamed' {
    if (this.broad.hasAnyOf(path)) return 'ignored';
    if (!ignore.isPathValid(path)) return 'unnamed';
    const { ignored, unignored } = this.exact.test(path);
    return ignored ? 'ignored' : unignored ? 'unignored' : 'unnamed';
  }
}

/** Names, and beginnings and ends of names, without regard to case. */
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

  /** Whether a name in the path is one of them. */
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

/** The last name in a pattern that is more than stars; empty when there is none. */
function lastName(line: string): string {
  return (line.split('/').findLast((part) => !/^[*\s]*$/u.test(part)) ?? '').trimEnd();
}

/** At most what makes a line too costly by itself is looked at. */
function weightOf(line: string): number {
  const names = line.split('/');
  const globstars = names.filter((name) => name.includes('**')).length;
  const stars = (line.match(/\*+/gu) ?? []).length - globstars;
  return weights.line + weights.star * Math.max(0, stars) + weights.globstar * globstars;
}
