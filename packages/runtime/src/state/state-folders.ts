import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { xdgFolder } from '@lexichord/platform/internal';

type Environment = Readonly<Record<string, string | undefined>>;

/** Options for the folders of a workspace's state. */
export interface StateLocation {
  readonly workspaceRoot: string;
  /** Folder for a workspace that is not writable. Default: `lexichord` in the user's cache folder. */
  readonly cacheFolder?: string | undefined;
  /** Folder of the user's records. Default: `lexichord` in the user's state folder. */
  readonly userStateFolder?: string | undefined;
  /** Environment for `XDG_CACHE_HOME` and `XDG_STATE_HOME`. */
  readonly environment?: Environment | undefined;
}

/** Absolute paths of a workspace's state and the user's records. */
export interface StateFolders {
  readonly inWorkspace: string;
  readonly inCache: string;
  /** Folders of the user's records, the preferred one first. */
  readonly records: readonly string[];
}

/** Name of a workspace's folder of state, and prefix of those that were set aside. */
export const stateFolderName = '.lexichord';

export function stateFolders({ workspaceRoot, environment = {}, ...given }: StateLocation): StateFolders {
  const { cacheFolder = ownFolder(environment, 'XDG_CACHE_HOME', '.cache') } = given;
  const { userStateFolder = ownFolder(environment, 'XDG_STATE_HOME', '.local/state') } = given;
  const inWorkspace = join(workspaceRoot, stateFolderName);
  const rootHash = createHash('sha256').update(workspaceRoot).digest('hex').slice(0, 16);
  return {
    inWorkspace,
    // Without a home folder there is no other one; writing reports the problem.
    inCache: cacheFolder === undefined ? inWorkspace : join(cacheFolder, rootHash),
    // A container's user id often has no home, or "/", which is not writable.
    records: [...(userStateFolder === undefined ? [] : [userStateFolder]), temporaryFolder()],
  };
}

/** Folder of this program in a folder of the user. */
function ownFolder(
  environment: Environment,
  variable: 'XDG_CACHE_HOME' | 'XDG_STATE_HOME',
  inHome: string,
): string | undefined {
  const folder = xdgFolder(environment, variable, inHome);
  return folder === undefined ? undefined : join(folder, 'lexichord');
}

function temporaryFolder(): string {
  return join(tmpdir(), `lexichord-${process.getuid?.() ?? 'user'}`);
}
