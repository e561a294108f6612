import type { PastCommit } from '@lexichord/abstractions';
import { type TextIndex, TextIndexBuilder, indexWords } from '@lexichord/text-index';
import { bestOf } from '@lexichord/text-index/internal';

/** Maximum number of commits that count for a query; in a long history further ones match by chance. */
const maxMatches = 50;

/** Number of commits after which a commit counts 1/e of the newest. */
const decayCommits = 2_000;

/**
 * Minimum number of commits of a history with full weight. In a shorter one a few commits have most of the files, and
 * any word is rare.
 */
const fullHistory = 1_000;

/** Number of commits without a change after which a file counts 1/e of one changed by the newest commit. */
const recencyDecayCommits = 300;

/** Sum of the commits' scores at which a file gets half of the maximum score. */
const halfSum = 0.1;

/** Index of earlier commits by the words of their messages. Built once for a state of the branch. */
export class CommitIndex {
  /** Recency of a file's last change, by path: 1 for the files of the newest commit, above 0 and below 1 for others. */
  readonly recentChange: ReadonlyMap<string, number>;
  private readonly messages: TextIndex;

  /** @param commits newest first */
  constructor(readonly commits: readonly PastCommit[]) {
    const builder = new TextIndexBuilder();
    for (const { message } of commits) builder.count(indexWords(message)).endDocument();
    this.messages = builder.build();
    this.recentChange = recentChanges(commits);
  }

  /**
   * Scores files by the commits whose messages are similar to a query, by path: above 0 and below 1, comparable between
   * queries. A commit of many files counts less for each, and so do an old one and a short history.
   *
   * @param words distinct words of the query, as the index has them
   */
  scoresFor(words: readonly string[]): ReadonlyMap<string, number> {
    const weights = new Map(words.map((word) => [word, this.messages.rarityOf(word)]));
    const matches = this.messages.scoreWords(weights);
    const sums = new Map<string, number>();
    for (const number of bestOf(matches, maxMatches)) {
      const { files } = this.commits[number] as PastCommit;
      const score = ((matches[number] as number) * Math.exp(-number / decayCommits)) / Math.sqrt(files.length);
      for (const file of files) sums.set(file, (sums.get(file) ?? 0) + score);
    }
    const trust = Math.min(1, this.commits.length / fullHistory);
    return new Map([...sums].map(([file, sum]) => [file, (trust * sum) / (halfSum + sum)]));
  }
}

function recentChanges(commits: readonly PastCommit[]): ReadonlyMap<string, number> {
  const recent = new Map<string, number>();
  for (const [age, { files }] of commits.entries()) {
    const score = Math.exp(-age / recencyDecayCommits);
    for (const file of files) if (!recent.has(file)) recent.set(file, score);
  }
  return recent;
}
