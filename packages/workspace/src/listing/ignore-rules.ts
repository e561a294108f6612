import { lstatSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { BoundedIgnore } from '../guard/bounded-ignore.js';
import { displayPath } from '../guard/display-path.js';
import { buildFolderNames } from '../git/build-folders.js';
import { foldersAbove } from '../git/folders-above.js';

/** Maximum size of a file of rules, in bytes. */
const maxRulesBytes = 1_000_000;

/** Ignore rules of a folder. */
interface FolderRules {
  /** Converts a path of the workspace to one relative to that folder. */
  readonly pathFrom: (path: string) => string;
  /** Rules by file, in descending precedence. */
  readonly rules: readonly BoundedIgnore[];
}

/** A folder whose rules are added. */
export interface EnteredFolder {
  readonly absolutePath: string;
  /** Relative to the workspace, with a slash at the end; empty for the root. */
  readonly prefix: string;
}

/** Options for reading files of rules. */
export interface RuleReading {
  /** Whether rules ignore case, as git's do on Windows and macOS. */
  readonly foldsCase: boolean;
  /** Receives a sentence for rules that are applied too broadly, and for build folders. */
  readonly onWarning: (warning: string) => void;
}

/**
 * Git's ignore rules from files, for workspaces without a usable git. Rules of inner folders override those of outer
 * ones, as in git. Unreadable rules do not apply: the rules only save work; the guard decides on access.
 */
export class IgnoreRules {
  private constructor(
    /** Innermost folder first. */
    private readonly folders: readonly FolderRules[],
    private readonly reading: RuleReading,
  ) {}

  /** Reads the rules of the folders above the workspace, up to the top of its repository. */
  static above(root: string, reading: RuleReading): IgnoreRules {
    const none = new IgnoreRules([], reading);
    const folders = foldersAbove(root);
    let rules = none;
    for (const { absolutePath, lead } of folders) {
      const pathFrom = (path: string): string => `${lead}${path}`;
      rules = rules.withFiles(ruleFilesOf(absolutePath), {
        pathFrom,
        prefix: '../'.repeat(lead.split('/').length - 1),
      });
    }
    // A user who opens an ignored folder wants its files.
    return rules.namesIgnored('') ? none : rules;
  }

  /** Adds the rules of a folder. */
  enter({ absolutePath, prefix }: EnteredFolder): IgnoreRules {
    const pathFrom = (path: string): string => path.slice(prefix.length);
    return this.withFiles(ruleFilesOf(absolutePath), { pathFrom, prefix });
  }

  /** @param path path relative to the workspace; a folder's ends with a slash */
  ignores(path: string): boolean {
    return this.namesIgnored(path) ?? this.isBuildFolder(path);
  }

  private withFiles(
    files: readonly string[],
    { pathFrom, prefix }: Pick<FolderRules, 'pathFrom'> & { readonly prefix: string },
  ): IgnoreRules {
    const rules = files.flatMap((file) => {
      const label = displayPath(`${prefix}${basename(file) === 'exclude' ? '.git/info/exclude' : basename(file)}`);
      const content = readRules(file, label, this.reading.onWarning);
      const bounded = BoundedIgnore.parse(content, this.reading);
      if (bounded === undefined) return [];
      if (bounded.broadened.length > 0) this.reading.onWarning(broadenedWarning(label, bounded.broadened));
      return [bounded];
    });
    if (rules.length === 0) return this;
    return new IgnoreRules([{ pathFrom, rules: rules.reverse() }, ...this.folders], this.reading);
  }

  /** Whether the rules ignore a path; `undefined` if none matches. */
  private namesIgnored(path: string): boolean | undefined {
    for (const { pathFrom, rules } of this.folders) {
      for (const bounded of rules) {
        const verdict = bounded.test(pathFrom(path));
        if (verdict !== 'unnamed') return verdict === 'ignored';
      }
    }
    return undefined;
  }

  private isBuildFolder(path: string): boolean {
    if (!path.endsWith('/') || !buildFolderNames.has(basename(path))) return false;
    this.reading.onWarning(
      `Folders named "${basename(path)}" are left out as build output, because git is not available for them. To include them, add "!${basename(path)}/" to .gitignore.`,
    );
    return true;
  }
}

/** Files of rules, in ascending precedence. */
function ruleFilesOf(folder: string): readonly string[] {
  const folders = [join(folder, '.git'), join(folder, '.git/info')];
  // Through a link, another repository's rules would apply, and be shown.
  const excludes = folders.every(isPlainFolder) ? [join(folder, '.git/info/exclude')] : [];
  return [...excludes, join(folder, '.gitignore')];
}

function isPlainFolder(path: string): boolean {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Synchronous: most folders have no rules, and a call on another thread costs ten times as much as that answer. */
function readRules(path: string, label: string, onWarning: (warning: string) => void): string {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats?.isFile() !== true) return '';
    if (stats.size <= maxRulesBytes) return readFileSync(path, 'utf8');
    onWarning(
      `${label} has ${stats.size} bytes; at most ${maxRulesBytes} are read. All files in its folder are left out until it is shorter.`,
    );
    return '*';
  } catch {
    return '';
  }
}

function broadenedWarning(label: string, broadened: readonly string[]): string {
  const lines = broadened.length === 1 ? 'a line that takes' : `${broadened.length} lines that take`;
  const first = JSON.stringify(displayPath(broadened[0] ?? '').slice(0, 60));
  return `${label} has ${lines} too long to match, the first of them ${first}. Only the last name of each is applied, so more files may be left out than git ignores. Use fewer "*" in these lines.`;
}
