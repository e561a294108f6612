import type { ChangeStatus, ChangedFile } from '@lexichord/abstractions';

import { type GitRun, type NoHistoryReason, failureOf } from '../find-repository.js';
import { runGit } from '../run-git.js';

/** A changed file without its text. */
export interface ListedChange extends Pick<ChangedFile, 'path' | 'formerPath' | 'status' | 'missingText'> {
  /** Whether the contents differ: then a file for which git shows no lines is binary. */
  readonly hasOtherBytes: boolean;
}

/** Maximum number of listed files. */
const maxFiles = 10_000;

/** The files of a comparison. */
export interface ListedChanges {
  readonly files: readonly ListedChange[];
  /** Whether there are more files. */
  readonly isCut: boolean;
}

/**
 * Options of every comparison: the output does not depend on the configuration, and no program in it is run. A
 * submodule counts with its checked-out commit, because its files belong to another repository.
 */
export const diffOptions: readonly string[] = [
  ...['--relative', '--no-ext-diff', '--no-textconv', '--no-color'],
  ...['--find-renames', '--ignore-submodules=dirty', '--submodule=short'],
];

/** Arguments before the command: settings of the output that have no options. */
export const diffSettings: readonly string[] = [
  ...['-c', 'core.quotePath=true'],
  ...['-c', 'diff.suppressBlankEmpty=false'],
];

/** @throws the signal's reason */
export async function listChangedFiles(
  args: readonly string[],
  { filters, run }: { readonly filters: readonly string[]; readonly run: GitRun },
): Promise<ListedChanges | NoHistoryReason> {
  const reader = new RawReader();
  const outcome = await runGit({
    ...run,
    args: [...filters, ...diffSettings, 'diff', ...diffOptions, '--raw', '--no-abbrev', '-z', ...args, '--'],
    separator: '\0',
    onItem: (item) => {
      reader.read(item);
      return reader.files.size <= maxFiles;
    },
  });
  const isCut = reader.files.size > maxFiles;
  if (!isCut && (outcome.kind !== 'ended' || outcome.exitCode !== 0)) return failureOf(outcome);
  return { files: [...reader.files.values()].slice(0, maxFiles), isCut };
}

/**
 * Files that a merge has left in conflict.
 *
 * @throws the signal's reason
 */
export async function listConflicts(run: GitRun): Promise<ReadonlySet<string> | NoHistoryReason> {
  const paths = new Set<string>();
  const outcome = await runGit({
    ...run,
    args: ['ls-files', '-z', '--unmerged'],
    separator: '\0',
    // Mode, id and stage precede a tab.
    onItem: (item) => paths.add(item.slice(item.indexOf('\t') + 1)).size <= maxFiles,
  });
  const isRead = outcome.kind === 'stopped' || (outcome.kind === 'ended' && outcome.exitCode === 0);
  return isRead ? paths : failureOf(outcome);
}

/**
 * Number of changed files of the repository that are outside of the workspace.
 *
 * @throws the signal's reason
 */
export async function countOutside(
  args: readonly string[],
  { filters, run }: { readonly filters: readonly string[]; readonly run: GitRun },
): Promise<number | NoHistoryReason> {
  let count = 0;
  const options = ['--no-relative', '--name-only', '--no-renames', '-z'];
  const outcome = await runGit({
    ...run,
    args: [...filters, ...diffSettings, 'diff', ...diffOptions, ...options, ...args, '--', ':(top)', ':(exclude).'],
    separator: '\0',
    onItem: () => (count += 1) < maxFiles,
  });
  const isCounted = outcome.kind === 'stopped' || (outcome.kind === 'ended' && outcome.exitCode === 0);
  return isCounted ? count : failureOf(outcome);
}

/** Parses `:100644 100755 id id M`, then one path, or two for a rename. */
class RawReader {
  readonly files = new Map<string, ListedChange>();
  private header: RawHeader | undefined;
  private formerPath: string | undefined;

  read(item: string): void {
    if (this.header === undefined) {
      this.header = headerOf(item);
      return;
    }
    const hasTwoPaths = this.header.status === 'R' || this.header.status === 'C';
    if (hasTwoPaths && this.formerPath === undefined) {
      this.formerPath = item;
      return;
    }
    this.add(item, this.header);
    this.header = undefined;
    this.formerPath = undefined;
  }

  private add(path: string, header: RawHeader): void {
    const { status, modes } = header;
    const isLink = modes.includes(modesOf.link);
    const missingText = isLink ? 'link' : modes.includes(modesOf.submodule) ? 'submodule' : undefined;
    this.files.set(path, {
      ...{ path, status: statuses[status] ?? 'modified', missingText },
      ...(status === 'R' ? { formerPath: this.formerPath } : {}),
      hasOtherBytes: hasOtherBytes(header),
    });
  }
}

/** Fields of a file before its paths. */
interface RawHeader {
  readonly modes: readonly string[];
  /** Ids of the contents; zeros for content that git has not stored. */
  readonly ids: readonly string[];
  readonly status: string;
  /** Similarity of a rename, in percent. */
  readonly similarity: string;
}

function headerOf(item: string): RawHeader | undefined {
  const [first = '', second = '', ...others] = item.split(' ');
  const [before = '', after = '', verdict = ''] = others;
  if (!first.startsWith(':')) return undefined;
  const [status, similarity] = [verdict.charAt(0), verdict.slice(1)];
  return { modes: [first.slice(1), second], ids: [before, after], status, similarity };
}

function hasOtherBytes({ status, similarity, modes, ids }: RawHeader): boolean {
  if (status === 'R' || status === 'C') return similarity !== '100';
  if (status === 'A' || status === 'D') return !ids.some((id) => emptyFiles.has(id));
  const areKnown = ids.every((id) => !/^0+$/u.test(id));
  return modes[0] === modes[1] || (areKnown && ids[0] !== ids[1]);
}

const modesOf = { link: '120000', submodule: '160000' };

/** Ids of the empty file, in SHA-1 and SHA-256. */
const emptyFiles: ReadonlySet<string> = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);

/** Status by git's letter; a copy is a new file. */
const statuses: Readonly<Record<string, ChangeStatus>> = { A: 'added', C: 'added', D: 'deleted', R: 'renamed' };
