import { join } from 'node:path';
import { ErrorCode, type ILogger, type IStateFolder, LexichordError, isLexichordError } from '@lexichord/abstractions';
import { readPlainFile, replaceFile } from '@lexichord/platform/internal';
import { z } from 'zod';

import { requireKnownFormat } from './known-format.js';

/** Format of the file that this version writes, and the newest that it reads. */
const stateFileFormat = 1;

const formatSchema = z.object({ format: z.int().positive() });
const stateSchema = z.object({ strategies: z.record(z.string(), z.boolean()).default({}) });
type State = z.infer<typeof stateSchema>;

/** A state file names a few strategies; a larger one is not ours. */
const maxStateBytes = 65_536;

/**
 * Remembers which strategies were switched on and off in a workspace, in `state.json` of its folder of state. Whoever
 * opens the workspace next finds them so.
 *
 * Nothing is read or written through a link, and what is no regular file of a sensible size is passed over.
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

  /** @throws {LexichordError} `io-failed` when it cannot be written, `storage-failed` for a file of a newer version */
  remember(strategyId: string, enabled: boolean): Promise<void> {
    const thisSwitch = this.lastSwitch.then(() => this.write(strategyId, enabled));
    // The caller hears of a failure; the next switch is tried all the same.
    this.lastSwitch = thisSwitch.catch(() => undefined);
    return thisSwitch;
  }

  private async write(strategyId: string, enabled: boolean): Promise<void> {
    const { strategies } = await this.readState();
    const state = { format: stateFileFormat, strategies: { ...strategies, [strategyId]: enabled } };
    try {
      await this.folder.prepare();
      await replaceFile(this.path, [`${JSON.stringify(state, undefined, 2)}\n`]);
    } catch (cause) {
      throw new LexichordError(
        ErrorCode.ioFailed,
        `Could not remember that "${strategyId}" is ${enabled ? 'on' : 'off'}: the folder "${this.folder.path}" cannot be written to.`,
        { details: { strategyId, folder: this.folder.path }, cause },
      );
    }
  }

  /**
   * @throws {LexichordError} `io-failed` for what is no state file of ours, `storage-failed` for one of a newer version
   * @throws what the file system throws
   */
  async requireReadable(): Promise<void> {
    parseState(await this.readValue(), this.path);
  }

  private async readState(): Promise<State> {
    try {
      return parseState(await this.readValue(), this.path);
    } catch (error) {
      if (isLexichordError(error) && error.code === ErrorCode.storageFailed) throw error;
      const reason = isLexichordError(error) ? error.message : String((error as NodeJS.ErrnoException).code);
      this.logger.warn('The remembered state of the strategies is ignored: {Reason}', { Reason: reason });
      return { strategies: {} };
    }
  }

  /** `undefined` where there is no file. */
  private async readValue(): Promise<unknown> {
    const file = await readPlainFile(this.path, maxStateBytes);
    if (file === undefined) return undefined;
    try {
      return JSON.parse(file.bytes.toString('utf8')) as unknown;
    } catch (cause) {
      throw notUnderstood(cause);
    }
  }

  /** Absolute. */
  get path(): string {
    return join(this.folder.path, 'state.json');
  }
}

/** @throws {LexichordError} `io-failed` for what is no state file of ours, `storage-failed` for one of a newer version */
function parseState(value: unknown, path: string): State {
  // Earlier versions wrote the same format without its number.
  const { format } = formatSchema.safeParse(value).data ?? { format: stateFileFormat };
  requireKnownFormat({ path, format, known: stateFileFormat });
  const state = stateSchema.safeParse(value ?? {});
  if (state.success) return state.data;
  throw notUnderstood(state.error);
}

function notUnderstood(cause: unknown): LexichordError {
  return new LexichordError(ErrorCode.ioFailed, 'it cannot be understood (.lexichord/state.json)', { cause });
}
