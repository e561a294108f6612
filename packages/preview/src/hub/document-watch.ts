import { dirname } from 'node:path';

import { IClock, type ILexichordRuntime, ILogger, IWorkspaceGuard, isLexichordError } from '@lexichord/abstractions';
import type { FSWatcher } from 'chokidar';

/** Time without changes after which a change counts, in milliseconds: editors write a file in several steps. */
const settledAfterMs = 40;

/** The last change of a watched document. */
export interface WatchEvent {
  readonly path: string;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

const kinds = { add: 'added', change: 'changed', unlink: 'removed' } as const;

interface Watched {
  watcher?: FSWatcher | undefined;
  isClosed: boolean;
}

/** Watches single documents on disk while a viewer has them open. Each has passed the guard. */
export class DocumentWatch {
  private readonly guard: IWorkspaceGuard;
  private readonly clock: IClock;
  private readonly log: ILogger;
  private readonly watched = new Map<string, Watched>();
  private last: WatchEvent | undefined;

  constructor(
    runtime: Pick<ILexichordRuntime, 'resolve'>,
    /** Called when a document may have changed. */
    private readonly onChange: (path: string) => void,
  ) {
    this.guard = runtime.resolve(IWorkspaceGuard);
    this.clock = runtime.resolve(IClock);
    this.log = runtime.resolve(ILogger).forSource('PreviewDocumentWatch');
  }

  /** In the order of their names. */
  get paths(): readonly string[] {
    return [...this.watched.keys()].sort();
  }

  get lastEvent(): WatchEvent | undefined {
    return this.last;
  }

  /** Watches these and no others. Paths as the editor spells them. */
  follow(paths: ReadonlySet<string>): void {
    for (const path of this.watched.keys()) if (!paths.has(path)) void this.stop(path);
    for (const path of paths) if (!this.watched.has(path)) this.start(path);
  }

  async close(): Promise<void> {
    await Promise.all([...this.watched.keys()].map((path) => this.stop(path)));
  }

  private start(path: string): void {
    const watched: Watched = { isClosed: false };
    this.watched.set(path, watched);
    this.watch(path, watched).catch((error: unknown) => {
      // A document that only an unsaved buffer has, or that has just gone: there is nothing to watch.
      if (!isLexichordError(error)) this.log.warn('A document that a panel shows cannot be watched');
    });
  }

  private async stop(path: string): Promise<void> {
    const watched = this.watched.get(path);
    this.watched.delete(path);
    if (watched === undefined) return;
    watched.isClosed = true;
    await watched.watcher?.close();
  }

  private async watch(path: string, watched: Watched): Promise<void> {
    const { absolutePath } = await this.guard.check(path);
    const { watch } = await import('chokidar');
    // It may have been closed meanwhile.
    if (watched.isClosed) return;
    const folder = dirname(absolutePath);
    // Its folder, because an editor may replace the file.
    const watcher = watch(folder, {
      depth: 0,
      ignored: (candidate) => candidate !== folder && candidate !== absolutePath,
      ignoreInitial: true,
      followSymlinks: false,
      awaitWriteFinish: { stabilityThreshold: settledAfterMs, pollInterval: settledAfterMs / 2 },
    });
    watched.watcher = watcher;
    watcher.on('all', (event) => {
      if (event === 'add' || event === 'change' || event === 'unlink') this.seen(path, kinds[event]);
    });
    watcher.on('error', () => this.log.warn('A document that a panel shows cannot be watched any more'));
    // Changes from before the watcher was ready were missed.
    watcher.on('ready', () => this.onChange(path));
  }

  private seen(path: string, kind: WatchEvent['kind']): void {
    if (!this.watched.has(path)) return;
    this.last = { path, kind, at: new Date(this.clock.now()).toISOString() };
    this.onChange(path);
  }
}
