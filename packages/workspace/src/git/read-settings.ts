import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';

import type { GitRun } from './find-repository.js';
import { type FoundFolders, lookUpRepository, ownSettingsFiles, pathFrom } from './own-repository.js';
import { runGit } from './run-git.js';
import { withoutFilters } from './safe-git.js';

/** Maximum number of settings and their origins, counted together; each branch has several settings. */
const maxItems = 200_000;
const maxFilterSettings = 1_000;

/** Maximum number of tracked files: with more, reading the settings each time is faster than checking the files. */
const maxFiles = 100;

/** System-wide settings on most systems. Another path is discovered when a setting comes from it. */
const systemFile = '/etc/gitconfig';

/** Prefix of a setting's origin that is a file. */
const filePrefix = 'file:';

/** Replacement of bytes that are not UTF-8: such a name differs from git's. */
const replacement = '\uFFFD';

/** Settings of the configuration that a query depends on. */
export interface RepositorySettings {
  /** Arguments that switch off the repository's content filters; `undefined` if they cannot be switched off. */
  readonly filters: readonly string[] | undefined;
  /**
   * Absolute paths of all files that determine the settings, existing or not. `undefined` if the settings depend on
   * anything else, such as the name of the branch.
   */
  readonly files: ReadonlySet<string> | undefined;
}

/**
 * Reads the names of the configured content filters, and the files of the configuration. Filters can only be switched
 * off by name.
 *
 * @throws the signal's reason
 */
export async function readSettings(run: GitRun): Promise<RepositorySettings> {
  const folders = lookUpRepository(run.root);
  const reader = new SettingsReader(folders.kind === 'found' ? folders : undefined);
  const outcome = await runGit({
    ...run,
    args: ['config', '-z', '--show-origin', '--includes', '--list'],
    separator: '\0',
    onItem: (item) => reader.read(item),
  });
  const isKnown = outcome.kind === 'ended' && outcome.exitCode === 0 && reader.filterNames.length < maxFilterSettings;
  return isKnown
    ? { filters: withoutFilters(reader.filterNames), files: reader.files }
    : { filters: undefined, files: undefined };
}

/**
 * Files that git always reads, existing or not. `undefined` if the user has configured a relative path, which git
 * resolves in the workspace.
 */
function usualFiles(folders: FoundFolders): ReadonlySet<string> | undefined {
  const { GIT_CONFIG_GLOBAL: ofUser, GIT_CONFIG_SYSTEM: ofSystem = systemFile } = process.env;
  const { XDG_CONFIG_HOME: folder = '' } = process.env;
  const ofHome = [join(folder === '' ? join(home(), '.config') : folder, 'git/config'), join(home(), '.gitconfig')];
  const shared = [...(ofUser === undefined ? ofHome : [ofUser]), ofSystem].filter((path) => path !== '');
  return shared.every((path) => isAbsolute(path)) ? new Set([...ownSettingsFiles(folders), ...shared]) : undefined;
}

/** The home folder as git determines it. */
function home(): string {
  return process.env['HOME'] ?? homedir();
}

/** Parses the origin of each setting, then its name and its value. */
class SettingsReader {
  readonly filterNames: string[] = [];
  private known: Set<string> | undefined;
  private origin: string | undefined;
  private items = 0;

  /** @param folders folders of the repository; `undefined`: the settings depend on more than files */
  constructor(private readonly folders: FoundFolders | undefined) {
    const usual = folders && usualFiles(folders);
    this.known = usual && new Set(usual);
  }

  /** See {@link RepositorySettings.files}. */
  get files(): ReadonlySet<string> | undefined {
    return this.known !== undefined && this.known.size <= maxFiles ? this.known : undefined;
  }

  /** @returns `false` when there are too many */
  read(item: string): boolean {
    this.items += 1;
    if (this.origin === undefined) this.origin = item;
    else {
      this.addSetting(item, this.origin);
      this.origin = undefined;
    }
    return this.items < maxItems;
  }

  private addSetting(setting: string, origin: string): void {
    const end = setting.indexOf('\n');
    const name = end < 0 ? setting : setting.slice(0, end);
    if (name.startsWith('filter.')) this.filterNames.push(name);
    const { folders } = this;
    if (this.known === undefined || folders === undefined) return;
    const file = fileOf(origin, folders);
    if (file !== undefined) this.known.add(file);
    if (!/^include(?:if\..*)?\.path$/su.test(name)) return;
    // Tracked even if the included file is missing or empty.
    const isSteady = /^include(?:if\.gitdir(?:\/i)?:.*)?\.path$/su.test(name);
    const included = file === undefined || !isSteady ? undefined : includedFile(setting.slice(end + 1), file);
    // Files in the repository, or included by it, may resolve differently for git than for this process.
    const isTrusted = [file, included].every((path) => path !== undefined && !isOfRepository(path, folders));
    if (isTrusted && included !== undefined) this.known.add(included);
    else this.known = undefined;
  }
}

/** The file that a setting comes from; `undefined` for one of the command line. */
function fileOf(origin: string, { top }: FoundFolders): string | undefined {
  return origin.startsWith(filePrefix) ? pathFrom(top, origin.slice(filePrefix.length)) : undefined;
}

/** `undefined` for a path that only git can resolve, such as one in the home of another user. */
function includedFile(path: string, from: string): string | undefined {
  if (path.includes(replacement) || from.includes(replacement)) return undefined;
  if (path.startsWith('~/')) return pathFrom(home(), path.slice('~/'.length));
  return /^(?:$|~|%\()/u.test(path) ? undefined : pathFrom(dirname(from), path);
}

function isOfRepository(path: string, folders: FoundFolders): boolean {
  if (ownSettingsFiles(folders).includes(path)) return true;
  return [folders.top, folders.inside].some((folder) => path.startsWith(`${folder}${sep}`));
}
