import { join } from 'node:path';
import { ErrorCode, type ILogger, LexichordError } from '@lexichord/abstractions';
import { readPlainFile, replaceFile } from '@lexichord/platform';
import { z } from 'zod';
import { type StateLocation, prepareStateFolder, statOf, statePlaces } from './state-folder.js';

const stateSchema = z.object({ strategies: z.record(z.string(), z.boolean()).default({}) });
type State = z.infer<typeof stateSchema>;

/** A state file names a few strategies; a larger one is not ours. */
const largestStateBytes = 65_536;

interface ReadState {
  readonly state: State;
  readonly modifiedMs: number;
}

/**
 * Remembers which strategies were switched on and off in a workspace: `.lexichord/state.json`, or the user's cache
 * folder when the workspace is read-only. Whoever opens the workspace next finds them so.
 *
 * The workspace may come from anybody, so nothing is read or written through a link, and what is no regular file of a
 * sensible size is passed over.
 */
export class StrategyStateFile {
  private readonly inWorkspace: string;
  private readonly inCache: string;
  /** Switches one after the other: each adds to what the one before has written. */
  private lastSwitch: Promise<void> = Promise.resolve();

  constructor(
    location: StateLocation,
    private readonly logger: ILogger,
  ) {
    const { inWorkspace, inCache } = statePlaces(location);
    this.inWorkspace = inWorkspace;
    this.inCache = inCache;
  }

  /**
   * Switches by strategy id, with those that are being remembered. A file that cannot be read or understood counts as
   * none, and the log says so.
   */
  async read(): Promise<ReadonlyMap<string, boolean>> {
    await this.lastSwitch;
    const { strategies } = await this.readNewest();
    return new Map(Object.entries(strategies));
  }

  /** @throws {LexichordError} `io-failed` when neither place can be written to */
  remember(strategyId: string, enabled: boolean): Promise<void> {
    const thisSwitch = this.lastSwitch.then(() => this.write(strategyId, enabled));
    // The caller hears of a failure; the next switch is tried all the same.
    this.lastSwitch = thisSwitch.catch(() => undefined);
    return thisSwitch;
  }

  private async write(strategyId: string, enabled: boolean): Promise<void> {
    const { strategies } = await this.readNewest();
    const state: State = { strategies: { ...strategies, [strategyId]: enabled } };
    const text = `${JSON.stringify(state, undefined, 2)}\n`;
    if ((await this.tryWrite(this.inWorkspace, text)) === undefined) return;
    const refusal = await this.tryWrite(this.inCache, text);
    if (refusal === undefined) return;
    throw new LexichordError(
      ErrorCode.ioFailed,
      `Could not remember that "${strategyId}" is ${enabled ? 'on' : 'off'}: neither the workspace's .lexichord folder nor the user's cache folder can be written to.`,
      { details: { strategyId }, cause: refusal },
    );
  }

  /** The place that was written last holds everything: it began with what the other held. */
  private async readNewest(): Promise<State> {
    const [workspace, cache] = await Promise.all([this.readFrom(this.inWorkspace), this.readFrom(this.inCache)]);
    if (workspace === undefined || cache === undefined) return (workspace ?? cache)?.state ?? { strategies: {} };
    return (cache.modifiedMs > workspace.modifiedMs ? cache : workspace).state;
  }

  private async readFrom(folder: string): Promise<ReadState | undefined> {
    try {
      const found = await statOf(folder);
      if (found === undefined) return undefined;
      if (!found.isDirectory()) throw unusable('its folder is a link or no folder');
      return await readStateFile(join(folder, 'state.json'));
    } catch (error) {
      const reason = error instanceof LexichordError ? error.message : String((error as NodeJS.ErrnoException).code);
      this.logger.warn('The remembered state of the strategies is ignored: {Reason}', { Reason: reason });
      return undefined;
    }
  }

  private async tryWrite(folder: string, text: string): Promise<unknown> {
    try {
      await prepareStateFolder(folder);
      await replaceFile(join(folder, 'state.json'), [text]);
      return undefined;
    } catch (error) {
      return error;
    }
  }
}

/** @throws {LexichordError} `io-failed` for what is no state file of ours; what the file system throws */
async function readStateFile(path: string): Promise<ReadState | undefined> {
  const file = await readPlainFile(path, largestStateBytes);
  if (file === undefined) return undefined;
  const state = parseState(file.bytes.toString('utf8'));
  if (state === undefined) throw unusable('state.json cannot be understood');
  return { state, modifiedMs: file.modifiedMs };
}

function unusable(reason: string): LexichordError {
  return new LexichordError(ErrorCode.ioFailed, `${reason} (.lexichord/state.json)`);
}

function parseState(text: string): State | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
