import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The user's home folder, from the environment or the system. `undefined` where there is none: a container may run under
 * a number that belongs to no user.
 *
 * @param lookUp asks the system
 */
export function homeFolder(environment: Environment, lookUp: () => string = homedir): string | undefined {
  const named = [environment['HOME'], environment['USERPROFILE']].find(
    (folder) => folder !== undefined && folder !== '',
  );
  if (named !== undefined) return named;
  try {
    return lookUp();
  } catch {
    return undefined;
  }
}

/** Whether a path begins at the home folder, as `~` and `~/notes` do. */
export function startsAtHome(path: string): boolean {
  return path === '~' || path.startsWith('~/');
}

/** A path with the home folder in place of its `~`; any other, and where there is no home, the path as it is. */
export function expandHome(path: string, environment: Environment): string {
  const home = startsAtHome(path) ? homeFolder(environment) : undefined;
  return home === undefined ? path : join(home, path.slice(1));
}
