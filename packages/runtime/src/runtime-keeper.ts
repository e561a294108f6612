import type { ILexichordRuntime } from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';

import { buildRuntime } from './create-runtime.js';
import { type RuntimeInputs, describeInputs, readInputs } from './runtime-inputs.js';
import type { RuntimeOptions } from './runtime-options.js';

/** A workspace that was opened for one caller. */
export interface OpenedRuntime {
  readonly runtime: ILexichordRuntime;
  /** Must be called once the caller is done. */
  close(): Promise<void>;
}

/** An open workspace, and how many use it. */
interface KeptRuntime {
  readonly runtime: ILexichordRuntime;
  readonly folder: RuntimeInputs['folder'];
  /** Its inputs when it was opened. */
  readonly inputs: string;
  users: number;
  /** Closed with its last user. */
  isRetired: boolean;
  /** Of the tables whose contents the workspace's services keep without asking again; unknown: it is not shared. */
  readonly tables: string | undefined;
}

/** Tables of the search index and of facts, of which the services see every commit. */
const followedTables = /^(?:search|knowledge)-/u;

/**
 * Keeps a workspace open between callers. Each of them gets what opening it anew would give: everything that is read then
 * is read for each caller, and only where it is the same as before the open workspace serves it, with all that it has in
 * memory.
 */
export class RuntimeKeeper {
  private kept: KeptRuntime | undefined;
  /** The one that takes up changes of the configuration, and has taken up none. */
  private following: KeptRuntime | undefined;
  /** Workspaces that are in use, or being closed. */
  private readonly closing = new Set<Promise<void>>();
  private turn: Promise<unknown> = Promise.resolve();

  /** @throws what `createRuntime` throws */
  open(options: RuntimeOptions): Promise<OpenedRuntime> {
    return this.takeTurn(() => this.openNow(options));
  }

  /**
   * Opens the workspace for a caller that goes on, as a server does, and follows the configuration. Such callers share a
   * workspace that was made from the same inputs, whatever was stored meanwhile: in one of their own they would see that
   * by the same services.
   *
   * @returns `undefined` while others use one with other inputs: there is one such workspace at a time
   * @throws what `createRuntime` throws
   */
  join(options: RuntimeOptions): Promise<OpenedRuntime | undefined> {
    return this.takeTurn(() => this.joinNow({ ...options, watchConfiguration: true }));
  }

  /** Closes the workspace once no caller uses it any more. */
  async dispose(): Promise<void> {
    await this.turn;
    this.retire();
    await Promise.all(this.closing);
  }

  /** One after the other, so that two callers do not both open what neither has found. */
  private takeTurn<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.turn.then(open);
    this.turn = opened.catch(() => undefined);
    return opened;
  }

  private async openNow(options: RuntimeOptions): Promise<OpenedRuntime> {
    const read = await readInputs(options);
    const inputs = await describeInputs(read);
    const kept = options.watchConfiguration === true ? this.following : this.kept;
    const isSame = kept?.isRetired === false && isMadeFrom(kept, read, inputs) && (await hasSameTables(kept));
    return isSame ? this.lend(kept) : this.openAnew(read, inputs);
  }

  private async joinNow(options: RuntimeOptions): Promise<OpenedRuntime | undefined> {
    const read = await readInputs(options);
    const inputs = await describeInputs(read);
    const { following } = this;
    const isUsed = following !== undefined && following.users > 0;
    if (following === undefined || !isMadeFrom(following, read, inputs)) {
      return isUsed ? undefined : this.openAnew(read, inputs);
    }
    return isUsed || (await hasSameTables(following)) ? this.lend(following) : this.openAnew(read, inputs);
  }

  private async openAnew(read: RuntimeInputs, inputs: string): Promise<OpenedRuntime> {
    const { folder, options } = read;
    this.retire();
    const runtime = await buildRuntime(read);
    const tables = await tablesOf(runtime);
    // A notice is of this opening alone: the next caller does not get it again.
    const isRetired = folder.notice !== undefined || tables === undefined;
    const made: KeptRuntime = { runtime, folder, inputs, users: 0, isRetired, tables };
    if (!isRetired) this.kept = made;
    if (!isRetired && options.watchConfiguration === true) this.follow(made);
    return this.lend(made);
  }

  /** Retires a runtime that reloads its configuration: its inputs cannot be compared with those of the next caller. */
  private follow(made: KeptRuntime): void {
    this.following = made;
    made.runtime.events.subscribe('ConfigurationReloaded', () => {
      if (this.following === made) this.following = undefined;
      this.retire(made);
    });
  }

  private lend(kept: KeptRuntime): OpenedRuntime {
    kept.users += 1;
    let isClosed = false;
    const close = async (): Promise<void> => {
      if (isClosed) return;
      isClosed = true;
      kept.users -= 1;
      if (kept.isRetired && kept.users === 0) await this.disposeOf(kept);
    };
    return { runtime: kept.runtime, close };
  }

  /** From now on it is not lent any more. */
  private retire(kept = this.kept): void {
    if (kept === undefined || kept.isRetired) return;
    if (this.kept === kept) this.kept = undefined;
    kept.isRetired = true;
    if (kept.users === 0) void this.disposeOf(kept);
  }

  private disposeOf(kept: KeptRuntime): Promise<void> {
    if (this.following === kept) this.following = undefined;
    const { runtime } = kept;
    const disposed = runtime.dispose().finally(() => this.closing.delete(disposed));
    this.closing.add(disposed);
    return disposed;
  }
}

/** @param inputs key of the inputs that were read */
function isMadeFrom(kept: KeptRuntime, { folder }: RuntimeInputs, inputs: string): boolean {
  return kept.inputs === inputs && kept.folder.nonce === folder.nonce;
}

async function hasSameTables({ runtime, tables }: KeptRuntime): Promise<boolean> {
  return tables !== undefined && tables === (await tablesOf(runtime));
}

/**
 * The state of all tables that no service follows by itself: another process may have written to them. `undefined` where
 * the store cannot be read, which the services report when they need it.
 */
async function tablesOf(runtime: ILexichordRuntime): Promise<string | undefined> {
  try {
    const database = runtime.resolve(IDatabase);
    const names = (await database.tableNames()).filter((name) => !followedTables.test(name));
    return JSON.stringify(await Promise.all(names.map(async (name) => [name, await database.fingerprint(name)])));
  } catch {
    return undefined;
  }
}
