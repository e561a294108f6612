import type { Readable, Writable } from 'node:stream';

import type { IClock } from '@lexichord/abstractions';

import type { Leaving, RunRequest, WarmDescription } from './warm-protocol.js';

/** What a run of a command can say to the command that asked for it. */
export interface WarmRun {
  /** Standard input of the command; asked for when it is first read. */
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

/** What the session of a client has in the process that serves it. */
export interface WarmSession extends Omit<WarmRun, 'stdin' | 'stdout'> {
  /** What the client sends. It is read from the client as it is read here, and while the client takes the answers. */
  readonly stdin: Readable;
  /** What is sent to the client; it takes more as the client does. */
  readonly stdout: Writable;
}

/** What a connection is answered with. */
export interface ConnectionHandlers {
  readonly secret: string;
  readonly identity: string;
  readonly clock: IClock;
  readonly describe: () => WarmDescription;
  /** Resolves when no other command finds the process any more; it ends later. */
  readonly stop: () => Promise<void>;
  /** Resolves when no command finds the process any more; to whether nobody shall take its place. */
  readonly left: Promise<boolean>;
  /** Resolves when nothing of the workspace is open any more in the process, which whoever stopped it waits for. */
  readonly released: Promise<void>;
  readonly run: (request: RunRequest, run: WarmRun) => Promise<number>;
  /** Resolves when the sessions are to end, which have a moment for it. */
  readonly leaving: Promise<Leaving>;
  /** Runs the session of a client; resolves to its exit code, and never rejects. */
  readonly session: (request: RunRequest, session: WarmSession) => Promise<number>;
}
