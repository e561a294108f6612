import { homedir } from 'node:os';

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
