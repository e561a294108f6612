import { type CallOptions, ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';
import { flushFolder, raceWithSignal } from '@lexichord/platform/internal';
import type { Connection } from '@lancedb/lancedb';
import type { RecordBatch } from 'apache-arrow';

import { requireConfined } from '../address/require-confined.js';
import { requireOwnFiles } from '../address/require-own-files.js';
import { type StorageAddress, parseStorageAddress } from '../address/storage-address.js';
import { removeFlushMarks } from '../durability/flush-marks.js';
import { TableFlusher } from '../durability/table-flusher.js';
import { faultOf, isUnanswered, readOnlyError, storageError } from '../errors/storage-error.js';
import { requireSafeWrites } from '../object-store/require-safe-writes.js';
import { requireNoRepair } from '../repair/repair-lock.js';
import type { StorageOptions } from '../storage-options.js';
import type { StorageServices } from '../storage-services.js';
import { type LanceModules, loadLance } from './lance-module.js';
import { type NewFiles, findNewFiles } from './new-files.js';
import { retry } from './retry.js';
import { tableFolder } from './table-files.js';
import { requireTemporaryFolder } from './temporary-folder.js';

/** The libraries and an open connection. */
export interface OpenStore extends LanceModules {
  readonly connection: Connection;
  /** Opens another connection, whose tables keep the version they were opened or created with. The caller closes it. */
  readonly connectStill: () => Promise<Connection>;
  /** `undefined` if only the library can write. */
  readonly files: NewFiles | undefined;
  /** Absolute path of the folder of tables; `undefined` for other addresses. */
  readonly root: string | undefined;
  /** Whether the store is LanceDB's own service, which does its maintenance itself. */
  readonly isRemote: boolean;
}

/** An operation on the store: its description for messages (`read table "chunks"`), and the caller's signal. */
export interface StoreCall extends CallOptions {
  readonly doing: string;
}

/**
 * Disables retries of requests in the library's client. A commit that succeeds but whose answer is lost is rejected the
 * second time; the library takes that for another writer's commit and removes its own files, which the table needs
 * (ADR 0042). We repeat the whole operation instead.
 */
const onlyOnce = { client_max_retries: '0', lance_aimd_max_retries: '0' } as const;

/**
 * Size of the library's cache of searched indexes: vectors of a large table would fill its default of 6 GB. Enough for
 * the vectors of 120,000 rows of 512 numbers.
 */
const maxIndexCacheBytes = 256_000_000n;

/** Size of the library's cache of manifests and file layouts. */
const maxMetadataCacheBytes = 128_000_000n;

/** The connection to an address: opened on first use, translates errors, serialises the writes of a table. */
export class StoreSession {
  readonly address: StorageAddress;
  private opening: Promise<OpenStore> | undefined;
  private safeWrites: Promise<void> | undefined;
  private closed = false;
  private readonly writes = new Map<string, Promise<unknown>>();
  /** `undefined` if commits are not flushed. */
  private readonly flusher: TableFlusher | undefined;

  constructor(
    readonly options: StorageOptions,
    readonly services: StorageServices,
  ) {
    this.address = parseStorageAddress(options.address, options.baseFolder);
    const isWaitedFor = this.address.kind === 'folder' && options.durability === 'full';
    this.flusher = isWaitedFor ? new TableFlusher(this.address.path, services.flush) : undefined;
  }

  /** Runs an operation that only reads and may be repeated. */
  async read<T>(work: (store: OpenStore) => Promise<T>, call: StoreCall): Promise<T> {
    return this.readOnce(() => this.untilAnswered(async () => work(await this.open()), call), call);
  }

  private async readOnce<T>(work: () => Promise<T>, call: StoreCall): Promise<T> {
    call.signal?.throwIfAborted();
    this.requireOpen();
    try {
      const running = work();
      return await (call.signal === undefined ? running : raceWithSignal(running, call.signal));
    } catch (error) {
      throw this.translate(error, call);
    }
  }

  /** Reads a query batch by batch, from one snapshot of its table. */
  async *readEach(query: AsyncIterable<RecordBatch>, call: StoreCall): AsyncGenerator<RecordBatch, void, undefined> {
    const batches = query[Symbol.asyncIterator]();
    try {
      for (;;) {
        // Not repeated: the caller already has the earlier batches. The library repeats ranged reads itself.
        const next = await this.readOnce(() => batches.next(), call);
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await batches.return?.();
    }
  }

  /**
   * Runs an operation that commits to a table and may be repeated, after the earlier writes to that table. When it
   * returns, the commit has the durability of the options.
   *
   * @throws {LexichordError} `storage-read-only`
   */
  async write<T>(tableName: string, work: (store: OpenStore) => Promise<T>, call: StoreCall): Promise<T> {
    call.signal?.throwIfAborted();
    this.requireOpen();
    this.requireWritable(call.doing);
    const before = this.writes.get(tableName) ?? Promise.resolve();
    const running = before.then(async () => {
      const result = await this.commit(work, tableName, call);
      if (this.isFlushed(tableName)) await this.flusher?.flushTable(tableName);
      return result;
    });
    const settled = running.catch(() => undefined);
    this.writes.set(tableName, settled);
    void settled.then(() => {
      if (this.writes.get(tableName) === settled) this.writes.delete(tableName);
    });
    try {
      return await (call.signal === undefined ? running : raceWithSignal(running, call.signal));
    } catch (error) {
      throw this.translate(error, call);
    }
  }

  /** Whether a commit to a table is acknowledged only after its flush. */
  isFlushed(tableName: string): boolean {
    return this.flusher !== undefined && !this.isDerived(tableName);
  }

  /**
   * Checks before a change that the store is writable.
   *
   * @param doing operation for the message, such as `remove table "chunks"`
   * @throws {LexichordError} `storage-read-only`
   */
  requireWritable(doing: string): void {
    if (this.options.readOnly) throw readOnlyError(doing, this.address.shown);
  }

  /**
   * Checks before access to a folder's files that the folder is confined.
   *
   * @throws {PathDeniedError} when a link leads out of the folder that it is confined to
   */
  requireConfined(): void {
    const { address, options } = this;
    if (address.kind !== 'folder' || options.confineTo === undefined) return;
    requireConfined(address.path, options.confineTo);
  }

  /**
   * Checks a folder before the library opens it, or removes files there.
   *
   * @throws {PathDeniedError} when a link leads out of it, or it contains files that this user's store did not create
   */
  async requireOwnFiles(): Promise<void> {
    const { address, options } = this;
    this.requireConfined();
    if (address.kind !== 'folder' || options.confineTo === undefined) return;
    await this.services.stateFolder?.verify();
    requireOwnFiles(address.path);
  }

  private async requireNoRepair(): Promise<void> {
    const { address, services } = this;
    if (address.kind === 'folder' && services.holdsRepairLock !== true) await requireNoRepair(address.path);
  }

  /** Translates an error for the caller; cancellation stays unchanged. */
  translate(error: unknown, { doing, signal }: StoreCall): unknown {
    if (signal?.aborted === true) return signal.reason;
    return isLexichordError(error) ? error : storageError(error, doing, this.address.shown);
  }

  private async open(): Promise<OpenStore> {
    this.opening ??= this.connect().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return await this.opening;
  }

  /** Waits for running writes, and disconnects. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await Promise.all(this.writes.values());
    const store = await this.opening?.catch(() => undefined);
    store?.connection.close();
  }

  private requireOpen(): void {
    if (!this.closed) return;
    throw new LexichordError(ErrorCode.storageFailed, `The store at ${this.address.shown} has been closed.`, {
      details: { address: this.address.shown },
    });
  }

  private async connect(): Promise<OpenStore> {
    const { address, options } = this;
    await this.requireOwnFiles();
    const modules = await loadLance();
    await requireTemporaryFolder(address.shown);
    const { api_key: apiKey, region, host_override: hostOverride, ...storageOptions } = options.options;
    const connect = async (consistency: { readonly readConsistencyInterval?: number }): Promise<Connection> =>
      address.kind === 'remote'
        ? modules.lance.connect(address.uri, { ...definedOnly({ apiKey, region, hostOverride }) })
        : modules.lance.connect(address.kind === 'folder' ? address.path : address.uri, {
            ...consistency,
            session: new modules.lance.Session(maxIndexCacheBytes, maxMetadataCacheBytes),
            storageOptions: {
              ...(address.kind === 'objects' ? onlyOnce : {}),
              ...storageOptions,
              ...definedOnly({ region }),
            },
          });
    // Every read checks for the newest commit, which takes 0.1 ms in a folder.
    const connection = await connect({ readConsistencyInterval: options.readConsistencyMs / 1_000 });
    const files = findNewFiles(address, options, this.services);
    return {
      ...modules,
      connection,
      connectStill: () => connect({}),
      files,
      root: address.kind === 'folder' ? address.path : undefined,
      isRemote: address.kind === 'remote',
    };
  }

  private async commit<T>(work: (store: OpenStore) => Promise<T>, tableName: string, call: StoreCall): Promise<T> {
    const { maxCommitAttempts: maxAttempts } = this.options;
    const lostCommits = { isWorthIt: isLostCommit, maxAttempts, firstDelayMs: 10, random: this.random };
    return this.untilAnswered(async () => {
      await this.requireNoRepair();
      if (this.options.confineTo !== undefined) await this.services.stateFolder?.prepare();
      const store = await this.open();
      this.safeWrites ??= requireSafeWrites(this.address, this.options, this.services).catch((error: unknown) => {
        this.safeWrites = undefined;
        throw error;
      });
      await this.safeWrites;
      await this.countAsMadeAtOnce(tableName);
      return retry(() => work(store), { ...lostCommits, signal: call.signal });
    }, call);
  }

  private isDerived(tableName: string): boolean {
    return Object.hasOwn(this.options.derivedTables, tableName);
  }

  /** Removes the marks of earlier processes before a commit that is not flushed: it would look torn by a power cut. */
  private async countAsMadeAtOnce(tableName: string): Promise<void> {
    const { address, services } = this;
    if (address.kind !== 'folder' || this.isFlushed(tableName) || this.isDerived(tableName)) return;
    await removeFlushMarks(tableFolder(address.path, tableName), services.flush?.folder ?? flushFolder);
  }

  /** Repeats work while object storage leaves a request unanswered, which happens at times; see {@link onlyOnce}. */
  private async untilAnswered<T>(work: () => Promise<T>, { signal }: StoreCall): Promise<T> {
    if (this.address.kind !== 'objects') return work();
    const { random } = this;
    return retry(work, { isWorthIt: isUnanswered, maxAttempts: 4, firstDelayMs: 200, random, signal });
  }

  private get random(): () => number {
    return this.services.random ?? Math.random;
  }
}

function isLostCommit(error: unknown): boolean {
  return faultOf(error) === 'lost-commit';
}

function definedOnly(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
