import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import type { WarmKind } from './warm-record.js';

/*
 * One request per connection, lines of JSON in both directions:
 *
 *   command ► process   challenge
 *   process ► command   hello: its proof for that challenge, its identity, a challenge of its own
 *   command ► process   its proof, and the request; only after it has checked the proof and, for a run, the identity
 *   process ► command   for a run: out, err and alive as they come, and at last exit or refused
 *   command ► process   bytes of standard input, once the process has sent that the run reads it
 *
 * A session is a run that lasts until its client ends it. Its messages are standard input and output, with back
 * pressure in both directions. Before the process ends, it reports that it is leaving; the relay of the session then
 * waits for outstanding answers, and closes the connection.
 *
 * A process that waits for the end of another one sends it a wait request. The connection ends with the other process,
 * which reports before that it is stopping if no process may replace it. A process that receives a stop request
 * confirms it at once, and closes that connection when it has released the workspace.
 *
 * A command that closes the connection cancels its run.
 */

/**
 * Interval of the signs of life of a process, in milliseconds. They distinguish long work from a process that hangs.
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

/** A command line, with the environment of its command. */
export interface RunRequest {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  /** Variables that can affect the behaviour or output of a command. */
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
  /** Number of commands answered since then. */
  readonly answered: number;
  /** Number of sessions that other processes relay to this one. */
  readonly sessions: number;
  /** Resident memory of the process in bytes. */
  readonly memoryBytes: number;
  /** Minutes without a command and a session after which it ends; absent: it ends with its own command. */
  readonly idleMinutes?: number | undefined;
}

/** Lines of a process after its hello. */
export type WarmReply =
  | { readonly out: string }
  | { readonly err: string }
  | { readonly alive: true }
  /** The run reads standard input: the command sends it, and can no longer run by itself. */
  | { readonly input: true }
  | { readonly exit: number }
  | { readonly refused: string }
  | { readonly description: WarmDescription }
  | { readonly stopping: true }
  | { readonly leaving: Leaving };

/** Notice that a process will end its sessions soon: clients must not send further requests. */
export interface Leaving {
  /** Whether it was stopped by a command, so that no process may replace it. */
  readonly isStopped: boolean;
}

/** Lines of a command while its run reads standard input: bytes in base64, and finally `end`. */
export type InputLine = { readonly in: string } | { readonly end: true };

/** 32 random bytes in base64url: a challenge, or a secret. */
export function randomText(): string {
  return randomBytes(32).toString('base64url');
}

/** Proof that a side knows the secret. It depends on the side, so that a proof cannot be sent back. */
export function proofOf(secret: string, side: 'command' | 'process', challenge: string): string {
  return createHmac('sha256', secret).update(`${side} ${challenge}`).digest('base64url');
}

/** Compares proofs in constant time. */
export function isProof(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
