import { realpath } from 'node:fs/promises';

import { ErrorCode, isLexichordError } from '@lexichord/abstractions';
import {
  type WarmDescription,
  type WarmKind,
  type WarmRecord,
  connectWarmProcess,
  findWarmProcess,
} from '@lexichord/control/warm';
import type { WarmEnd } from '@lexichord/control/server';
import { SystemClock } from '@lexichord/platform';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { RuntimeKeeper } from '@lexichord/runtime';

import type { CommandIo, RunningIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
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
import { openCommandServer } from '../warm/serve-commands.js';

const commandNames: Readonly<Record<WarmKind, string>> = {
  serve: 'serve',
  mcp: 'mcp',
  preview: 'preview',
  index: 'index --watch',
};

/** How long a process may take to answer one of these questions, in milliseconds. */
const answerMs = 5_000;

/** `lexichord serve`. */
export const runServe: CommandRun = async (invocation, io) => {
  const wantsStatus = flagOption(invocation, 'status');
  const wantsStop = flagOption(invocation, 'stop');
  if (wantsStatus && wantsStop) throw usageError('--status and --stop exclude each other.');
  const workspaceRoot = await realpath(await findWorkspace(invocation.globals, io));
  if (!wantsStatus && !wantsStop) return serve(workspaceRoot, invocation, io);
  const { environment, workingDirectory } = io;
  const record = findWarmProcess({ workspace: workspaceRoot, workingDirectory, environment });
  return wantsStatus ? showStatus(record, invocation, io) : stopProcess(record, invocation, io);
};

/** Runs until nobody uses it, it is stopped, or it is interrupted. */
async function serve(workspaceRoot: string, { globals }: Invocation, io: RunningIo): Promise<number> {
  const { clock = new SystemClock(), runCommandLine } = io;
  const environment = { ...io.environment };
  const settings = await readSettings(globals, { io, workspaceRoot });
  const { idleMinutes } = settings.configuration.values.serve;
  const keeper = new RuntimeKeeper();
  try {
    const server = await openCommandServer({
      ...{ kind: 'serve', workspaceRoot, keeper, environment, clock, idleMinutes, runCommandLine },
    });
    if (!('ended' in server)) {
      io.stderr.write(`${nameOf(server)} holds this workspace warm already.\n`);
      return ExitCode.done;
    }
    try {
      await warmUp(workspaceRoot, { keeper, globals, io });
      if (globals.json) printJson(server.describe(), io);
      else io.stderr.write(`Answering commands in this workspace (process ${process.pid}). Press Ctrl+C to stop.\n`);
      const end = await Promise.race([server.ended, interrupted(io.signal)]);
      if (end === undefined) return exitCodeOfInterruption(io.signal);
      if (!globals.json) io.stderr.write(`${endTexts[end]}\n`);
      return ExitCode.done;
    } finally {
      await server.close();
    }
  } finally {
    await keeper.dispose();
  }
}

/**
 * Brings the index up to date and into memory, so that the first command need not wait. Where others keep the index, it
 * is left as it is: each command says so itself.
 */
function warmUp(
  workspaceRoot: string,
  {
    keeper,
    globals,
    io,
  }: { readonly keeper: RuntimeKeeper } & Pick<Invocation, 'globals'> & { readonly io: CommandIo },
): Promise<number> {
  const keeping = { ...io, openRuntime: keeper.open.bind(keeper) };
  return withRuntime({ globals, io: keeping, workspaceRoot }, async ({ runtime }) => {
    try {
      await showIndexProgress(io, (onProgress) => runtime.index.update({ onProgress, signal: io.signal }));
    } catch (error) {
      if (!isLexichordError(error) || error.code !== ErrorCode.storageReadOnly) throw error;
    }
    return ExitCode.done;
  });
}

const endTexts: Readonly<Record<WarmEnd, string>> = {
  closed: 'Stopped.',
  stopped: 'Stopped by "lexichord serve --stop".',
  idle: 'Nobody has asked for a while, so this process ends. serve.idle_minutes says how long it waits.',
  replaced: 'Another process holds this workspace warm now.',
  'workspace-gone': 'The workspace is not there any more.',
  updated: 'Lexichord was updated. "lexichord serve" starts the new version.',
};

async function showStatus(record: WarmRecord | undefined, { globals }: Invocation, io: CommandIo): Promise<number> {
  const description = record && (await describe(record));
  if (globals.json) printJson({ isServing: description !== undefined, ...description }, io);
  else if (description === undefined) io.stdout.write('No process holds this workspace warm.\n');
  else printFacts(factsOf(description), io);
  return description === undefined ? ExitCode.failed : ExitCode.done;
}

function factsOf({ pid, kind, workspaceRoot, startedAt, answered, memoryBytes, idleMinutes }: WarmDescription) {
  const ends = idleMinutes === undefined ? 'with its command' : `after ${idleMinutes} min without a command`;
  return [
    ['process', `${pid}, lexichord ${commandNames[kind]}`],
    ['workspace', toTerminalLine(workspaceRoot)],
    ['since', startedAt],
    ['answered', countOf(answered, 'command')],
    ['memory', `${formatCount(Math.round(memoryBytes / 1_000_000))} MB`],
    ['ends', ends],
  ] as const;
}

async function describe(record: WarmRecord): Promise<WarmDescription | undefined> {
  const connection = await connectWarmProcess(record);
  if (connection === undefined) return undefined;
  try {
    for await (const reply of connection.ask({ ask: 'describe' }, answerMs)) {
      if ('description' in reply) return reply.description;
    }
    return undefined;
  } finally {
    connection.close();
  }
}

async function stopProcess(record: WarmRecord | undefined, { globals }: Invocation, io: CommandIo): Promise<number> {
  const isStopped = record !== undefined && (await stop(record));
  if (globals.json) printJson({ stopped: isStopped, ...(isStopped ? { pid: record.pid } : {}) }, io);
  else if (isStopped) io.stdout.write(`${nameOf(record)} ${record.kind === 'serve' ? 'ends' : 'answers no more'}.\n`);
  else io.stdout.write('No process holds this workspace warm.\n');
  return ExitCode.done;
}

async function stop(record: WarmRecord): Promise<boolean> {
  const connection = await connectWarmProcess(record);
  if (connection === undefined) return false;
  let isStopping = false;
  // To the end of the connection, which the process ends when nothing is left to answer.
  for await (const reply of connection.ask({ ask: 'stop' }, answerMs)) isStopping ||= 'stopping' in reply;
  return isStopping;
}

function nameOf({ kind, pid }: WarmRecord): string {
  return `lexichord ${commandNames[kind]} (process ${pid})`;
}
