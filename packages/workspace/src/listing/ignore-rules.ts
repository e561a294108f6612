import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { BoundedIgnore } from '../guard/bounded-ignore.js';
import { displayPath } from '../guard/display-path.js';

/** A larger file of rules is no file of rules. */
const maxRulesBytes = 1_000_000;

/** The rules of one folder's `.gitignore`, for paths that count from that folder. */
interface FolderRules {
  /** Relative to the workspace, with a slash at the end; empty for the root. */
  readonly prefix: string;
  /** Of several files, those of the last one count most. */
  readonly rules: readonly BoundedIgnore[];
}

/** A folder whose rules begin to count. */
export interface EnteredFolder {
  readonly absolutePath: string;
  /** Relative to the workspace, with a slash at the end; empty for the root. */
  readonly prefix: string;
  /** Files of rules, those that count least first. */
  readonly fileNames: readonly string[];
}

/** The `.gitignore` files that apply in a folder. Those of inner folders override those of outer ones, as in git. */
export class IgnoreRules {
  static readonly none = new IgnoreRules([]);

  private constructor(
    /** The innermost folder's first. */
    private readonly folders: readonly FolderRules[],
  ) {}

  /**
   * With the rules of one more folder. Rules that cannot be read do not apply: they only save work, what must not be
   * read is the guard's business.
   *
   * @param onWarning told in a sentence of rules that leave out more than they say
   */
  enter({ absolutePath, prefix, fileNames }: EnteredFolder, onWarning: (warning: string) => void): IgnoreRules {
    const rules = fileNames.flatMap((fileName) => {
      const label = displayPath(`${prefix}${fileName}`);
      const content = readRules(join(absolutePath, fileName), label, onWarning);
      const bounded = BoundedIgnore.parse(content);
      if (bounded === undefined) return [];
      if (bounded.broadened.length > 0) onWarning(broadenedWarning(label, bounded.broadened));
      return [bounded];
    });
    return rules.length === 0 ? this : new IgnoreRules([{ prefix, rules: rules.reverse() }, ...this.folders]);
  }

  /** @param path relative to the workspace; a folder's ends with a slash */
  ignores(path: string): boolean {
    for (const { prefix, rules } of this.folders) {
      for (const bounded of rules) {
        const verdict = bounded.test(path.slice(prefix.length));
        if (verdict !== 'unnamed') return verdict === 'ignored';
      }
    }
    return false;
  }
}

/** On this thread: most folders have none, and to ask another thread costs ten times what that answer does. */
function readRules(path: string, label: string, onWarning: (warning: string) => void): string {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return '';
    if (stats.size <= maxRulesBytes) return readFileSync(path, 'utf8');
    onWarning(
      `${label} has ${stats.size} bytes, and at most ${maxRulesBytes} are read. Whatever is in its folder is left out until it is shorter.`,
    );
    return '*';
  } catch {
    return '';
  }
}

function broadenedWarning(label: string, broadened: readonly string[]): string {
  const lines = broadened.length === 1 ? 'a line that takes' : `${broadened.length} lines that take`;
  const first = JSON.stringify(displayPath(broadened[0] ?? '').slice(0, 60));
  return `${label} has ${lines} too long to match, the first of them ${first}. Only the last name in each counts, so that more may be left out than git leaves out. Use fewer lines with "*".`;
}
