import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { type RunRequest, type WarmRecord, connectWarmProcess, findWarmProcess } from '@lexichord/control/warm';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { lexichordCommand } from '../peers/command-timing.js';
import {
  type BoundedRow,
  judgeRows,
  percentile,
  printRows,
  summary,
  timePreparedRuns,
  timeRuns,
} from './bounded-row.js';

/** Commands that are timed, by name. */
const commands = {
  'search, index as it is': ['search', 'how are errors reported', '--no-refresh', '--json'],
  search: ['search', 'how are errors reported', '--json'],
  map: ['map', '--json'],
  pack: ['pack', 'how are errors reported'],
} as const;

/** Parts of questions: each start with each subject is another question, of other files. */
const questionStarts = ['how are', 'where is', 'fix', 'add support for', 'what handles'];
const subjects = [
  ...['headers parsed', 'redirects followed', 'options read', 'routes matched', 'templates rendered', 'timeouts'],
  ...['static files served', 'errors of encoding', 'sessions closed', 'events dispatched'],
];
const questions = subjects.flatMap((subject) => questionStarts.map((start) => `${start} ${subject}`));

/** How long a process may say nothing, in milliseconds: it is busy on a machine that is. */
const silenceMs = 60_000;

/** A repository that a process holds warm. */
interface WarmRepository {
  readonly workspace: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly record: WarmRecord;
}

/**
 * Commands that a warm process answers, at its socket and as whole commands beside `lexichord --version`, and the same in
 * processes of their own. A warm answer that is not that of a process of its own is an error.
 */
export async function benchmarkWarm(settings: RunSettings): Promise<BenchmarkResult> {
  const repository = await settings.inputs.repository();
  if (repository === undefined) return { skipped: 'LEXICHORD_REPOSITORY names no repository' };
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-warm-')));
  const workspace = join(folder, 'repository');
  const environment = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), LEXICHORD_PROGRESS: 'off' };
  let server: ChildProcess | undefined;
  try {
    await cp(repository, workspace, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
    if (existsSync(join(workspace, '.git'))) refreshGitIndex(workspace);
    server = await serve(workspace, environment);
    const record = findWarmProcess({ workspace, workingDirectory: workspace, environment });
    if (record === undefined) throw new LexichordError(ErrorCode.internal, 'The process cannot be found.');
    return await measure({ workspace, environment, record }, settings);
  } finally {
    await end(server);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Until then git reads every file of a copy to say what is not committed, as it does in no workspace that is worked in. */
function refreshGitIndex(workspace: string): void {
  execFileSync('git', ['status', '--short'], { cwd: workspace, stdio: 'ignore' });
}

/** Resolves when the process answers; the index is up to date then. */
async function serve(workspace: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const server = spawn(process.execPath, [lexichordCommand, 'serve'], {
    cwd: workspace,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const text of server.stderr.setEncoding('utf8'))
    if (String(text).includes('Answering commands')) return server;
  throw new LexichordError(ErrorCode.internal, '"lexichord serve" ended before it answered.');
}

async function end(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

async function measure(repository: WarmRepository, settings: RunSettings): Promise<BenchmarkResult> {
  const errors: string[] = [];
  const rows: BoundedRow[] = [];
  const start = times(() => runCommand(repository, ['--version'], 'warm'), settings, { warmUp: 2, runs: 15 });
  const versionMs = percentile(start, 0.5);
  const { files } = JSON.parse(runCommand(repository, ['index', '--json'], 'off')) as { readonly files: number };
  settings.print(
    `${files.toLocaleString('en')} files. lexichord --version takes ${versionMs.toFixed(0)} ms here; whole commands are what they take beyond it.`,
  );
  for (const [name, argv] of Object.entries(commands)) {
    // What a pack begins with depends on the one before it: on this one, for both.
    runCommand(repository, argv, 'off');
    const [warm, cold] = [runCommand(repository, argv, 'warm'), runCommand(repository, argv, 'off')];
    if (warm !== cold) errors.push(`another answer: ${name}`);
    const atSocket = await timeRuns(() => ask(repository, argv), settings.repetition({ warmUp: 5, runs: 50 }));
    const whole = times(() => runCommand(repository, argv, 'warm'), settings, { warmUp: 1, runs: 15 });
    const alone = times(() => runCommand(repository, argv, 'off'), settings, { warmUp: 1, runs: 7 });
    const beyond = (ms: readonly number[]): readonly number[] => ms.map((one) => one - versionMs);
    rows.push(
      { name: `${name}: at the socket`, ...summary(atSocket), bound: 50, target: 20 },
      { name: `${name}: whole command, warm`, ...summary(beyond(whole)), bound: 60, target: 30 },
    );
    settings.print(`${name}: ${percentile(beyond(alone), 0.5).toFixed(0)} ms beyond it in a process of its own`);
  }
  rows.push(await timeNewQuestions(repository, settings));
  printRows(rows, settings);
  return { ...judgeRows(rows), errors: [...errors, ...(judgeRows(rows).errors ?? [])] };
}

/** Packs for another question each time: most of the files that they take were not read before. */
async function timeNewQuestions(repository: WarmRepository, { repetition }: RunSettings): Promise<BoundedRow> {
  const samples = await timePreparedRuns(
    (run) => questions[run % questions.length] ?? '',
    (question) => ask(repository, ['pack', question]),
    repetition({ warmUp: 5, runs: questions.length - 5 }),
  );
  return { name: 'pack, another question each time: at the socket', ...summary(samples), bound: 100, target: 50 };
}

/** In milliseconds, shortest first. */
function times(
  work: () => unknown,
  { repetition }: RunSettings,
  full: Parameters<RunSettings['repetition']>[0],
): number[] {
  const { warmUp, runs } = repetition(full);
  const samples = Array.from({ length: warmUp + runs }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return samples.slice(warmUp).toSorted((left, right) => left - right);
}

/** @returns what it prints */
function runCommand({ workspace, environment }: WarmRepository, argv: readonly string[], mode: 'warm' | 'off'): string {
  const env = { ...environment, LEXICHORD_WARM: mode };
  return execFileSync(process.execPath, [lexichordCommand, ...argv], { cwd: workspace, env, encoding: 'utf8' });
}

/** One answer at the socket, from the connection to its last byte. */
async function ask({ workspace, environment, record }: WarmRepository, argv: readonly string[]): Promise<void> {
  const stream = { isTTY: false, columns: undefined };
  const variables = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const run: RunRequest = {
    ...{ argv, workingDirectory: workspace, environment: Object.fromEntries(variables) },
    ...{ stdin: stream, stdout: stream, stderr: stream },
  };
  const connection = await connectWarmProcess(record, { helloMs: silenceMs });
  if (typeof connection === 'string')
    throw new LexichordError(ErrorCode.internal, `The warm process is ${connection}.`);
  for await (const reply of connection.ask({ ask: 'run', run }, silenceMs)) if ('exit' in reply) return;
  throw new LexichordError(ErrorCode.internal, 'The warm process did not answer.');
}
