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
  git(folder, ['commit', '--quiet', '--message', 'Change'], { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
}

/** What git prints. */
export function git(folder: string, argv: readonly string[], environment: Record<string, string> = {}): string {
  return execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...argv], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: join(folder, 'no-such-home'), GIT_CONFIG_NOSYSTEM: '1', ...environment },
  });
}
