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
  /** What its inputs were when it was opened. */
  readonly inputs: string;
  users: number;
  /** Closed with its last user. */
  isRetired: boolean;
  /** Of the tables whose contents the workspace's services keep without asking again; unknown: nobody else gets it. */
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
  /** Workspaces that somebody still uses, or that are being closed. */
  private readonly closing = new Set<Promise<void>>();
  private turn: Promise<unknown> = Promise.resolve();

  /** @throws what `createRuntime` throws */
  open(options: RuntimeOptions): Promise<OpenedRuntime> {
    // One after the other, so that two callers do not both open what neither has found.
    const opened = this.turn.then(() => this.openNow(options));
    this.turn = opened.catch(() => undefined);
    return opened;
  }

  /** Closes the workspace once nobody uses it any more. */
  async dispose(): Promise<void> {
    await this.turn;
    this.retire();
    await Promise.all(this.closing);
  }

  private async openNow(options: RuntimeOptions): Promise<OpenedRuntime> {
    const read = await readInputs(options);
    const { folder } = read;
    const inputs = await describeInputs(read);
    const { kept } = this;
    if (kept?.inputs === inputs && kept.folder.nonce === folder.nonce && (await hasSameTables(kept))) {
      return this.lend(kept);
    }
    this.retire();
    const runtime = await buildRuntime(read);
    const tables = await tablesOf(runtime);
    // A notice is of this opening alone: the next caller is not told again.
    const isRetired = folder.notice !== undefined || tables === undefined;
    const made: KeptRuntime = { runtime, folder, inputs, users: 0, isRetired, tables };
    // What it takes up while it is open, the inputs of the next caller cannot be compared with.
    if (options.watchConfiguration === true) runtime.events.subscribe('ConfigurationReloaded', () => this.retire(made));
    if (!isRetired) this.kept = made;
    return this.lend(made);
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

  /** Lends it to nobody any more. */
  private retire(kept = this.kept): void {
    if (kept === undefined || kept.isRetired) return;
    if (this.kept === kept) this.kept = undefined;
    kept.isRetired = true;
    if (kept.users === 0) void this.disposeOf(kept);
  }

  private disposeOf({ runtime }: KeptRuntime): Promise<void> {
    const disposed = runtime.dispose().finally(() => this.closing.delete(disposed));
    this.closing.add(disposed);
    return disposed;
  }
}

async function hasSameTables({ runtime, tables }: KeptRuntime): Promise<boolean> {
  return tables !== undefined && tables === (await tablesOf(runtime));
}

/**
 * The state of all tables that no service follows by itself: another process may have written to them. `undefined` where
 * the store cannot be read, which whoever needs it is told by the services.
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
