import { createHash } from 'node:crypto';
import { type Stats, constants } from 'node:fs';
import { access, lstat, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ErrorCode, type IStateFolder, LexichordError } from '@lexichord/abstractions';
import { homeFolder } from '@lexichord/platform';

/** Where a workspace's state may be. */
export interface StateLocation {
  readonly workspaceRoot: string;
  /** For a workspace that cannot be written to. Default: `lexichord` in the user's cache folder. */
  readonly cacheFolder?: string | undefined;
  /** Where `XDG_CACHE_HOME` is looked up. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Both places, absolute. */
export interface StatePlaces {
  readonly inWorkspace: string;
  readonly inCache: string;
}

export function statePlaces({ workspaceRoot, environment = {}, ...given }: StateLocation): StatePlaces {
  const { cacheFolder = defaultCacheFolder(environment) } = given;
  const inWorkspace = join(workspaceRoot, '.lexichord');
  // Without a home there is no other place: writing there says what is wrong.
  if (cacheFolder === undefined) return { inWorkspace, inCache: inWorkspace };
  const rootHash = createHash('sha256').update(workspaceRoot).digest('hex').slice(0, 16);
  return { inWorkspace, inCache: join(cacheFolder, rootHash) };
}

/**
 * The folder in the workspace where it can be written to, else the one in the user's cache folder. The workspace may
 * come from anybody: a link in place of the folder is not followed.
 */
export class StateFolder implements IStateFolder {
  private constructor(readonly path: string) {}

  static async choose(location: StateLocation): Promise<StateFolder> {
    const { inWorkspace, inCache } = statePlaces(location);
    const found = await statOf(inWorkspace);
    const isUsable = found === undefined || found.isDirectory();
    const isWritable = await canWrite(found === undefined ? location.workspaceRoot : inWorkspace);
    return new StateFolder(isUsable && isWritable ? inWorkspace : inCache);
  }

  async prepare(): Promise<void> {
    try {
      await prepareStateFolder(this.path);
    } catch (cause) {
      throw new LexichordError(
        ErrorCode.ioFailed,
        `The folder "${this.path}" cannot be created or written to. Check its permissions and the free space.`,
        { details: { reason: (cause as NodeJS.ErrnoException).code ?? 'unknown' }, cause },
      );
    }
  }
}

/**
 * Makes the folder for this user alone: conversations are in it, and the secrets of panels.
 *
 * @throws what the file system throws; {LexichordError} `io-failed` when the folder is a link
 */
export async function prepareStateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await statOf(folder))?.isDirectory() !== true) {
    throw new LexichordError(ErrorCode.ioFailed, 'The folder for state is a link or no folder (.lexichord).');
  }
  await ignoreFolderInGit(folder);
}

/** Of the thing itself: links are not followed. */
export async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The folder ignores itself, so that no project has to list it. */
async function ignoreFolderInGit(folder: string): Promise<void> {
  try {
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function canWrite(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function defaultCacheFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = environment['XDG_CACHE_HOME'];
  if (named !== undefined && named !== '') return join(named, 'lexichord');
  const home = homeFolder({});
  return home === undefined ? undefined : join(home, '.cache/lexichord');
}
