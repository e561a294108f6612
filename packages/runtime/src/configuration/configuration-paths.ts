import { join } from 'node:path';

import { homeFolder, relativeInside, xdgFolder } from '@lexichord/platform/internal';

/** Environment variables by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The workspace's file, relative to the workspace and with forward slashes. */
export const workspaceConfigurationPath = '.agent/config.yml';

/**
 * The user's own file: `$XDG_CONFIG_HOME/lexichord/config.yml`, else `~/.config/lexichord/config.yml`. It need not exist.
 * `undefined` when the environment names no home.
 */
export function userConfigurationFile(environment: EnvironmentVariables): string | undefined {
  const base = xdgFolder(environment, 'XDG_CONFIG_HOME', '.config', noLookUp);
  return base === undefined ? undefined : join(base, 'lexichord', 'config.yml');
}

/** A path below the home folder with `~`, as it is shown to people. */
export function withTilde(path: string, environment: EnvironmentVariables): string {
  const home = homeFolder(environment, noLookUp);
  if (home === undefined) return path;
  const inside = relativeInside(home, path);
  return inside === undefined || inside === '' ? path : `~/${inside}`;
}

/** Settings follow the environment alone, so that its caller decides which files are read. */
function noLookUp(): undefined {
  return undefined;
}
