import { join } from 'node:path';
import { ErrorCode, type ILogger, type IStateFolder, LexichordError } from '@lexichord/abstractions';
import { readPlainFile, replaceFile } from '@lexichord/platform';
import { z } from 'zod';

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
   */
  async read(): Promise<ReadonlyMap<string, boolean>> {
    await this.lastSwitch;
    const { strategies } = await this.readState();
    return new Map(Object.entries(strategies));
  }

  /** @throws {LexichordError} `io-failed` when it cannot be written */
  remember(strategyId: string, enabled: boolean): Promise<void> {
    const thisSwitch = this.lastSwitch.then(() => this.write(strategyId, enabled));
    // The caller hears of a failure; the next switch is tried all the same.
    this.lastSwitch = thisSwitch.catch(() => undefined);
    return thisSwitch;
  }

  private async write(strategyId: string, enabled: boolean): Promise<void> {
    const { strategies } = await this.readState();
    const state: State = { strategies: { ...strategies, [strategyId]: enabled } };
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

  /** @throws {LexichordError} `io-failed` for what is no state file of ours; what the file system throws */
  async requireReadable(): Promise<void> {
    await this.parse();
  }

  private async readState(): Promise<State> {
    try {
      return await this.parse();
    } catch (error) {
      const reason = error instanceof LexichordError ? error.message : String((error as NodeJS.ErrnoException).code);
      this.logger.warn('The remembered state of the strategies is ignored: {Reason}', { Reason: reason });
      return { strategies: {} };
    }
  }

  private async parse(): Promise<State> {
    const file = await readPlainFile(this.path, maxStateBytes);
    return file === undefined ? { strategies: {} } : parseState(file.bytes.toString('utf8'));
  }

  /** Absolute. */
  get path(): string {
    return join(this.folder.path, 'state.json');
  }
}

/** @throws {LexichordError} `io-failed` for what is no state file of ours */
function parseState(text: string): State {
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new LexichordError(ErrorCode.ioFailed, 'state.json cannot be understood (.lexichord/state.json)', { cause });
  }
}
