import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

import type { TimeLimit } from '@lexichord/platform/internal';

import { safeArguments, safeEnvironment } from './safe-git.js';

/** A command of git, and who takes what it prints. */
export interface GitCommand extends TimeLimit {
  /** Where it works. */
  readonly root: string;
  readonly args: readonly string[];
  /** What it reads from its standard input; nothing by default. */
  readonly input?: string | undefined;
  /** What ends one item: `\0` or a line feed. */
  readonly separator: '\0' | '\n';
  /** Called for each item, without its separator. `false`: that is enough. */
  readonly onItem: (item: string) => boolean | undefined;
  /** Ends the command, which then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** How a command ended. */
export type GitOutcome =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly complaint: string }
  /** It took too long, or there was enough. */
  | { readonly kind: 'stopped' }
  /** There is no git that can be run. */
  | { readonly kind: 'missing' };

/** No name of a file is longer. */
const maxItemBytes = 1_000_000;
/** So much of what git complains about is kept, in UTF-16 units. */
const maxComplaintLength = 4_000;

/**
 * Runs git without a shell, in bounded time and memory, so that nothing the repository names is run.
 *
 * @throws the signal's reason
 */
export async function runGit({
  root,
  args,
  input,
  timeoutMs,
  clock,
  separator,
  onItem,
  signal,
}: GitCommand): Promise<GitOutcome> {
  signal.throwIfAborted();
  if (!mayBeRepository(root)) return noRepository;
  const child = start(root, args, input);
  const state = { isStopped: false };
  if (child === undefined) return { kind: 'missing' };
  const stop = (): void => {
    state.isStopped = true;
    child.kill('SIGKILL');
    // What it has started may still hold its output open.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const stopTimer = clock.startTimer(timeoutMs, stop);
  signal.addEventListener('abort', stop, { once: true });
  const complaint = collectText(child);
  splitOutput(child, { separator, onItem, stop });
  try {
    const exitCode = await endOf(child);
    signal.throwIfAborted();
    if (exitCode === undefined) return { kind: 'missing' };
    return state.isStopped ? { kind: 'stopped' } : { kind: 'ended', exitCode, complaint: complaint() };
  } finally {
    stopTimer();
    signal.removeEventListener('abort', stop);
  }
}

/** As git itself says it, for a folder of which that is known without starting a process. */
const noRepository: GitOutcome = { kind: 'ended', exitCode: 128, complaint: 'fatal: not a git repository' };

/** Whether git would find one: in the folder or above it, the inside of a bare one too. */
function mayBeRepository(root: string): boolean {
  let folder: string;
  try {
    folder = realpathSync.native(root);
  } catch {
    // What is wrong there git says better.
    return true;
  }
  for (;;) {
    if (existsSync(join(folder, '.git')) || existsSync(join(folder, 'HEAD'))) return true;
    const above = dirname(folder);
    if (above === folder) return false;
    folder = above;
  }
}

type Git = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** `undefined` when the system refuses the arguments; what else goes wrong is known later. */
function start(root: string, args: readonly string[], input: string | undefined): Git | undefined {
  try {
    const child = spawn('git', [...safeArguments(root), ...args], {
      // Not the workspace: some systems look there first for the program.
      cwd: dirname(process.execPath),
      env: safeEnvironment(process.env),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    }) as Git;
    // It may end without reading everything.
    child.stdin?.on('error', () => undefined).end(input);
    return child;
  } catch {
    return undefined;
  }
}

/** The exit code when all output has been read; -1 for a process that was ended, `undefined` for one that never was. */
function endOf(child: Git): Promise<number | undefined> {
  return new Promise((resolve) => {
    child.once('error', () => {
      // A process that runs and cannot be killed ends all the same.
      if (child.pid === undefined) resolve(undefined);
    });
    child.once('close', (code) => {
      resolve(code ?? -1);
    });
  });
}

function collectText(child: Git): () => string {
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    if (text.length < maxComplaintLength) text += piece.slice(0, maxComplaintLength);
  });
  return () => text;
}

interface Splitting extends Pick<GitCommand, 'separator' | 'onItem'> {
  readonly stop: () => void;
}

/** What is left without a separator at the end is half an item, and is dropped. */
function splitOutput(child: Git, { separator, onItem, stop }: Splitting): void {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let isEnough = false;
  child.stdout.on('data', (piece: Buffer) => {
    let start = 0;
    for (let end = piece.indexOf(separator); end >= 0 && !isEnough; end = piece.indexOf(separator, start)) {
      const item = Buffer.concat([...rest, piece.subarray(start, end)]).toString('utf8');
      rest = [];
      restBytes = 0;
      start = end + 1;
      if (onItem(item) === false) isEnough = true;
    }
    restBytes += piece.length - start;
    if (restBytes > maxItemBytes) isEnough = true;
    if (isEnough) stop();
    else if (start < piece.length) rest.push(piece.subarray(start));
  });
}
