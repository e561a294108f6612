import { join } from 'node:path';
import { ErrorCode, type ILogger, type IStateFolder, LexichordError, isLexichordError } from '@lexichord/abstractions';
import { type PlainFile, readPlainFile, replaceFile } from '@lexichord/platform/internal';
import { withLock } from '@lexichord/storage/internal';
import { z } from 'zod';

import { requireSupportedFormat } from './supported-format.js';

/** Format of the file that this version writes, and the newest that it reads. */
const stateFileFormat = 1;

const formatSchema = z.object({ format: z.int().positive() });
const stateSchema = z.object({ strategies: z.record(z.string(), z.boolean()).default({}) });
type State = z.infer<typeof stateSchema>;

/** A state file names a few strategies; a larger one is not ours. */
const maxStateBytes = 65_536;

/** A process that ended in the middle of a switch keeps others from theirs so long. */
const staleMs = 5_000;
/** Longer than that. */
const waitMs = 10_000;

/**
 * Remembers which strategies were switched on and off in a workspace, in `state.json` of its folder of state. Whoever
 * opens the workspace next finds them so.
 *
 * Nothing is read or written through a link, and a file that is not regular or too large is passed over.
 */
export class StrategyStateFile {
  /** Switches one after the other: each adds to what the one before has written. */
  private lastSwitch: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: IStateFolder,
    private readonly logger: ILogger,
  ) {}

  /**
   * Switches by strategy id, with those that are being remembered. A file that cannot be read or understood counts as
   * none, and the log says so.
   *
   * @throws {LexichordError} `storage-failed` for a file of a newer version
   */
  async read(): Promise<ReadonlyMap<string, boolean>> {
    await this.lastSwitch;
    const { strategies } = await this.readState();
    return new Map(Object.entries(strategies));
  }

  /**
   * @throws {LexichordError} `io-failed` when it cannot be written, and when the existing file cannot be read, because
   *   the switches in it would be lost; `storage-failed` for a file of a newer version; `path-denied` when the folder is not
   *   this user's any more
   */
  remember(strategyId: string, enabled: boolean): Promise<void> {
    const thisSwitch = this.lastSwitch.then(() => this.write(strategyId, enabled));
    // The caller hears of a failure; the next switch is tried all the same.
    this.lastSwitch = thisSwitch.catch(() => undefined);
    return thisSwitch;
  }

  private async write(strategyId: string, enabled: boolean): Promise<void> {
    const lockPath = `${this.path}.lock`;
    const failed = (reason: string, cause?: unknown): LexichordError =>
      new LexichordError(
        ErrorCode.ioFailed,
        `Could not save that "${strategyId}" is ${enabled ? 'on' : 'off'}: ${reason}`,
        { details: { strategyId, folder: this.folder.path }, cause },
      );
    const taken = (): LexichordError =>
      failed(`another process holds "${lockPath}". Try again, or remove that folder if nothing else runs.`);
    const lost = (): LexichordError =>
      failed(`"${lockPath}" was removed by another process, which may have switched another strategy. Try again.`);
    try {
      await this.folder.prepare();
      await withLock(lockPath, () => this.add({ [strategyId]: enabled }, failed), { staleMs, waitMs, taken, lost });
    } catch (cause) {
      if (isLexichordError(cause)) throw cause;
      const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
      throw failed(`"${this.path}" cannot be written (${code}). Check its permissions and the free space.`, cause);
    }
  }

  /** Under the lock, so that what another process has switched meanwhile stays. */
  private async add(switches: State['strategies'], failed: (reason: string, cause: unknown) => Error): Promise<void> {
    const file = await this.readFile().catch(ignoringWhatIsNoFile);
    let state: State;
    try {
      state = parseState(file, this.path);
    } catch (error) {
      if (isLexichordError(error) && error.code === ErrorCode.storageFailed) throw error;
      throw failed(`the content of "${this.path}" is invalid. Remove it, and switch the strategies again.`, error);
    }
    const strategies = { ...state.strategies, ...switches };
    await replaceFile(this.path, [`${JSON.stringify({ format: stateFileFormat, strategies }, undefined, 2)}\n`]);
  }

  /**
   * @throws {LexichordError} `io-failed` for a file that is no state file of ours, `storage-failed` for one of a newer
   *   version
   * @throws what the file system throws
   */
  async requireReadable(): Promise<void> {
    parseState(await this.readFile(), this.path);
  }

  private async readState(): Promise<State> {
    try {
      return parseState(await this.readFile(), this.path);
    } catch (error) {
      if (isLexichordError(error) && error.code === ErrorCode.storageFailed) throw error;
      const reason = isLexichordError(error) ? error.message : String((error as NodeJS.ErrnoException).code);
      this.logger.warn('The remembered state of the strategies is ignored: {Reason}', { Reason: reason });
      return { strategies: {} };
    }
  }

  private readFile(): Promise<PlainFile | undefined> {
    return readPlainFile(this.path, maxStateBytes);
  }

  /** Absolute. */
  get path(): string {
    return join(this.folder.path, 'state.json');
  }
}

/** A link, a device or a file of another size holds no switches of ours, and is replaced. */
function ignoringWhatIsNoFile(error: unknown): undefined {
  if (!isLexichordError(error)) throw error;
}

/**
 * @throws {LexichordError} `io-failed` for a file that is no state file of ours, `storage-failed` for one of a newer
 * version
 */
function parseState(file: PlainFile | undefined, path: string): State {
  const value = file === undefined ? {} : valueOf(file);
  // Earlier versions wrote the same format without its number.
  const { format } = formatSchema.safeParse(value).data ?? { format: stateFileFormat };
  requireSupportedFormat({ path, format, supported: stateFileFormat });
  const state = stateSchema.safeParse(value ?? {});
  if (state.success) return state.data;
  throw notUnderstood(state.error);
}

function valueOf({ bytes }: PlainFile): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch (cause) {
    throw notUnderstood(cause);
  }
}

function notUnderstood(cause: unknown): LexichordError {
  return new LexichordError(ErrorCode.ioFailed, 'its content is invalid (.lexichord/state.json)', { cause });
}
