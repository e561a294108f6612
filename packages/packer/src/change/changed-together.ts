import type { PastCommit } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';

/** A file that was often changed in the same commits as a changed one, and is not in the change. */
export interface TogetherFile {
  readonly path: string;
  /** The changed file. */
  readonly with: string;
  /** Commits that changed both. */
  readonly commits: number;
  /** Commits that changed the changed file. */
  readonly ofCommits: number;
}

/** Two commits in common may be chance. */
const minCommits = 3;
/** Of the changed file's commits, from 0 to 1. */
const minShare = 0.3;
/** Most files. */
const maxFiles = 12;

/**
 * Files that usually change together with the changed ones and did not, those with the largest share first.
 *
 * @param commits newest first
 */
export function changedTogether(commits: readonly PastCommit[], changed: ReadonlySet<string>): readonly TogetherFile[] {
  const totals = new Map<string, number>();
  const pairs = new Map<string, Map<string, number>>();
  for (const { files } of commits) {
    for (const file of files.filter((path) => changed.has(path))) {
      totals.set(file, (totals.get(file) ?? 0) + 1);
      const others = pairs.get(file) ?? new Map<string, number>();
      pairs.set(file, others);
      for (const other of files) if (!changed.has(other)) others.set(other, (others.get(other) ?? 0) + 1);
    }
  }
  const best = new Map<string, TogetherFile>();
  for (const [file, others] of pairs) {
    const ofCommits = totals.get(file) ?? 1;
    for (const [path, count] of others) {
      const found = { path, with: file, commits: count, ofCommits };
      const known = best.get(path);
      if (count < minCommits || count / ofCommits < minShare) continue;
      if (known === undefined || compareTogether(found, known) < 0) best.set(path, found);
    }
  }
  return [...best.values()].sort(compareTogether).slice(0, maxFiles);
}

function compareTogether(a: TogetherFile, b: TogetherFile): number {
  return (
    b.commits / b.ofCommits - a.commits / a.ofCommits ||
    b.commits - a.commits ||
    compareText(a.path, b.path) ||
    compareText(a.with, b.with)
  );
}
