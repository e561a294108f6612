import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ignore from 'ignore';

import { limitCostlyLines } from '../guard/agent-ignore.js';

/** A larger file of rules is no file of rules. */
const maxRulesBytes = 1_000_000;

/** The rules of one folder's `.gitignore`, for paths that count from that folder. */
interface FolderRules {
  /** Relative to the workspace, with a slash at the end; empty for the root. */
  readonly prefix: string;
  readonly rules: ignore.Ignore;
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
   * @param prefix of the folder, relative to the workspace, with a slash at the end; empty for the root
   */
  enter(absoluteFolder: string, prefix: string, fileNames: readonly string[]): IgnoreRules {
    const lines = fileNames.flatMap((fileName) => limitCostlyLines(readRules(join(absoluteFolder, fileName))));
    if (lines.every((line) => line.trim() === '')) return this;
    return new IgnoreRules([{ prefix, rules: ignore().add(lines) }, ...this.folders]);
  }

  /** @param path relative to the workspace; a folder's ends with a slash */
  ignores(path: string): boolean {
    for (const { prefix, rules } of this.folders) {
      const inner = path.slice(prefix.length);
      if (!ignore.isPathValid(inner)) return false;
      const { ignored, unignored } = rules.test(inner);
      if (ignored) return true;
      if (unignored) return false;
    }
    return false;
  }
}

/** On this thread: most folders have none, and to ask another thread costs ten times what that answer does. */
function readRules(path: string): string {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size <= maxRulesBytes ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
