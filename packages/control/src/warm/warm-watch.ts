import { statSync } from 'node:fs';

import type { IClock } from '@lexichord/abstractions';

import { isUpdated } from './is-updated.js';

/** Reason for the end of a warm process. */
export type WarmEnd = 'closed' | 'stopped' | 'idle' | 'replaced' | 'workspace-gone' | 'updated';

/** Time between two checks, in milliseconds; they only read a few files. */
const lookMs = 1_000;

const minuteMs = 60_000;

/** Conditions under which a warm process ends. */
export interface WatchOptions {
  readonly workspaceRoot: string;
  /** Reads the current identity of this program; a change since the start ends the server, and so does a failure. */
  readonly identity: () => string;
  readonly clock: IClock;
  /** Minutes without a command and a session after which the process ends; absent: never. */
  readonly idleMinutes?: number | undefined;
}

/** The server of a watch. */
export interface WatchedServer {
  /** Whether the record is still that of this process. */
  readonly isOwnRecord: () => boolean;
  readonly onEnd: (end: WarmEnd) => void;
}

/** Ends a warm process that is idle or replaced, or whose program was updated or workspace removed. */
export class WarmWatch {
  private readonly identity: string;
  private usedMs: number;
  private running = 0;
  private stopTimer: () => void = () => undefined;

  constructor(
    private readonly options: WatchOptions,
    private readonly server: WatchedServer,
  ) {
    this.identity = options.identity();
    this.usedMs = options.clock.monotonicMs();
  }

  start(): void {
    this.stopTimer = this.options.clock.startTimer(lookMs, () => this.look());
  }

  stop(): void {
    this.stopTimer();
  }

  /** Marks the begin of a command. @returns a function that marks its end */
  begin(): () => void {
    this.running += 1;
    return () => {
      this.running -= 1;
      this.usedMs = this.options.clock.monotonicMs();
    };
  }

  private look(): void {
    const end = this.reason();
    if (end === undefined) this.start();
    else this.server.onEnd(end);
  }

  private reason(): WarmEnd | undefined {
    const { clock, identity, idleMinutes = Infinity, workspaceRoot } = this.options;
    if (hasGone(workspaceRoot)) return 'workspace-gone';
    if (isUpdated(this.identity, identity)) return 'updated';
    if (!this.server.isOwnRecord()) return 'replaced';
    const isIdle = this.running === 0 && clock.monotonicMs() - this.usedMs >= idleMinutes * minuteMs;
    return isIdle ? 'idle' : undefined;
  }
}

/** Whether a folder does not exist. False for errors, as of a failed network, which may be temporary. */
function hasGone(folder: string): boolean {
  try {
    return statSync(folder, { bigint: true, throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    return false;
  }
}
