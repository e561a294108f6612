import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import type { WarmKind } from './warm-record.js';

/*
 * One request for each connection, lines of JSON in both directions:
 *
 *   command ► process   challenge
 *   process ► command   hello: its proof for that challenge, its identity, a challenge of its own
 *   command ► process   its proof, and the request; only after it has checked the proof and, for a run, the identity
 *   process ► command   for a run: out, err and alive as they come, and at last exit or refused
 *   command ► process   bytes of standard input, once the process has sent that the run reads it
 *
 * A session of a client is a run that goes on until its client ends it: its messages go both ways as standard input and
 * output do, and neither side sends more than the other accepts. Before it ends by itself, the process reports that it is
 * leaving; the relay of the session then waits for its answers, and closes the connection.
 *
 * A process that waits for the end of another one sends it a wait request. The connection ends with the other process,
 * which reports before that it is stopping if no process may replace it. A process that receives a stop request confirms
 * it at once, and closes that connection when it has released the workspace.
 *
 * A command that closes the connection cancels its run.
 */

/**
 * A process that is there says so this often, in milliseconds, so that a command does not take long work for a process
 * that hangs.
 */
export const aliveMs = 1_000;

/** First line of a command. */
export interface Challenge {
  readonly lexichord: 1;
  readonly challenge: string;
}

/** First line of a process. */
export interface Hello {
  readonly proof: string;
  readonly identity: string;
  readonly challenge: string;
}

/** Properties of a stream of the command. */
export interface StreamFacts {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
}

/** A command line to run as if it were run where the command is. */
export interface RunRequest {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  /** Variables that can change what a command does or prints. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stdin: Pick<StreamFacts, 'isTTY'>;
  readonly stdout: StreamFacts;
  readonly stderr: StreamFacts;
}

/** Second line of a command. */
export type WarmRequest = { readonly proof: string } & (
  { readonly ask: 'run' | 'session'; readonly run: RunRequest } | { readonly ask: 'describe' | 'stop' | 'wait' }
);

/** Description of a warm process. */
export interface WarmDescription {
  readonly pid: number;
  readonly kind: WarmKind;
  readonly workspaceRoot: string;
  readonly startedAt: string;
  /** Commands answered since then. */
  readonly answered: number;
  /** Clients whose sessions other processes relay to this one. */
  readonly sessions: number;
  /** Resident memory of the process in bytes. */
  readonly memoryBytes: number;
  /** It ends by itself after so long without a command and a session; absent: with the command that it is part of. */
  readonly idleMinutes?: number | undefined;
}

/** Lines of a process after its hello. */
export type WarmReply =
  | { readonly out: string }
  | { readonly err: string }
  | { readonly alive: true }
  /** The run reads standard input: it is sent from now on, and the command cannot run by itself any more. */
  | { readonly input: true }
  | { readonly exit: number }
  | { readonly refused: string }
  | { readonly description: WarmDescription }
  | { readonly stopping: true }
  | { readonly leaving: Leaving };

/** A process ends its sessions soon: nothing more is to be asked in them. */
export interface Leaving {
  /** Whether it was told to stop, so that no process may take its place. */
  readonly isStopped: boolean;
}

/** Lines of a command while its run reads standard input: bytes in base64, and at last `end`. */
export type InputLine = { readonly in: string } | { readonly end: true };

/** 32 random bytes in base64url: a challenge, or a secret. */
export function randomText(): string {
  return randomBytes(32).toString('base64url');
}

/** The proof of a side that it knows the secret. The sides' proofs differ, so that neither can send the other's back. */
export function proofOf(secret: string, side: 'command' | 'process', challenge: string): string {
  return createHmac('sha256', secret).update(`${side} ${challenge}`).digest('base64url');
}

/** Compared in constant time. */
export function isProof(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
