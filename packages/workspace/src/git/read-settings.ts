import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

import type { GitRun } from './find-repository.js';
import { type FoundPlace, lookUpRepository, ownSettingsFiles, pathFrom } from './own-repository.js';
import { runGit } from './run-git.js';
import { withoutFilters } from './safe-git.js';

/** More settings, with the files that they come from, are not read: branches have some each. */
const maxItems = 200_000;
const maxFilterSettings = 1_000;

/** Where most systems have the settings of all users. Another place is known once a setting comes from it. */
const systemFile = '/etc/gitconfig';

/** What git reads as the origin of a setting that is in a file. */
const filePrefix = 'file:';

/** What the configuration says that a question depends on. */
export interface RepositorySettings {
  /** How the repository's content filters are switched off; `undefined` when they cannot be. */
  readonly filters: readonly string[] | undefined;
  /**
   * Absolute paths of the files that say all of it, whether they are there or not. `undefined`: it depends on something
   * else, too, such as the name of the branch.
   */
  readonly files: readonly string[] | undefined;
}

/**
 * Names the content filters that the configuration has, which nothing else switches off, and the files it was read from.
 *
 * @throws the signal's reason
 */
export async function readSettings(run: GitRun): Promise<RepositorySettings> {
  const place = lookUpRepository(run.root);
  const reader = new SettingsReader(place.kind === 'found' ? place.top : run.root);
  const outcome = await runGit({
    ...run,
    args: ['config', '-z', '--show-origin', '--includes', '--list'],
    separator: '\0',
    onItem: (item) => reader.read(item),
  });
  const isKnown = outcome.kind === 'ended' && outcome.exitCode === 0 && reader.filterNames.length < maxFilterSettings;
  if (!isKnown) return { filters: undefined, files: undefined };
  const usual = place.kind === 'found' ? usualFiles(place) : undefined;
  const files = usual && reader.files && [...new Set([...usual, ...reader.files])].sort();
  return { filters: withoutFilters(reader.filterNames), files };
}

/** The files that git asks, whatever they say. */
export function usualFiles(place: FoundPlace): readonly string[] {
  const {
    GIT_CONFIG_GLOBAL: ofUser,
    GIT_CONFIG_SYSTEM: ofSystem = systemFile,
    XDG_CONFIG_HOME: folder = '',
  } = process.env;
  const home = homedir();
  const ofHome = [join(folder === '' ? join(home, '.config') : folder, 'git/config'), join(home, '.gitconfig')];
  const shared = [...(ofUser === undefined ? ofHome : [ofUser]), ofSystem].filter(isAbsolute);
  return [...new Set([...ownSettingsFiles(place), ...shared])].sort();
}

/** Reads the origin of each setting, then its name and its value. */
class SettingsReader {
  readonly filterNames: string[] = [];
  files: Set<string> | undefined = new Set();
  private origin: string | undefined;
  private items = 0;

  /** @param top where paths begin that git gives */
  constructor(private readonly top: string) {}

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
    const file = origin.startsWith(filePrefix) ? pathFrom(this.top, origin.slice(filePrefix.length)) : undefined;
    if (file !== undefined) this.files?.add(file);
    if (!/^include(?:if\..*)?\.path$/su.test(name)) return;
    // A file that is included may not be there, or say nothing, yet.
    const included = file === undefined ? undefined : includedFile(setting.slice(end + 1), file);
    const isSteady = /^include(?:if\.gitdir(?:\/i)?:.*)?\.path$/su.test(name);
    if (included === undefined || !isSteady) this.files = undefined;
    else this.files?.add(included);
  }
}

/** `undefined` for a path that only git can resolve, such as one in the home of another user. */
function includedFile(path: string, from: string): string | undefined {
  if (path.startsWith('~/')) return pathFrom(homedir(), path.slice('~/'.length));
  return /^(?:$|~|%\()/u.test(path) ? undefined : pathFrom(dirname(from), path);
}
