import { join } from 'node:path';

import { homeFolder, relativeInside, xdgFolder } from '@lexichord/platform/internal';

/** Environment variables by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Path of the user's file: `$XDG_CONFIG_HOME/lexichord/config.yml`, otherwise `~/.config/lexichord/config.yml`. It need
 * not exist. `undefined` without a home folder in the environment.
 */
export function userConfigurationFile(environment: EnvironmentVariables): string | undefined {
  const base = xdgFolder(environment, 'XDG_CONFIG_HOME', '.config', noLookUp);
  return base === undefined ? undefined : join(base, 'lexichord', 'config.yml');
}

/** Abbreviates a path below the home folder with `~`, for the user. */
export function withTilde(path: string, environment: EnvironmentVariables): string {
  const home = homeFolder(environment, noLookUp);
  if (home === undefined) return path;
  const inside = relativeInside(home, path);
  return inside === undefined || inside === '' ? path : `~/${inside}`;
}

/** Disables other sources than the environment, so that the caller determines which files are read. */
function noLookUp(): undefined {
  return undefined;
}
