import type { Readable, Writable } from 'node:stream';

import type { IClock } from '@lexichord/abstractions';

import type { Leaving, RunRequest, WarmDescription } from './warm-protocol.js';

/** Streams and controls of a run for a command. */
export interface WarmRun {
  /** Standard input of the command; requested at the first read. */
  readonly stdin: Readable;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /**
   * Makes the command run in its own process, because this one cannot give the same answer. Later output is dropped.
   * Must be called before any output.
   *
   * @param reason a few words that follow "because"
   */
  readonly refuse: (reason: string) => void;
  /** Aborted when the command disconnects. */
  readonly signal: AbortSignal;
}

/** Streams of a client's session in the process that serves it. */
export interface WarmSession extends Omit<WarmRun, 'stdin' | 'stdout'> {
  /** Input of the client, with back pressure; it also pauses while the client does not read the answers. */
  readonly stdin: Readable;
  /** Output to the client, with back pressure. */
  readonly stdout: Writable;
}

/** Handlers of the requests of a connection. */
export interface ConnectionHandlers {
  readonly secret: string;
  readonly identity: string;
  readonly clock: IClock;
  readonly describe: () => WarmDescription;
  /** Resolves when other commands no longer find the process, which ends later. */
  readonly stop: () => Promise<void>;
  /** Resolves when commands no longer find the process; true if no other process may replace it. */
  readonly left: Promise<boolean>;
  /** Resolves when the process has closed the workspace, for which the stopping command waits. */
  readonly released: Promise<void>;
  readonly run: (request: RunRequest, run: WarmRun) => Promise<number>;
  /**
   * Calls the listener shortly before the sessions are ended.
   *
   * @returns a function that removes the listener, so that an ended session does not stay in memory
   */
  readonly onLeaving: (listener: (leaving: Leaving) => void) => () => void;
  /** Runs the session of a client; resolves to its exit code, and never rejects. */
  readonly session: (request: RunRequest, session: WarmSession) => Promise<number>;
}
