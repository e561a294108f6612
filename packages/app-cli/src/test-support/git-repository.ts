import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { aFolder } from './run-command.js';

/** Files by path, as they are committed at one time. */
export interface Commit {
  readonly files: Readonly<Record<string, string>>;
  readonly atMs: number;
}

/** A git repository with these commits, that knows no settings of the user. Removed when the file's tests are done. */
export function aGitRepository(commits: readonly Commit[]): string {
  const folder = aFolder();
  git(folder, ['init', '--quiet']);
  for (const commit of commits) commitFiles(folder, commit);
  return folder;
}

export function commitFiles(folder: string, { files, atMs }: Commit): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git(folder, ['add', '--all']);
  const date = new Date(atMs).toISOString();
  git(folder, ['commit', '--quiet', '--message', 'Change'], {
    environment: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
}

/** A commit that changes one file. */
export interface FileCommit {
  readonly message: string;
  readonly path: string;
  readonly content: string;
}

/**
 * A git repository with any number of commits, a minute apart, whose files are as the last ones have left them. They are
 * imported at once, which takes seconds for a hundred thousand.
 */
export function anImportedRepository(commits: readonly FileCommit[], startMs: number): string {
  const folder = aFolder();
  git(folder, ['init', '--quiet', '--initial-branch', 'main']);
  const stream = commits.map(({ message, path, content }, number) => {
    const head = `commit refs/heads/main\ncommitter A <a@b.c> ${startMs / 1000 + number * 60} +0000\n`;
    return `${head}${dataOf(message)}M 100644 inline ${path}\n${dataOf(content)}`;
  });
  git(folder, ['fast-import', '--quiet'], { input: stream.join('') });
  git(folder, ['reset', '--quiet', '--hard']);
  return folder;
}

/** A text in the form of `git fast-import`. */
function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Options of a git command. */
export interface GitOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly input?: string;
}

/** Output of a git command. */
export function git(folder: string, argv: readonly string[], { environment = {}, input }: GitOptions = {}): string {
  return execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...argv], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { PATH: process.env['PATH'], HOME: join(folder, 'no-such-home'), GIT_CONFIG_NOSYSTEM: '1', ...environment },
  });
}
