import { realpath } from 'node:fs/promises';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import {
  type OtherProcess,
  type WarmHold,
  type WarmHoldOptions,
  type WarmRun,
  type WarmServer,
  type WarmServerOptions,
  type WarmSession,
  holdWarm,
  openWarmServer,
} from '@lexichord/control/server';
import type { RunRequest } from '@lexichord/control/warm';
import type { RuntimeOptions } from '@lexichord/runtime';
import type { OpenedRuntime, RuntimeKeeper } from '@lexichord/runtime/internal';

import type { RunningIo, TextSink } from '../command-io.js';
import { programIdentity } from './program-identity.js';
import { differingVariable } from './variables.js';

/** Workspace, environment and runner of the served commands. */
export interface CommandServerOptions
  extends Pick<WarmServerOptions, 'kind' | 'idleMinutes' | 'clock'>, Pick<RunningIo, 'runCommandLine'> {
  /** The environment at the start of this process: a copy, because libraries set variables for themselves. */
  readonly environment: RunningIo['environment'];
  /** Absolute. */
  readonly workspaceRoot: string;
  readonly keeper: RuntimeKeeper;
}

/**
 * Answers the reading commands of a workspace from this process: each runs with the working folder, streams and
 * variables of its user, but in the open workspace.
 *
 * @returns the server, or another process that already answers; the connection to that must be closed
 */
export async function openCommandServer(options: CommandServerOptions): Promise<WarmServer | OtherProcess> {
  return openWarmServer(await serverOptions(options));
}

/** As {@link openCommandServer}; if another process already answers, this one takes over when it ends. */
export async function holdCommandServer(
  options: CommandServerOptions,
  events: Pick<WarmHoldOptions, 'onHolding' | 'onBusy' | 'onFailure'>,
): Promise<WarmHold> {
  return holdWarm({ ...(await serverOptions(options)), ...events });
}

async function serverOptions(options: CommandServerOptions): Promise<WarmServerOptions> {
  const { kind, idleMinutes, clock, environment } = options;
  const workspaceRoot = await realpath(options.workspaceRoot);
  const commands = { ...options, workspaceRoot };
  return {
    ...{ workspaceRoot, kind, idleMinutes, clock, environment },
    identity: programIdentity,
    run: (request, run) => {
      const stdout = { ...request.stdout, write: run.stdout };
      return runForClient({ request, run, stdout, open: (wanted) => commands.keeper.open(wanted) }, commands);
    },
    session: (request, run) => {
      const { stdout } = run;
      return runForClient({ request, run, stdout, open: (wanted) => join(wanted, run, commands) }, commands);
    },
  };
}

/** A command line of another process, and its streams. */
interface ClientRun {
  readonly request: RunRequest;
  readonly run: Omit<WarmRun, 'stdout'>;
  readonly stdout: TextSink;
  readonly open: (wanted: RuntimeOptions) => Promise<OpenedRuntime>;
}

async function runForClient(client: ClientRun, options: CommandServerOptions): Promise<number> {
  const { request, run, stdout } = client;
  const { argv, workingDirectory, environment } = request;
  const differing = differingVariable(environment, options.environment);
  if (differing !== undefined) run.refuse(`the environment variable ${differing} has another value there`);
  if (differing !== undefined) return 0;
  return options.runCommandLine(argv, {
    stdout,
    stderr: { ...request.stderr, write: (text) => run.stderr(text) },
    stdin: Object.assign(run.stdin, { isTTY: request.stdin.isTTY }),
    environment,
    workingDirectory,
    signal: run.signal,
    clock: options.clock,
    openRuntime: (wanted) => openForClient(wanted, client, options),
  });
}

async function openForClient(
  wanted: RuntimeOptions,
  { run, open }: ClientRun,
  { workspaceRoot }: CommandServerOptions,
): Promise<OpenedRuntime> {
  const isSameWorkspace = (await realpath(wanted.workspaceRoot).catch(() => undefined)) === workspaceRoot;
  if (!isSameWorkspace) throw refusal(run, 'it serves another workspace');
  // Log lines would go to the standard error of this process.
  if (wanted.configuration?.logging?.level !== 'silent') throw refusal(run, 'the configuration asks for a log');
  return open(wanted);
}

async function join(
  wanted: RuntimeOptions,
  session: WarmSession,
  { keeper }: CommandServerOptions,
): Promise<OpenedRuntime> {
  const opened = await keeper.join(wanted);
  if (opened === undefined) throw refusal(session, 'the workspace is open with other settings there');
  return opened;
}

function refusal(run: Pick<WarmRun, 'refuse'>, reason: string): LexichordError {
  run.refuse(reason);
  return refused();
}

/** The error that ends the run here; it is not reported. */
function refused(): LexichordError {
  return new LexichordError(ErrorCode.ioFailed, 'The command runs in the process that it was started in.');
}
