import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ErrorCode, type IIdSource, type ILogger, LexichordError } from '@lexichord/abstractions';
import { z } from 'zod';

const stateSchema = z.object({ strategies: z.record(z.string(), z.boolean()).default({}) });
type State = z.infer<typeof stateSchema>;

/** Where a workspace's state may be. */
export interface StateLocation {
  readonly workspaceRoot: string;
  /** For a workspace that cannot be written to. Default: `lexichord` in the user's cache folder. */
  readonly cacheFolder?: string | undefined;
  /** Where `XDG_CACHE_HOME` is looked up. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Remembers which strategies were switched on and off in a workspace: `.lexichord/state.json`, or the user's cache
 * folder when the workspace is read-only. Whoever opens the workspace next finds them so.
 */
export class StrategyStateFile {
  /** In the order in which they are tried. */
  private readonly folders: readonly [inWorkspace: string, inCache: string];

  constructor(
    { workspaceRoot, environment = {}, cacheFolder = defaultCacheFolder(environment) }: StateLocation,
    private readonly idSource: IIdSource,
    private readonly logger: ILogger,
  ) {
    const rootHash = createHash('sha256').update(workspaceRoot).digest('hex').slice(0, 16);
    this.folders = [join(workspaceRoot, '.lexichord'), join(cacheFolder, rootHash)];
  }

  /** Switches by strategy id. A file that cannot be understood counts as none, and the log says so. */
  async read(): Promise<ReadonlyMap<string, boolean>> {
    const { strategies } = await this.readState();
    return new Map(Object.entries(strategies));
  }

  /** @throws {LexichordError} `io-failed` when neither place can be written to */
  async remember(strategyId: string, enabled: boolean): Promise<void> {
    const { strategies } = await this.readState();
    const state: State = { strategies: { ...strategies, [strategyId]: enabled } };
    const text = `${JSON.stringify(state, undefined, 2)}\n`;
    const [inWorkspace, inCache] = this.folders;
    const refusal = await this.tryWrite(inWorkspace, text);
    if (refusal === undefined) return;
    const secondRefusal = await this.tryWrite(inCache, text);
    if (secondRefusal === undefined) return;
    throw new LexichordError(
      ErrorCode.ioFailed,
      `Could not remember that "${strategyId}" is ${enabled ? 'on' : 'off'}: neither the workspace's .lexichord folder nor the user's cache folder can be written to.`,
      { details: { strategyId }, cause: secondRefusal },
    );
  }

  private async readState(): Promise<State> {
    for (const folder of this.folders) {
      const text = await readIfPresent(join(folder, 'state.json'));
      if (text === undefined) continue;
      const state = parseState(text);
      if (state !== undefined) return state;
      this.logger.warn('The remembered state of the strategies cannot be understood and is ignored');
    }
    return { strategies: {} };
  }

  /** Written beside and renamed, so that a reader never sees half a file. */
  private async tryWrite(folder: string, text: string): Promise<unknown> {
    const draft = join(folder, `state.${this.idSource.nextId()}.tmp`);
    try {
      await mkdir(folder, { recursive: true });
      await ignoreFolderInGit(folder);
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, join(folder, 'state.json'));
      return undefined;
    } catch (error) {
      await rm(draft, { force: true }).catch((reason: unknown) => reason);
      return error;
    }
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new LexichordError(ErrorCode.ioFailed, 'The remembered state of the strategies cannot be read.', {
      cause: error,
    });
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

function parseState(text: string): State | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function defaultCacheFolder({ XDG_CACHE_HOME: folder }: Readonly<Record<string, string | undefined>>): string {
  return join(folder === undefined || folder === '' ? join(homedir(), '.cache') : folder, 'lexichord');
}
