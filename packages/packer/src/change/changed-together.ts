import type { PastCommit } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';

/** A file outside the change that was often changed in the same commits as a changed file. */
export interface TogetherFile {
  readonly path: string;
  /** The changed file. */
  readonly with: string;
  /** Number of commits that changed both. */
  readonly commits: number;
  /** Number of commits that changed the changed file. */
  readonly ofCommits: number;
}

/** Minimum number of common commits: two may be chance. */
const minCommits = 3;
/** Minimum share of the changed file's commits, from 0 to 1. */
const minShare = 0.3;
/** Maximum number of files. */
const maxFiles = 12;

/**
 * Returns unchanged files that usually change together with the changed ones, largest share first.
 *
 * @param commits newest first
 */
export function changedTogether(commits: readonly PastCommit[], changed: ReadonlySet<string>): readonly TogetherFile[] {
  const best = new Map<string, TogetherFile>();
  for (const [file, { ofCommits, others }] of historiesOf(commits, changed)) {
    for (const [path, count] of others) {
      if (count < minCommits || count / ofCommits < minShare) continue;
      const found = { path, with: file, commits: count, ofCommits };
      const existing = best.get(path);
      if (existing === undefined || compareTogether(found, existing) < 0) best.set(path, found);
    }
  }
  return [...best.values()].sort(compareTogether).slice(0, maxFiles);
}

/** Number of commits that changed a file, and how many of them changed each file outside the change. */
interface FileHistory {
  ofCommits: number;
  readonly others: Map<string, number>;
}

function historiesOf(
  commits: readonly PastCommit[],
  changed: ReadonlySet<string>,
): ReadonlyMap<string, Readonly<FileHistory>> {
  const histories = new Map<string, FileHistory>();
  for (const { files } of commits) {
    for (const file of files.filter((path) => changed.has(path))) {
      const history = histories.get(file) ?? { ofCommits: 0, others: new Map<string, number>() };
      histories.set(file, history);
      history.ofCommits += 1;
      const { others } = history;
      for (const other of files) if (!changed.has(other)) others.set(other, (others.get(other) ?? 0) + 1);
    }
  }
  return histories;
}

function compareTogether(a: TogetherFile, b: TogetherFile): number {
  return (
    b.commits / b.ofCommits - a.commits / a.ofCommits ||
    b.commits - a.commits ||
    compareText(a.path, b.path) ||
    compareText(a.with, b.with)
  );
}
