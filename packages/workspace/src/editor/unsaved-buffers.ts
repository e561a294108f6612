import type { DocumentSnapshot, ILogger, Unsubscribe } from '@lexichord/abstractions';

import type { LocatedPath } from '../guard/workspace-files.js';
import { createSnapshot } from './document-snapshot.js';

interface UnsavedBuffer {
  readonly relativePath: string;
  readonly content: string;
  /** Created on demand, to avoid hashing each keystroke. */
  snapshot?: DocumentSnapshot;
}

/** Unsaved texts of the editor, by absolute path. */
export class UnsavedBuffers {
  private readonly buffers = new Map<string, UnsavedBuffer>();
  private readonly listeners = new Set<(path: string) => void>();

  constructor(private readonly log: ILogger) {}

  get isEmpty(): boolean {
    return this.buffers.size === 0;
  }

  set({ absolutePath, relativePath }: LocatedPath, content: string | undefined): void {
    if (this.buffers.get(absolutePath)?.content === content) return;
    if (content === undefined) this.buffers.delete(absolutePath);
    else this.buffers.set(absolutePath, { relativePath, content });
    this.notify(relativePath);
  }

  /** The same object until the buffer changes. */
  snapshotOf(absolutePath: string): DocumentSnapshot | undefined {
    const buffer = this.buffers.get(absolutePath);
    if (buffer === undefined) return undefined;
    buffer.snapshot ??= createSnapshot({
      path: buffer.relativePath,
      content: buffer.content,
      decoding: 'utf-8',
      isUnsaved: true,
    });
    return buffer.snapshot;
  }

  /** Relative paths, sorted by code unit. */
  list(): readonly string[] {
    return [...this.buffers.values()].map(({ relativePath }) => relativePath).sort();
  }

  subscribe(listener: (path: string) => void): Unsubscribe {
    // Wrapped, so that one function subscribed twice is called twice and unsubscribed once at a time.
    const entry = (path: string): void => {
      listener(path);
    };
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  private notify(path: string): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(path);
      } catch (error) {
        this.log.error('A listener to unsaved changes failed for {path}', { path }, error);
      }
    }
  }
}
