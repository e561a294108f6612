import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Gets the home folder from the system; throws if there is none. */
type HomeLookUp = () => string | undefined;

/**
 * The user's home folder, from the environment or the system. `undefined` if there is none: a container may run with
 * the id of no user. A relative one does not count: it would be a folder of the current directory.
 */
export function homeFolder(environment: Environment, lookUp: HomeLookUp = homedir): string | undefined {
  const named = [environment['HOME'], environment['USERPROFILE']].find(isNamed);
  if (named !== undefined) return named;
  try {
    return [lookUp()].find(isNamed);
  } catch {
    return undefined;
  }
}

/**
 * A user's folder from a variable of the XDG specification, otherwise the default one in the home folder. A relative
 * value is ignored, as specified.
 *
 * @param variable such as `XDG_CACHE_HOME`
 * @param inHome default path in the home folder, such as `.cache`
 * @returns absolute path; `undefined` without a home folder
 */
export function xdgFolder(
  environment: Environment,
  variable: `XDG_${string}_HOME`,
  inHome: string,
  lookUp?: HomeLookUp,
): string | undefined {
  const named = environment[variable];
  if (isNamed(named)) return named;
  const home = homeFolder(environment, lookUp);
  return home === undefined ? undefined : join(home, inHome);
}

function isNamed(folder: string | undefined): folder is string {
  return folder !== undefined && isAbsolute(folder);
}

/** Whether a path begins at the home folder, as `~` and `~/notes` do. */
export function startsAtHome(path: string): boolean {
  return path === '~' || path.startsWith('~/');
}

/** Replaces a leading `~` by the home folder; other paths stay unchanged, and all paths without a home folder. */
export function expandHome(path: string, environment: Environment): string {
  const home = startsAtHome(path) ? homeFolder(environment) : undefined;
  return home === undefined ? path : join(home, path.slice(1));
}
