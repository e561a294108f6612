import { constants } from 'node:fs';
import { access, lstat, mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type AdoptOptions,
  type AdoptedState,
  ErrorCode,
  type IStateFolder,
  LexichordError,
  PathDeniedError,
} from '@lexichord/abstractions';
import {
  flushFile,
  flushFolder,
  flushFolderAndAbove,
  ignoreMissing,
  renamePatiently,
} from '@lexichord/platform/internal';

import { adoptState } from './adopt-state.js';
import { type StateEvidence, type StateVerdict, judgeState } from './judge-state.js';
import { type Origin, formatOrigin, newOrigin, originPath, readOrigin } from './origin.js';
import { setAside } from './set-aside.js';
import { type StateFolders, stateFolderName } from './state-folders.js';

/** A folder of state with its verdict. */
interface ChosenState {
  readonly path: string;
  /** Origin of the existing folder. */
  readonly origin: Origin | undefined;
  readonly evidence: StateEvidence;
}

/**
 * The folder of state in the workspace, if this user created it and can write to it, otherwise one in the user's cache
 * folder. The workspace may be hostile, so a folder of another user or of a clone is set aside unopened.
 */
export class StateFolder implements IStateFolder {
  readonly path: string;
  private readonly evidence: StateEvidence;
  private origin: Origin | undefined;

  private constructor(
    private readonly workspaceRoot: string,
    chosen: ChosenState,
    readonly notice: string | undefined,
  ) {
    this.path = chosen.path;
    this.evidence = chosen.evidence;
    this.origin = chosen.origin;
  }

  /**
   * Selects the folder.
   *
   * @throws {LexichordError} `storage-failed` for state of a newer version, `io-failed` if it cannot be inspected,
   * `path-denied` for foreign state that cannot be moved away, without a home folder for a replacement
   */
  static async choose(folders: StateFolders, evidence: StateEvidence): Promise<StateFolder> {
    const { inWorkspace: path } = folders;
    const workspaceRoot = dirname(path);
    const verdict = await judge(path, evidence);
    if (verdict.kind !== 'foreign') {
      const origin = verdict.kind === 'own' ? verdict.origin : undefined;
      const isWritable = await canWrite(verdict.kind === 'absent' ? workspaceRoot : path);
      const chosen = isWritable ? { path, origin, evidence } : await chooseCache(folders, evidence);
      return new StateFolder(workspaceRoot, chosen, undefined);
    }
    // Another process may have set it aside and created its own folder meanwhile.
    if ((await lstat(path, { bigint: true }).catch(ignoreMissing))?.ino !== verdict.inode) {
      return StateFolder.choose(folders, evidence);
    }
    // A tracked folder would return with the next checkout, and one in use would be missing for its user.
    const aside = verdict.stays === undefined ? await setAside(path) : undefined;
    // Without a home folder there is no other one, and this one must not be opened.
    if (aside === undefined && folders.inCache === path) throw noStateFolder(verdict);
    const chosen = aside === undefined ? await chooseCache(folders, evidence) : { path, origin: undefined, evidence };
    return new StateFolder(workspaceRoot, chosen, noticeOf(verdict, { aside, inUse: chosen.path }));
  }

  /** Name of the workspace when its state was created; before that, the name of its folder. */
  get workspaceName(): string {
    return this.origin?.workspace ?? (basename(this.workspaceRoot) || this.workspaceRoot);
  }

  /** Identity of this folder; `undefined` until it exists. */
  get nonce(): string | undefined {
    return this.origin?.nonce;
  }

  async prepare(): Promise<void> {
    try {
      if (!(await this.isInPlace())) await this.create();
    } catch (cause) {
      if (cause instanceof LexichordError) throw cause;
      throw new LexichordError(
        ErrorCode.ioFailed,
        `The folder "${this.path}" cannot be created or written to. Check its permissions and the free space.`,
        { details: { reason: (cause as NodeJS.ErrnoException).code ?? 'unknown' }, cause },
      );
    }
  }

  async verify(): Promise<void> {
    await this.isInPlace();
  }

