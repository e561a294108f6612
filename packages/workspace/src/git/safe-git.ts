import { delimiter } from 'node:path';

/** Git's own name of an empty file on every system: it does not open the name that Windows has for it. */
const emptyFile = '/dev/null';

/**
 * Harmless values of settings that would run a program or change the output. The workspace's `.git/config` may be
 * hostile; values given with `-c` override it. An empty monitor means none in every version of git; `false` was once a
 * program's name.
 */
const harmless: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', ''],
  ['core.hooksPath', emptyFile],
  ['core.pager', ''],
  ['core.sshCommand', ''],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['diff.orderFile', emptyFile],
  ['gpg.program', ''],
  ['log.showSignature', 'false'],
  ['log.mailmap', 'false'],
  ['log.showRoot', 'true'],
  ['color.ui', 'false'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  // A folder that merely looks like a bare repository may be hostile.
  ['safe.bareRepository', 'explicit'],
];

/** The user's variables that are kept: the configuration, and the limit of the search for a repository. */
const keptVariables: ReadonlySet<string> = new Set([
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
]);

/** Limits of filters and their names; larger values are hostile. */
const maxFilters = 50;
const maxFilterLength = 100;

/** Arguments before the command: its folder, and the harmless settings. */
export function safeArguments(root: string): readonly string[] {
  const settings = harmless.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-C', root, '--no-pager', '--no-optional-locks', ...settings];
}

/**
 * Arguments that switch off the content filters of a repository, which are programs that `status` would run.
 * `undefined` if that is not possible: a name with an equals sign cannot be given with `-c`.
 *
 * @param names names of settings, `filter.<name>.<setting>`
 */
export function withoutFilters(names: readonly string[]): readonly string[] | undefined {
  const filters = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
  // A name that is not UTF-8 was decoded to a different one.
  const isSwitchable = (filter: string): boolean => filter.length <= maxFilterLength && !/[=\uFFFD]/u.test(filter);
  if (filters.size > maxFilters || ![...filters].every(isSwitchable)) return undefined;
  return [...filters].flatMap((filter) => [
    ...['clean', 'smudge', 'process'].flatMap((kind) => ['-c', `${filter}.${kind}=`]),
    ...['-c', `${filter}.required=false`],
  ]);
}

/**
 * The environment for git, without variables that select another repository: a git hook runs with `GIT_DIR` set. Git
 * does not prompt, write or fetch, and its messages are English.
 *
 * @param ceiling folder in which, and above which, git searches no repository
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
    // A hostile repository can lack objects, and configure the program that would fetch them.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}
