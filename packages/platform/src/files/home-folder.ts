import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Asks the system for the home folder; throws where there is none. */
type HomeLookUp = () => string | undefined;

/**
 * The user's home folder, from the environment or the system. `undefined` where there is none: a container may run under
 * a number that belongs to no user. A relative one counts as none: it would be a folder of whatever is worked on.
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
 * A folder of the user's that the XDG specification lets a variable name, else the usual one in the home folder. As the
 * specification says, a relative value is ignored.
 *
 * @param variable such as `XDG_CACHE_HOME`
 * @param inHome where it usually is, such as `.cache`
 * @returns absolute; `undefined` where there is no home either
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

/** A path with the home folder instead of its `~`; any other, and without a home, unchanged. */
export function expandHome(path: string, environment: Environment): string {
  const home = startsAtHome(path) ? homeFolder(environment) : undefined;
  return home === undefined ? path : join(home, path.slice(1));
}
