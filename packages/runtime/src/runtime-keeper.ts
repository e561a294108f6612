import type { ILexichordRuntime } from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';

import { buildRuntime } from './create-runtime.js';
import { type RuntimeInputs, describeInputs, readInputs } from './runtime-inputs.js';
import type { RuntimeOptions } from './runtime-options.js';

/** An open workspace for a caller. */
export interface OpenedRuntime {
  readonly runtime: ILexichordRuntime;
  /** Must be called when the caller no longer needs the workspace. */
  close(): Promise<void>;
}

/** An open workspace, with the number of its users. */
interface KeptRuntime {
  readonly runtime: ILexichordRuntime;
  readonly folder: RuntimeInputs['folder'];
  /** Key of its inputs at the time of opening. */
  readonly inputs: string;
  users: number;
  /** Whether it is closed after its last user. */
  isRetired: boolean;
  /** State of the tables that services cache without checks; `undefined`: unknown, so the workspace is not shared. */
  readonly tables: string | undefined;
}

/** Names of tables of the search index and of facts, whose services notice every commit. */
const followedTables = /^(?:search|knowledge)-/u;

/**
 * Keeps a workspace open between callers. Each caller's inputs are read again; the open workspace is reused, with all
 * its caches, only if they are unchanged.
 */
export class RuntimeKeeper {
  private kept: KeptRuntime | undefined;
  /** The workspace that follows the configuration, until its first reload. */
  private following: KeptRuntime | undefined;
  /** Workspaces that are being closed. */
  private readonly closing = new Set<Promise<void>>();
  private turn: Promise<unknown> = Promise.resolve();

  /** @throws the errors of `createRuntime` */
  open(options: RuntimeOptions): Promise<OpenedRuntime> {
    return this.takeTurn(() => this.openNow(options));
  }

  /**
   * Opens the workspace for a long-lived caller, such as a server, and follows the configuration. Such callers share a
   * workspace with the same inputs, even if tables were changed meanwhile: in a separate one, the same services would
   * notice those changes.
   *
   * @returns `undefined` while callers with other inputs use such a workspace: there is only one at a time
   * @throws the errors of `createRuntime`
   */
  join(options: RuntimeOptions): Promise<OpenedRuntime | undefined> {
    return this.takeTurn(() => this.joinNow({ ...options, watchConfiguration: true }));
  }

  /** Retires the workspace, and waits for workspaces that are being closed. */
  async dispose(): Promise<void> {
    await this.turn;
    this.retire();
    await Promise.all(this.closing);
  }

  /** Serialised, so that two callers do not both open a new workspace. */
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
    // Not shared: a notice is only for this opening.
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

  /** Stops lending a workspace; it is closed after its last user. */
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

/** @param inputs key of the inputs */
function isMadeFrom(kept: KeptRuntime, { folder }: RuntimeInputs, inputs: string): boolean {
  return kept.inputs === inputs && kept.folder.nonce === folder.nonce;
}

async function hasSameTables({ runtime, tables }: KeptRuntime): Promise<boolean> {
  return tables !== undefined && tables === (await tablesOf(runtime));
}

/**
 * State of all tables whose changes by other processes no service notices. `undefined` if the store cannot be read,
 * which the services report when they need it.
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
