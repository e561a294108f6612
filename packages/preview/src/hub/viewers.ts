import { ErrorCode, type ILogger, LexichordError } from '@lexichord/abstractions';

import type { PreviewMessage } from '../protocol/preview-message.js';
import { Viewer } from './viewer.js';

/** Limit of connected viewers. */
export const maxViewers = 64;

/** Time for which a disconnected viewer is remembered; a reloaded page reconnects soon. */
const rememberedMs = 120_000;

/** A viewer makes its own id. */
const viewerIdForm = /^[A-Za-z0-9-]{8,64}$/u;

export function isViewerId(text: string): boolean {
  return viewerIdForm.test(text);
}

/** Connected viewers, and for a while those that disconnected. */
export class Viewers {
  private readonly viewers = new Map<string, Viewer>();
  private readonly leaving = new Map<Viewer, NodeJS.Timeout>();
  private isClosed = false;

  constructor(
    private readonly log: ILogger,
    private readonly onForgotten: (viewer: Viewer) => void,
  ) {}

  get listening(): number {
    return [...this.viewers.values()].filter(({ isListening }) => isListening).length;
  }

  find(viewerId: string): Viewer | undefined {
    return this.viewers.get(viewerId);
  }

  /**
   * An existing viewer, or a new one. If there are too many, the one that has been away longest is removed.
   *
   * @throws {LexichordError} `io-failed` when all of them listen, or the panel has stopped; `invalid-argument` for an
   * id of another form
   */
  get(viewerId: string): Viewer {
    if (this.isClosed) throw panelStopped();
    const existing = this.viewers.get(viewerId);
    if (existing !== undefined) return existing;
    if (!isViewerId(viewerId)) {
      const message = 'The id of a viewer has 8 to 64 letters, digits and hyphens.';
      throw new LexichordError(ErrorCode.invalidArgument, message);
    }
    if (this.viewers.size >= maxViewers) this.makeRoom();
    const viewer = new Viewer(viewerId, this.log);
    this.viewers.set(viewerId, viewer);
    this.left(viewer);
    return viewer;
  }

  broadcast(message: PreviewMessage): void {
    for (const viewer of this.viewers.values()) viewer.send(message);
  }

  /** It does not listen, or not yet. */
  left(viewer: Viewer): void {
    clearTimeout(this.leaving.get(viewer));
    this.leaving.delete(viewer);
    if (this.isClosed || viewer.isListening) return;
    const timer = setTimeout(() => {
      if (!viewer.isListening) this.forget(viewer);
      this.leaving.delete(viewer);
    }, rememberedMs);
    this.leaving.set(viewer, timer.unref());
  }

  /** Notifies and forgets all viewers. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.broadcast({ kind: 'stopping' });
    for (const viewer of this.viewers.values()) viewer.close();
    for (const timer of this.leaving.values()) clearTimeout(timer);
    this.leaving.clear();
    this.viewers.clear();
  }

  private makeRoom(): void {
    const longestAway = [...this.leaving.keys()].find(({ isListening }) => !isListening);
    if (longestAway === undefined) {
      const message = `${maxViewers} viewers are already connected to this panel. Close one of them.`;
      throw new LexichordError(ErrorCode.ioFailed, message, { details: { maxViewers } });
    }
    this.forget(longestAway);
  }

  private forget(viewer: Viewer): void {
    clearTimeout(this.leaving.get(viewer));
    this.leaving.delete(viewer);
    this.viewers.delete(viewer.viewerId);
    viewer.close();
    this.onForgotten(viewer);
  }
}

export function panelStopped(): LexichordError {
  return new LexichordError(ErrorCode.ioFailed, 'The panel has stopped. Start it again with "lexichord preview".');
}
