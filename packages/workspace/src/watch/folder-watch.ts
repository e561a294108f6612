import { type FSWatcher, closeSync, futimesSync, mkdtempSync, openSync, rmSync, statfsSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import type { TimeLimit } from '@lexichord/platform/internal';

/**
 * Types of local file systems, whose changes are all reported: ext2 to 4, XFS, Btrfs, F2FS, ZFS, tmpfs and overlayfs.
 * Changes that other machines make to shared file systems are not reported.
 */
const localFileSystems: ReadonlySet<number> = new Set([
  ...[0xef53, 0x58_46_53_42, 0x91_23_68_3e, 0xf2_f5_20_10, 0x2f_c1_2f_c1, 0x01_02_19_94, 0x79_4c_76_30],
]);

/**
 * Counts changes in folders, and detects when all changes so far are counted: Linux reports the changes that a process
 * watches in order, so the event of a file that the process changes itself follows those of all earlier changes.
 *
 * Not reported: writes through a hard link in another folder, or through a memory mapping.
 */
export class FolderWatch {
  /** Watchers by absolute path. */
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly marker: Marker | undefined = Marker.make();
  private count = 0;
  private isBroken = this.marker === undefined;

  /** Whether changes are reported. Once false, it stays false. */
  get isWorking(): boolean {
    return !this.isBroken;
  }

  /** Counter of changes, including those of the set of watched folders. */
  get changes(): number {
    return this.count;
  }

  /**
   * Replaces the set of watched folders. A folder below another one must not be watched without it.
   *
   * @returns false when watching has failed
   */
  follow(folders: ReadonlySet<string>): boolean {
    for (const folder of this.watchers.keys()) if (!folders.has(folder)) this.forget(folder);
    for (const folder of folders) {
      if (!this.isBroken && !this.watchers.has(folder)) this.add(folder);
    }
    return !this.isBroken;
  }

  /**
   * Waits until all earlier changes are counted.
   *
   * @returns false when watching has failed
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
      // A removed folder is a change; any other error means that no more watches are available.
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

/** A file without a name, which only this process changes. */
class Marker {
  private readonly watcher: FSWatcher;
  private turn: Promise<boolean> = Promise.resolve(true);
  private settle: ((isHeard: boolean) => void) | undefined;

  /** @throws the errors of the file system */
  private constructor(private readonly descriptor: number) {
    this.watcher = watch(`/proc/self/fd/${descriptor}`, { persistent: false });
    this.watcher.on('change', () => this.settle?.(true));
    this.watcher.on('error', () => this.settle?.(false));
  }

  /** Creates a marker; `undefined` if the system does not report changes in order, or the file cannot be created. */
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
   * Changes the file and waits for its event. Serialised. After a time-out no further call succeeds, because it could
   * receive the late event.
   */
  pass(limit: TimeLimit): Promise<boolean> {
    this.turn = this.turn.then((isHeard) => isHeard && this.change(limit));
    return this.turn;
  }

  close(): void {
    this.watcher.close();
    this.settle?.(false);
    // Closes after all turns: a waiting caller must not change another file that reuses this descriptor.
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
