import { type FSWatcher, closeSync, futimesSync, mkdtempSync, openSync, rmSync, statfsSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import type { TimeLimit } from '@lexichord/platform/internal';

/**
 * Kinds of file systems on which all changes are made by this system, so that it hears of them: ext2 to 4, XFS, Btrfs,
 * F2FS, ZFS, tmpfs and overlayfs. What is shared with other machines can change unheard.
 */
const localFileSystems: ReadonlySet<number> = new Set([
  ...[0xef53, 0x58_46_53_42, 0x91_23_68_3e, 0xf2_f5_20_10, 0x2f_c1_2f_c1, 0x01_02_19_94, 0x79_4c_76_30],
]);

/**
 * Counts changes in folders, and knows when it has heard of all until now: Linux reports what a process watches in the
 * order in which it happened, so that a process that changes a file and hears of it has heard of every earlier change.
 *
 * What is not heard of: writes through a file's second name elsewhere, or through memory that a file is mapped to.
 */
export class FolderWatch {
  /** Absolute paths. */
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly marker: Marker | undefined = Marker.make();
  private count = 0;
  private isBroken = this.marker === undefined;

  /** Whether changes are heard of. Once they are not, they never are again. */
  get isWorking(): boolean {
    return !this.isBroken;
  }

  /** Grows with every change, also of the set of watched folders. */
  get changes(): number {
    return this.count;
  }

  /**
   * Watches these folders, and no others. A folder that is below another one is not watched without that.
   *
   * @returns whether changes in them are heard of
   */
  follow(folders: ReadonlySet<string>): boolean {
    for (const folder of this.watchers.keys()) if (!folders.has(folder)) this.forget(folder);
    for (const folder of folders) {
      if (!this.isBroken && !this.watchers.has(folder)) this.add(folder);
    }
    return !this.isBroken;
  }

  /**
   * Waits until every change of before is counted.
   *
   * @returns whether that is so
   */
  async catchUp(limit: TimeLimit): Promise<boolean> {
    if (!this.isBroken && !((await this.marker?.pass(limit)) ?? false)) this.close();
    return !this.isBroken;
  }

  close(): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.marker?.close();
    for (const folder of this.watchers.keys()) this.forget(folder);
  }

  private add(folder: string): void {
    try {
      if (!localFileSystems.has(statfsSync(folder).type)) {
        this.close();
        return;
      }
      const watcher = watch(folder, { persistent: false });
      watcher.on('change', (kind, name) => {
        this.heard(folder, kind, String(name));
      });
      watcher.on('error', () => {
        this.close();
      });
      this.watchers.set(folder, watcher);
      this.count += 1;
    } catch (error) {
      // It has gone since, which is a change; else the system has no room for more.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.count += 1;
      else this.close();
    }
  }

  private heard(folder: string, kind: string, name: string): void {
    this.count += 1;
    if (kind !== 'rename') return;
    // Another folder now has the path. A removed folder reports its own name.
    if (name === basename(folder)) this.forget(folder);
    const gone = join(folder, name);
    if (!this.watchers.has(gone)) return;
    for (const watched of this.watchers.keys()) {
      if (watched === gone || watched.startsWith(`${gone}/`)) this.forget(watched);
    }
  }

  private forget(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
    this.count += 1;
  }
}

/** A file without a name, of which every change is made here. */
class Marker {
  private readonly watcher: FSWatcher;
  private turn: Promise<boolean> = Promise.resolve(true);
  private settle: ((isHeard: boolean) => void) | undefined;

  /** @throws what the file system throws */
  private constructor(private readonly descriptor: number) {
    this.watcher = watch(`/proc/self/fd/${descriptor}`, { persistent: false });
    this.watcher.on('change', () => this.settle?.(true));
    this.watcher.on('error', () => this.settle?.(false));
  }

  /** `undefined` where the system does not report changes in their order, or there is no room for a file. */
  static make(): Marker | undefined {
    if (process.platform !== 'linux') return undefined;
    let descriptor: number | undefined;
    try {
      descriptor = openNamelessFile();
      return new Marker(descriptor);
    } catch {
      if (descriptor !== undefined) closeSync(descriptor);
      return undefined;
    }
  }

  /**
   * Changes the file and waits to hear of it. One after the other, so that each hears of its own; after one that was not
   * heard of in time there is no other, which could hear of that.
   */
  pass(limit: TimeLimit): Promise<boolean> {
    this.turn = this.turn.then((isHeard) => isHeard && this.change(limit));
    return this.turn;
  }

  close(): void {
    this.watcher.close();
    this.settle?.(false);
    // A caller that waits for a turn must not change a file that has this number by then.
    this.turn = this.turn.then(() => false).finally(() => closeSync(this.descriptor));
  }

  private async change({ clock, timeoutMs }: TimeLimit): Promise<boolean> {
    const isHeard = new Promise<boolean>((resolve) => (this.settle = resolve));
    const stopTimer = clock.startTimer(timeoutMs, () => this.settle?.(false));
    const now = clock.now() / 1_000;
    futimesSync(this.descriptor, now, now);
    return isHeard.finally(stopTimer);
  }
}

function openNamelessFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'lexichord-watch-'));
  try {
    return openSync(join(folder, 'marker'), 'wx', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
