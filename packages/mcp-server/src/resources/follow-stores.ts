import { hash } from 'node:crypto';

import { IClock, type ILexichordRuntime, ILogger, IWorkspaceListing, isLexichordError } from '@lexichord/abstractions';
import { type StoreVersions, storeVersions } from '@lexichord/runtime/internal';

import type { ResourceChanges, Unsubscribe } from './resource-changes.js';
import { conversationUri, glossaryUri, lastPackUri, mapUri } from './resource-uris.js';

/** Minimum time between two checks of the stores, in milliseconds. */
export const storeIntervalMs = 2_000;

/** Pause after a check, in multiples of its duration: checks take at most a twentieth of the time. */
const pauseFactor = 20;

/** The map at the last check. */
interface ListedMap {
  /** Version of its index. */
  readonly version: string | undefined;
  /** Hash of its text. */
  readonly digest: string;
}

/** State of the stores at the last check. */
interface StoresState {
  readonly versions: StoreVersions;
  /** Hashes of the stored conversations, by their ids. */
  readonly heads: ReadonlyMap<string, string>;
}

/**
 * Notifies subscribers of changes in a workspace by any process, while there are subscribers. Changes are detected by
 * comparing the stores with their last state, also those of this process, so that none is reported twice.
 */
export class StoreFollower {
  private lastRead: StoresState | undefined;
  private map: ListedMap | undefined;
  private listed: string | undefined;
  private following: AbortController | undefined;
  private storesTurn: Promise<unknown> = Promise.resolve();
  private mapTurn: Promise<unknown> = Promise.resolve();

  /** @param mapBudget budget of the clients' map, in tokens */
  constructor(
    private readonly runtime: ILexichordRuntime,
    private readonly changes: ResourceChanges,
    private readonly mapBudget: number,
  ) {}

  /** @returns a function that stops it */
  start(): Unsubscribe {
    const unfollow = this.changes.whileSubscribed(() => this.follow());
    // Reported immediately, and then not again by the comparison.
    const unsubscribe = this.runtime.events.subscribe('IndexUpdated', () => {
      this.changes.publish(mapUri);
      void this.compareMap({ isNotified: true });
    });
    return () => {
      unsubscribe();
      unfollow();
    };
  }

  /**
   * Runs a write of this process and reports it once: by comparing the stores while they are followed, otherwise by
   * `report`.
   */
  async write<T>(work: () => Promise<T>, report: (written: T) => void): Promise<T> {
    // The first comparison must not include this write.
    await this.storesTurn;
    const isFollowed = this.lastRead !== undefined;
    const written = await work();
    if (!isFollowed || !(await this.compare())) report(written);
    return written;
  }

  private follow(): Unsubscribe {
    const following = new AbortController();
    this.following = following;
    void Promise.all([this.compare(), this.compareMap()]).then(() => this.lookLater(following, storeIntervalMs));
    return () => {
      following.abort();
      this.following = undefined;
      this.lastRead = undefined;
      this.map = undefined;
    };
  }

  private lookLater(following: AbortController, delayMs: number): void {
    const { signal } = following;
    if (signal.aborted) return;
    const stop = this.runtime.resolve(IClock).startTimer(delayMs, () => {
      signal.removeEventListener('abort', stop);
      void this.look(following);
    });
    signal.addEventListener('abort', stop, { once: true });
  }

  private async look(following: AbortController): Promise<void> {
    const clock = this.runtime.resolve(IClock);
    const startedMs = clock.monotonicMs();
    await this.attempt(() => this.updateIndex(following.signal));
    await Promise.all([this.compare(), this.compareMap()]);
    this.lookLater(following, Math.max(storeIntervalMs, (clock.monotonicMs() - startedMs) * pauseFactor));
  }

  /** Updates the index, unless the version of the listing shows that no file has changed. */
  private async updateIndex(signal: AbortSignal): Promise<void> {
    const version = await this.runtime.resolve(IWorkspaceListing).version?.({ signal });
    if (version !== undefined && version === this.listed) return;
    await this.runtime.index.update({ signal });
    this.listed = version;
  }

  /** Compares the stores with their last state, and publishes the differences. @returns false when it failed */
  private compare(): Promise<boolean> {
    const done = this.storesTurn.then(() => this.attempt(() => this.compareNow()));
    this.storesTurn = done;
    return done;
  }

  /**
   * Compares the map's text with the last one if the index version differs, because optimising a table also changes it.
   *
   * @param isNotified whether subscribers have been notified of the current map
   */
  private compareMap({ isNotified = false } = {}): Promise<boolean> {
    const done = this.mapTurn.then(() => this.attempt(() => this.compareMapNow(isNotified)));
    this.mapTurn = done;
    return done;
  }

  private async compareNow(): Promise<void> {
    const { following, lastRead } = this;
    if (following === undefined) return;
    const now = await this.readStores(lastRead, following.signal);
    if (following !== this.following) return;
    this.lastRead = now;
    if (lastRead !== undefined) this.publishChanges(lastRead, now);
  }

  private async readStores(before: StoresState | undefined, signal: AbortSignal): Promise<StoresState> {
    const versions = await storeVersions(this.runtime, { signal });
    const isSame = before !== undefined && versions.conversations === before.versions.conversations;
    return { versions, heads: isSame ? before.heads : await this.readHeads(signal) };
  }

  private async readHeads(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    // A licence without conversations has none to report.
    if (!this.runtime.license.allows('WriterPro')) return new Map();
    const heads = await this.runtime.memory.list({ signal });
    return new Map(heads.map(({ conversationId, head }) => [conversationId, head]));
  }

  private publishChanges(before: StoresState, { versions, heads }: StoresState): void {
    const { changes } = this;
    if (versions.lastPack !== before.versions.lastPack) changes.publish(lastPackUri);
    if (versions.facts !== before.versions.facts) changes.publish(glossaryUri);
    if (heads === before.heads) return;
    const ids = [...new Set([...before.heads.keys(), ...heads.keys()])];
    if (ids.some((id) => before.heads.has(id) !== heads.has(id))) changes.publishList();
    for (const id of ids) if (before.heads.get(id) !== heads.get(id)) changes.publish(conversationUri(id));
  }

  private async compareMapNow(isReported: boolean): Promise<void> {
    const { following, map: before } = this;
    if (following === undefined) return;
    const { signal } = following;
    const { index: version } = await storeVersions(this.runtime, { signal });
    if (before !== undefined && before.version === version) return;
    const { text } = await this.runtime.map({ budget: this.mapBudget, refresh: false, signal });
    if (following !== this.following) return;
    const digest = hash('sha256', text, 'hex');
    this.map = { version, digest };
    if (!isReported && before !== undefined && before.digest !== digest) this.changes.publish(mapUri);
  }

  /** Runs work and logs its failure; the next check tries again. */
  private async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const reason = isLexichordError(error) ? error.code : error instanceof Error ? error.name : 'unknown';
      const log = this.runtime.resolve(ILogger).forSource('StoreFollower');
      log.debug('What has changed in the workspace could not be found out: {reason}', { reason });
      return false;
    }
  }
}
