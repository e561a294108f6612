import { realpath } from 'node:fs/promises';

import { ErrorCode, type IClock, type ILexichordRuntime, isLexichordError } from '@lexichord/abstractions';
import type { OtherProcess, WarmEnd, WarmServer } from '@lexichord/control/server';
import { type WarmDescription, type WarmRecord, findWarmProcess } from '@lexichord/control/warm';
import { SystemClock } from '@lexichord/platform';
import { sharedSignal } from '@lexichord/platform/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { RuntimeKeeper } from '@lexichord/runtime/internal';

import type { CommandIo, RunningIo } from '../command-io.js';
import type { CommandRun, GlobalOptions, Invocation } from '../command-line/command-definition.js';
import { flagOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { exitCodeOfInterruption, interrupted } from '../interruption.js';
import { showIndexProgress } from '../output/index-update.js';
import { countOf, formatCount } from '../output/numbers.js';
import { printFacts } from '../output/print-facts.js';
import { printJson } from '../output/print-json.js';
import { findWorkspace } from '../session/find-workspace.js';
import { readSettings } from '../session/read-settings.js';
import { withRuntime } from '../session/with-runtime.js';
import { askWarmProcess, busyProcess, commandOf, nameOf } from '../warm/ask-warm-process.js';
import { openCommandServer } from '../warm/serve-commands.js';

/** `lexichord serve`. */
export const runServe: CommandRun = async (invocation, io) => {
  const wantsStatus = flagOption(invocation, 'status');
  const wantsStop = flagOption(invocation, 'stop');
  if (wantsStatus && wantsStop) throw usageError('--status and --stop cannot be combined. Give only one of them.');
  const workspaceRoot = await realpath(findWorkspace(invocation.globals, io));
  if (!wantsStatus && !wantsStop) return serve(workspaceRoot, invocation, io);
  const { environment, workingDirectory } = io;
  const record = findWarmProcess({ workspace: workspaceRoot, workingDirectory, environment });
  return wantsStatus ? showStatus(record, invocation, io) : stopProcess(record, invocation, io);
};

/** Runs until it is idle for too long, stopped or interrupted. */
async function serve(workspaceRoot: string, { globals }: Invocation, io: RunningIo): Promise<number> {
  const { clock = new SystemClock(), runCommandLine } = io;
  const environment = { ...io.environment };
  const settings = await readSettings(globals, { io, workspaceRoot });
  const { idleMinutes } = settings.configuration.values.serve;
  const keeper = new RuntimeKeeper();
  const opened = await openCommandServer({
    ...{ kind: 'serve', workspaceRoot, keeper, environment, clock, idleMinutes, runCommandLine },
  });
  if (!('ended' in opened)) return leaveTo(opened, globals, io);
  try {
    return await answer(opened, { workspaceRoot, keeper, globals, io });
  } finally {
    await opened.close();
    await keeper.dispose();
    opened.release();
  }
}

/** Leaves the workspace to another process, described with `--json` as this one would be. */
async function leaveTo({ record, connection }: OtherProcess, { json }: GlobalOptions, io: CommandIo): Promise<number> {
  if (connection === 'busy') throw busyProcess(record);
  connection.close();
  if (json) printJson({ isOwn: false, ...((await descriptionOf(record, io)) ?? factsOfRecord(record)) }, io);
  else io.stderr.write(`${nameOf(record)} already keeps this workspace warm.\n`);
  return ExitCode.done;
}

/** The recorded facts about a process, for one that has ended meanwhile. */
function factsOfRecord({ pid, kind, workspaceRoot, startedAt }: WarmRecord): Partial<WarmDescription> {
  return { pid, kind, workspaceRoot, startedAt };
}

/** The description by a process itself; `undefined` when it has ended. */
async function descriptionOf(record: WarmRecord, io: CommandIo): Promise<WarmDescription | undefined> {
  const replies = await askWarmProcess(record, 'describe', clockOf(io));
  return replies.map((reply) => ('description' in reply ? reply.description : undefined)).at(0);
}

/** A served workspace with the keeper of its runtime. */
interface ServedWorkspace extends Pick<Invocation, 'globals'> {
  readonly workspaceRoot: string;
  readonly keeper: RuntimeKeeper;
  readonly io: CommandIo;
}

/** Answers until the server ends. */
async function answer(server: WarmServer, served: ServedWorkspace): Promise<number> {
  const { globals, io } = served;
  const ending = new AbortController();
  void server.ended.then(() => ending.abort());
  const isWarm = await warmUp(server, { ...served, ending: ending.signal });
  if (isWarm && globals.json) printJson({ isOwn: true, ...server.describe() }, io);
  else if (isWarm) {
    io.stderr.write(`Answering commands in this workspace (process ${process.pid}). Press Ctrl+C to stop.\n`);
  }
  const end = await Promise.race([server.ended, interrupted(io.signal)]);
  if (end === undefined) return exitCodeOfInterruption(io.signal);
  if (!globals.json) io.stderr.write(`${endTexts[end]}\n`);
  return ExitCode.done;
}

/**
 * Updates the index and loads it into memory, so that the first command need not wait. This does not count as idle
 * time.
 *
 * @returns whether it was completed before the end of the server
 */
async function warmUp(
  server: WarmServer,
  { workspaceRoot, keeper, globals, io, ending }: ServedWorkspace & { readonly ending: AbortSignal },
): Promise<boolean> {
  const signal = sharedSignal(io.signal === undefined ? [ending] : [ending, io.signal]);
  const keeping = { ...io, signal, openRuntime: keeper.open.bind(keeper) };
  const isDone = server.begin();
  try {
    // MCP servers that join follow the configuration and find the index in memory.
    await withRuntime({ globals, io: keeping, workspaceRoot, watchConfiguration: true }, async ({ runtime }) => {
      await updateIndex(runtime, { ...io, signal });
      return ExitCode.done;
    });
    return !ending.aborted;
  } catch (error) {
    if (ending.aborted) return false;
    throw error;
  } finally {
    isDone();
  }
}

/** Updates the index, unless another process maintains it: then each command reports that itself. */
async function updateIndex({ index }: ILexichordRuntime, io: CommandIo): Promise<void> {
  try {
    await showIndexProgress(io, (onProgress) => index.update({ onProgress, signal: io.signal }));
  } catch (error) {
    if (!isLexichordError(error) || error.code !== ErrorCode.storageReadOnly) throw error;
  }
}

const endTexts: Readonly<Record<WarmEnd, string>> = {
  closed: 'Stopped.',
  stopped: 'Stopped by "lexichord serve --stop".',
  idle: 'Stopped after serve.idle_minutes without a command.',
  replaced: 'Another process now keeps this workspace warm.',
  'workspace-gone': 'The workspace no longer exists.',
  updated: 'Lexichord was updated. Run "lexichord serve" to start the new version.',
};

async function showStatus(record: WarmRecord | undefined, { globals }: Invocation, io: CommandIo): Promise<number> {
  const description = record === undefined ? undefined : await descriptionOf(record, io);
  if (globals.json) printJson({ isServing: description !== undefined, ...description }, io);
  else if (description === undefined) io.stdout.write('No process keeps this workspace warm.\n');
  else printFacts(factsOf(description), io);
  return description === undefined ? ExitCode.failed : ExitCode.done;
}

function factsOf(description: WarmDescription) {
  const { pid, kind, workspaceRoot, startedAt, answered, sessions, memoryBytes, idleMinutes } = description;
  const ends =
    idleMinutes === undefined ? 'with its command' : `after ${idleMinutes} min without a command or a session`;
  return [
    ['process', `${pid}, ${commandOf(kind)}`],
    ['workspace', toTerminalLine(workspaceRoot)],
    ['since', startedAt],
    ['answered', countOf(answered, 'command')],
    ['sessions', formatCount(sessions)],
    ['memory', `${formatCount(Math.round(memoryBytes / 1_000_000))} MB`],
    ['ends', ends],
  ] as const;
}

/**
 * Returns when the process has released the workspace: a `serve` process completely, another one only as a server of
 * commands.
 */
async function stopProcess(record: WarmRecord | undefined, { globals }: Invocation, io: CommandIo): Promise<number> {
  const replies = record === undefined ? [] : await askWarmProcess(record, 'stop', clockOf(io));
  const stopped = replies.some((reply) => 'stopping' in reply) ? record : undefined;
  if (globals.json) printJson({ stopped: stopped !== undefined, ...(stopped && { pid: stopped.pid }) }, io);
  else if (stopped === undefined) io.stdout.write('No process keeps this workspace warm.\n');
  else io.stdout.write(`${nameOf(stopped)} ${stopped.kind === 'serve' ? 'ends' : 'no longer answers commands'}.\n`);
  return ExitCode.done;
}

function clockOf({ clock = new SystemClock() }: CommandIo): IClock {
  return clock;
}