  adopt(name: string, options: AdoptOptions = {}): Promise<AdoptedState> {
    const { workspaceRoot, path: inUse, evidence } = this;
    const adoption = { workspaceRoot, inUse, name, origin: newOrigin(this.workspaceName) };
    return adoptState(adoption, evidence, options);
  }

  /**
   * Whether the folder exists. A folder created since the selection counts if it is this user's.
   *
   * @throws {PathDeniedError}
   */
  private async isInPlace(): Promise<boolean> {
    const origin = await readOrigin(this.path);
    if (origin !== undefined && origin.nonce === this.origin?.nonce) return true;
    const verdict = await judge(this.path, this.evidence);
    if (verdict.kind === 'foreign') throw new PathDeniedError(this.path, verdict.reason);
    if (verdict.kind === 'own') this.origin = verdict.origin;
    return verdict.kind === 'own';
  }

  /** Creates the folder atomically, with its origin. */
  private async create(): Promise<void> {
    const parent = dirname(this.path);
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const draft = await mkdtemp(`${this.path}.new-`);
    try {
      await this.fill(draft);
      // Some systems do not rename a folder onto an empty one.
      await rmdir(this.path).catch(ignoreMissing);
      await renamePatiently(draft, this.path);
    } catch (error) {
      // Another process may have created it first.
      if (!(await this.isInPlace())) throw error;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    await flushFolderAndAbove(parent);
  }

  private async fill(draft: string): Promise<void> {
    const origin = newOrigin(this.workspaceName);
    await this.evidence.records.add(origin, this.path);
    await writeFile(originPath(draft), formatOrigin(origin), { mode: 0o600 });
    // The folder ignores itself, so that projects need no rule for it.
    await writeFile(join(draft, '.gitignore'), '*\n');
    await flushFile(originPath(draft));
    await flushFolder(draft);
    this.origin = origin;
  }
}

/** Selects the folder in the user's cache folder, which needs no further evidence. */
async function chooseCache({ inCache: path }: StateFolders, evidence: StateEvidence): Promise<ChosenState> {
  return { path, origin: await readOrigin(path), evidence: { ...evidence, isTrusted: true, isTracked: notTracked } };
}

function notTracked(): Promise<boolean> {
  return Promise.resolve(false);
}

async function judge(folder: string, evidence: StateEvidence): Promise<StateVerdict> {
  try {
    return await judgeState(folder, evidence);
  } catch (cause) {
    if (cause instanceof LexichordError) throw cause;
    const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
    throw new LexichordError(
      ErrorCode.ioFailed,
      `The folder "${folder}" cannot be inspected (${code}). Check its permissions, or move it away.`,
      { details: { folder, reason: code }, cause },
    );
  }
}

async function canWrite(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

type Foreign = Extract<StateVerdict, { readonly kind: 'foreign' }>;

/** A sentence about the handling of foreign state, and advice for the user. */
function noticeOf(
  { reason, stays }: Foreign,
  { aside, inUse }: { readonly aside: string | undefined; readonly inUse: string },
): string {
  const found = notOpened(reason);
  if (aside !== undefined) {
    return `${found}; it is now ${aside}, and a new one is used. If it is yours, run "lexichord doctor --adopt ${aside}" to use it again.`;
  }
  return `${found}; state is kept in ${inUse} instead. ${remedyFor(stays)}`;
}

function noStateFolder({ reason, stays }: Foreign): LexichordError {
  return new LexichordError(
    ErrorCode.pathDenied,
    `${notOpened(reason)}, and there is no home folder for a replacement. Set HOME or XDG_CACHE_HOME. ${remedyFor(stays)}`,
    { details: { reason } },
  );
}

function notOpened(reason: string): string {
  return `The state in ${stateFolderName} was not opened (${reason})`;
}

function remedyFor(stays: Foreign['stays']): string {
  switch (stays) {
    case 'tracked':
      return `Run "git rm -r --cached ${stateFolderName}" to remove it from the repository.`;
    case 'in-use':
      return 'It is left for the owner of the workspace.';
    case undefined:
      return 'It cannot be moved away, because the workspace is read-only.';
  }
}
