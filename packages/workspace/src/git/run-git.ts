import { dirname } from 'node:path';

import type { TimeLimit } from '@lexichord/platform/internal';

import type { GitProcess } from '../../worker/start-git.mjs';
import {
  type FoundFolders,
  type RepositoryClaim,
  inspectRepository,
  isTrusted,
  isWorkTree,
  lookUpRepository,
} from './own-repository.js';
import { gitStarter } from './start-git.js';

/** A command of git, with the receivers of its output. */
export interface GitCommand extends TimeLimit {
  /** Working folder. */
  readonly root: string;
  readonly args: readonly string[];
  /** Standard input; empty by default. */
  readonly input?: string | undefined;
  /** End of an item: `\0` or a line feed. */
  readonly separator: '\0' | '\n';
  /** Called for each item, without its separator. `false` stops the command. */
  readonly onItem: (item: string) => boolean | undefined;
  /** Called instead of `onItem` for an item that is too long, which is skipped. Absent: the command is stopped. */
  readonly onTooLong?: (() => void) | undefined;
  /** Ends the command, which then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** Outcome of a command. */
export type GitOutcome =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly complaint: string }
  /** It exceeded the time limit, or the receiver stopped it. */
  | { readonly kind: 'stopped' }
  /** Git is not installed, or cannot be run. */
  | { readonly kind: 'missing' };

/** Reason for rejecting a `.git` that leads to another repository. */
export const leadsElsewhere = '.git leads elsewhere';

/** Maximum number of values of a setting. */
const maxSettings = 1_000;
/** Maximum size of an item; file names are shorter. */
const maxItemBytes = 1_000_000;
/** Maximum length of git's kept error output, in UTF-16 units. */
const maxComplaintLength = 4_000;

/**
 * Runs git without a shell, in bounded time and memory. No program that the repository configures is run. A repository
 * that shows the contents of another one is rejected unless the user trusts it.
 *
 * @throws the signal's reason
 */
export async function runGit(command: GitCommand): Promise<GitOutcome> {
  command.signal.throwIfAborted();
  const found = lookUpRepository(command.root);
  if (found.kind !== 'found') return outcomesWithout[found.kind] ?? run(command);
  const claim = inspectRepository(found);
  const refusal = claim.kind === 'own' ? undefined : await refusalOf(command, found, claim);
  const above = dirname(found.top);
  return refusal ?? run({ ...command, ceiling: above === found.top ? undefined : above });
}

/** A command with a limit for its search for a repository. */
interface BoundedCommand extends GitCommand {
  /** Folder in which, and above which, git searches no repository: the inspected one is below. Absent: no limit. */
  readonly ceiling?: string | undefined;
}

async function run({
  root,
  args,
  input,
  timeoutMs,
  clock,
  separator,
  onItem,
  onTooLong,
  signal,
  ceiling,
}: BoundedCommand): Promise<GitOutcome> {
  const git = gitStarter.start({ root, args, input, ceiling });
  const state = { isStopped: false };
  if (git === undefined) return { kind: 'missing' };
  const stop = (): void => {
    state.isStopped = true;
    git.stop();
  };
  const stopTimer = clock.startTimer(timeoutMs, stop);
  signal.addEventListener('abort', stop, { once: true });
  const complaint = collectText(git);
  splitOutput(git, { separator, onItem, onTooLong, stop });
  try {
    const exitCode = await git.ended;
    signal.throwIfAborted();
    if (exitCode === undefined) return { kind: 'missing' };
    return state.isStopped ? { kind: 'stopped' } : { kind: 'ended', exitCode, complaint: complaint() };
  } finally {
    stopTimer();
    signal.removeEventListener('abort', stop);
  }
}

/** The outcome of a rejected command, worded like git's; `undefined` if the command may be run. */
async function refusalOf(
  command: GitCommand,
  found: FoundFolders,
  claim: RepositoryClaim,
): Promise<GitOutcome | undefined> {
  if (claim.kind === 'unsure') {
    const workTrees: string[] = [];
    for (const config of claim.configs) {
      const outcome = await readValues(command, ['--file', config, '--get-all', 'core.worktree'], workTrees);
      if (outcome.kind !== 'ended') return outcome;
    }
    if (isWorkTree(found, claim.isNamed, workTrees)) return undefined;
  }
  const trusted: string[] = [];
  const args = ['--global', '--includes', '--type=path', '--get-all', 'safe.directory'];
  const outcome = await readValues(command, args, trusted);
  if (outcome.kind !== 'ended') return outcome;
  return isTrusted(found.top, trusted) ? undefined : failed(leadsElsewhere);
}

/** Reads values of a setting, outside of any repository, so that only the given files count. */
function readValues(command: GitCommand, args: readonly string[], values: string[]): Promise<GitOutcome> {
  const root = dirname(process.execPath);
  const onItem = (value: string): boolean => values.push(value) < maxSettings;
  const reading = { input: undefined, separator: '\0', onItem, onTooLong: undefined } as const;
  return run({ ...command, ...reading, root, args: ['config', '-z', ...args] });
}

/** Outcomes without a repository. `unknown`: git itself is run, and reports the problem. */
const outcomesWithout = {
  unknown: undefined,
  none: failed('not a git repository'),
  bare: failed('cannot use bare repository'),
};

function failed(complaint: string): GitOutcome {
  return { kind: 'ended', exitCode: 128, complaint: `fatal: ${complaint}` };
}

function collectText(git: GitProcess): () => string {
  let text = '';
  git.onComplaint((piece) => {
    if (text.length < maxComplaintLength) text += piece.slice(0, maxComplaintLength);
  });
  return () => text;
}

interface Splitting extends Pick<GitCommand, 'separator' | 'onItem' | 'onTooLong'> {
  readonly stop: () => void;
}

/** Splits the output into items. Text after the last separator is an incomplete item, and is dropped. */
function splitOutput(git: GitProcess, { separator, onItem, onTooLong, stop }: Splitting): void {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let isEnough = false;
  let isPassedOver = false;
  git.onOutput((piece) => {
    let start = 0;
    for (let end = piece.indexOf(separator); end >= 0 && !isEnough; end = piece.indexOf(separator, start)) {
      const parts = [...rest, piece.subarray(start, end)];
      rest = [];
      restBytes = 0;
      start = end + 1;
      if (isPassedOver) isPassedOver = false;
      else if (onItem(Buffer.concat(parts).toString('utf8')) === false) isEnough = true;
    }
    if (isEnough) stop();
    if (isEnough || isPassedOver || start === piece.length) return;
    rest.push(piece.subarray(start));
    restBytes += piece.length - start;
    if (restBytes <= maxItemBytes) return;
    rest = [];
    isPassedOver = true;
    if (onTooLong === undefined) stop();
    else onTooLong();
  });
}
