import type { Readable, Writable } from 'node:stream';

import type { IClock } from '@lexichord/abstractions';

import type { Leaving, RunRequest, WarmDescription } from './warm-protocol.js';

/** Messages of a run to the command that requested it. */
export interface WarmRun {
  /** Standard input of the command; requested when it is first read. */
  readonly stdin: Readable;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /**
   * Has the command run where it was started, because this process cannot give the same answer. What the run prints after
   * that is dropped. Must come before it has printed anything.
   *
   * @param reason a few words behind "because"
   */
  readonly refuse: (reason: string) => void;
  /** Aborted when the command has gone. */
  readonly signal: AbortSignal;
}

/** Streams of a client's session in the process that serves it. */
export interface WarmSession extends Omit<WarmRun, 'stdin' | 'stdout'> {
  /** Input of the client. It is read from the client as it is read here, and while the client takes the answers. */
  readonly stdin: Readable;
  /** Output to the client, with its back pressure. */
  readonly stdout: Writable;
}

/** Handlers of the requests of a connection. */
export interface ConnectionHandlers {
  readonly secret: string;
  readonly identity: string;
  readonly clock: IClock;
  readonly describe: () => WarmDescription;
  /** Resolves when no other command finds the process any more; it ends later. */
  readonly stop: () => Promise<void>;
  /** Resolves when no command finds the process any more; true if no other process may replace it. */
  readonly left: Promise<boolean>;
  /** Resolves when the process has closed the workspace, for which the stopping command waits. */
  readonly released: Promise<void>;
  readonly run: (request: RunRequest, run: WarmRun) => Promise<number>;
  /**
   * Calls the listener when the sessions are to end, which have a moment for it.
   *
   * @returns removes the listener, so that nothing of an ended session stays in memory
   */
  readonly onLeaving: (listener: (leaving: Leaving) => void) => () => void;
  /** Runs the session of a client; resolves to its exit code, and never rejects. */
  readonly session: (request: RunRequest, session: WarmSession) => Promise<number>;
}
