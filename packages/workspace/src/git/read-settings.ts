import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';

import type { GitRun } from './find-repository.js';
import { type FoundFolders, lookUpRepository, ownSettingsFiles, pathFrom } from './own-repository.js';
import { runGit } from './run-git.js';
import { withoutFilters } from './safe-git.js';

/** More settings, with the files that they come from, are not read: branches have some each. */
const maxItems = 200_000;
const maxFilterSettings = 1_000;

/** Settings from more files are read each time: checking the files would cost more than reading the settings. */
const maxFiles = 100;

/** Settings of all users on most systems. Another path is found once a setting comes from it. */
const systemFile = '/etc/gitconfig';

/** Prefix of git's origin of a setting that is in a file. */
const filePrefix = 'file:';

/** Replaces bytes that are not UTF-8: the name is then not the one that git has. */
const replacement = '\uFFFD';

/** Settings of the configuration that a question depends on. */
export interface RepositorySettings {
  /** How the repository's content filters are switched off; `undefined` when they cannot be. */
  readonly filters: readonly string[] | undefined;
  /**
   * Absolute paths of the files that say all of it, whether they are there or not. `undefined`: it depends on something
   * else, too, such as the name of the branch.
   */
  readonly files: ReadonlySet<string> | undefined;
}

/**
 * Names the content filters that the configuration has, which nothing else switches off, and the files it was read from.
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
 * The files that git asks whatever they say, whether they are there or not. `undefined` where the user has named one by
 * a relative path, which git takes for one in the workspace.
 */
function usualFiles(folders: FoundFolders): ReadonlySet<string> | undefined {
  const { GIT_CONFIG_GLOBAL: ofUser, GIT_CONFIG_SYSTEM: ofSystem = systemFile } = process.env;
  const { XDG_CONFIG_HOME: folder = '' } = process.env;
  const ofHome = [join(folder === '' ? join(home(), '.config') : folder, 'git/config'), join(home(), '.gitconfig')];
  const shared = [...(ofUser === undefined ? ofHome : [ofUser]), ofSystem].filter((path) => path !== '');
  return shared.every((path) => isAbsolute(path)) ? new Set([...ownSettingsFiles(folders), ...shared]) : undefined;
}

/** As git has it. */
function home(): string {
  return process.env['HOME'] ?? homedir();
}

/** Reads the origin of each setting, then its name and its value. */
class SettingsReader {
  readonly filterNames: string[] = [];
  private known: Set<string> | undefined;
  private origin: string | undefined;
  private items = 0;

  /** @param folders of the repository; absent: the settings depend on more than files */
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
    // An included file may be missing, or empty, so far.
    const isSteady = /^include(?:if\.gitdir(?:\/i)?:.*)?\.path$/su.test(name);
    const included = file === undefined || !isSteady ? undefined : includedFile(setting.slice(end + 1), file);
    // What the repository includes, or has, may be a path that leads git elsewhere than this process.
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
