import { join } from 'node:path';
import { ErrorCode, type ILogger, type IStateFolder, LexichordError, isLexichordError } from '@lexichord/abstractions';
import { type PlainFile, readPlainFile, replaceFile } from '@lexichord/platform/internal';
import { withLock } from '@lexichord/storage/internal';
import { z } from 'zod';

import { requireSupportedFormat } from './supported-format.js';

/** Format of the file: the written one, and the newest that can be read. */
const stateFileFormat = 1;

const formatSchema = z.object({ format: z.int().positive() });
const stateSchema = z.object({ strategies: z.record(z.string(), z.boolean()).default({}) });
type State = z.infer<typeof stateSchema>;

/** Maximum size of the file, in bytes; it contains a few strategies. */
const maxStateBytes = 65_536;

/** Age after which the lock of a process that ended during a switch is stale. */
const staleMs = 5_000;
/** Maximum time to wait for the lock, longer than {@link staleMs}. */
const waitMs = 10_000;

/**
 * Stores the switches of strategies of a workspace, in `state.json` of its folder of state, for later runtimes.
 *
 * Does not read or write through links; a file that is not regular or too large is ignored.
 */
export class StrategyStateFile {
  /** The last switch. Switches are serialised, because each extends the file. */
  private lastSwitch: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: IStateFolder,
    private readonly logger: ILogger,
  ) {}

  /**
   * Reads the switches by strategy id, including those that are being saved. An unreadable or invalid file counts as
   * empty, with a warning in the log.
   *
   * @throws {LexichordError} `storage-failed` for a file of a newer version
   */
  async read(): Promise<ReadonlyMap<string, boolean>> {
    await this.lastSwitch;
    const { strategies } = await this.readState();
    return new Map(Object.entries(strategies));
  }

  /**
   * Saves a switch.
   *
   * @throws {LexichordError} `io-failed` if it cannot be written, or the existing file cannot be read, because its
   * switches would be lost; `storage-failed` for a file of a newer version; `path-denied` if the folder is no longer
   * this user's
   */
  remember(strategyId: string, enabled: boolean): Promise<void> {
    const thisSwitch = this.lastSwitch.then(() => this.write(strategyId, enabled));
    // A failure is reported to its caller, and does not affect the next switch.
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

  /** Adds switches to the file. Runs under the lock, so that switches of other processes are kept. */
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
   * Checks that the file can be read.
   *
   * @throws {LexichordError} `io-failed` for an invalid file, `storage-failed` for one of a newer version
   * @throws the errors of the file system
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

  /** Absolute path of the file. */
  get path(): string {
    return join(this.folder.path, 'state.json');
  }
}

/** Ignores a link, a device or a file that is too large, which is replaced. */
function ignoringWhatIsNoFile(error: unknown): undefined {
  if (!isLexichordError(error)) throw error;
}

/** @throws {LexichordError} `io-failed` for an invalid file, `storage-failed` for one of a newer version */
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
