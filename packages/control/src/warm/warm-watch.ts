import { statSync } from 'node:fs';

import type { IClock } from '@lexichord/abstractions';

/** Why a warm process ended. */
export type WarmEnd = 'closed' | 'stopped' | 'idle' | 'replaced' | 'workspace-gone' | 'updated';

/** Time between two looks, in milliseconds: a few files cost nothing. */
const lookMs = 1_000;

const minuteMs = 60_000;

/** Conditions under which a warm process ends. */
export interface WatchOptions {
  readonly workspaceRoot: string;
  /** Of this program, as it is at the moment; another one than at the start ends the server, and so does a failure. */
  readonly identity: () => string;
  readonly clock: IClock;
  /** It ends after so many minutes without a command and a session; absent: never. */
  readonly idleMinutes?: number | undefined;
}

/** How the watch reaches its server. */
export interface WatchedServer {
  /** Whether commands still find this process, and not one that has replaced it. */
  readonly isOwnRecord: () => boolean;
  readonly onEnd: (end: WarmEnd) => void;
}

/** Ends a warm process that is not used, whose program was replaced, or whose workspace is gone. */
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

  /** Notes that a command runs. @returns notes that it has ended */
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

/** Also while this program cannot be read, because it is being installed or removed. */
export function isUpdated(startIdentity: string, identity: WatchOptions['identity']): boolean {
  try {
    return identity() !== startIdentity;
  } catch {
    return true;
  }
}

/** Not of a folder that cannot be looked up, as on a network that has failed: it may be there again. */
function hasGone(folder: string): boolean {
  try {
    return statSync(folder, { bigint: true, throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    return false;
  }
}
