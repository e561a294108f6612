import { devNull } from 'node:os';
import { delimiter } from 'node:path';

/**
 * Settings of a repository that would run a program, and what they are here. A workspace may be hostile, and
 * its `.git/config` with it; what is given with `-c` has the last word. An empty monitor is none for every version of
 * git, `false` was a program's name once.
 */
const harmless: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', ''],
  ['core.hooksPath', devNull],
  ['core.pager', ''],
  ['core.sshCommand', ''],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['diff.orderFile', devNull],
  ['gpg.program', ''],
  ['log.showSignature', 'false'],
  ['log.mailmap', 'false'],
  ['log.showRoot', 'true'],
  ['color.ui', 'false'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  // A folder that only looks like the inside of a repository may be hostile, and is not the user's repository.
  ['safe.bareRepository', 'explicit'],
];

/** Variables of the user's choice: the configuration in force, and how far up a repository is searched. */
const keptVariables: ReadonlySet<string> = new Set([
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
]);

/** More filters, or longer names, are meant to overflow something. */
const maxFilters = 50;
const maxFilterLength = 100;

/** Arguments before the command: its folder, and limits on what the repository can make it do. */
export function safeArguments(root: string): readonly string[] {
  const settings = harmless.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-C', root, '--no-pager', '--no-optional-locks', ...settings];
}

/**
 * Arguments that switch off the content filters of a repository, which are programs that `status` would run.
 * `undefined` when that is not possible: a name with an equals sign cannot be given with `-c`.
 *
 * @param names of settings `filter.<name>.<setting>`
 */
export function withoutFilters(names: readonly string[]): readonly string[] | undefined {
  const filters = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
  // A name that is no UTF-8 was read as another one.
  const isSwitchable = (filter: string): boolean => filter.length <= maxFilterLength && !/[=\uFFFD]/u.test(filter);
  if (filters.size > maxFilters || ![...filters].every(isSwitchable)) return undefined;
  return [...filters].flatMap((filter) => [
    ...['clean', 'smudge', 'process'].flatMap((kind) => ['-c', `${filter}.${kind}=`]),
    ...['-c', `${filter}.required=false`],
  ]);
}

/**
 * The environment without what would point git elsewhere: a hook of git, for one, runs with `GIT_DIR` set. Nothing is
 * asked, written or fetched, and messages are English.
 *
 * @param ceiling folder in which, and above which, git looks for no repository
 */
export function safeEnvironment(environment: NodeJS.ProcessEnv, ceiling?: string): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) => !/^(?:GIT_|LC_|LANG)/iu.test(name) || keptVariables.has(name.toUpperCase()),
  );
  const ceilings = [
    environment['GIT_CEILING_DIRECTORIES'],
    ceiling?.includes(delimiter) === true ? undefined : ceiling,
  ];
  const all = ceilings.filter((folder) => folder !== undefined).join(delimiter);
  return {
    ...Object.fromEntries(kept),
    ...(all === '' ? {} : { GIT_CEILING_DIRECTORIES: all }),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // A repository can be without objects on purpose, and name the program that would fetch them.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}
