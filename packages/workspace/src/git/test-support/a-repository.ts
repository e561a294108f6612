import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A time in 2026, so many days after its first of June. */
export const day = (days: number): number => Date.UTC(2026, 5, 1) + days * 86_400_000;

/** A repository in a folder of its own, made by git itself. */
export class ARepository {
  private constructor(readonly root: string) {}

  static async make(): Promise<ARepository> {
    const repository = await ARepository.folder();
    repository.git('init', '-q', '-b', 'main');
    return repository;
  }

  /** Only the folder. */
  static async folder(): Promise<ARepository> {
    return new ARepository(await realpath(await mkdtemp(join(tmpdir(), 'lexichord-git-'))));
  }

  /** The same repository, or another one, at a place inside the folder. */
  at(path: string): ARepository {
    return new ARepository(join(this.root, path));
  }

  git(...args: readonly string[]): string {
    return this.gitAt(day(0), ...args);
  }

  /** Also when git complains. */
  tryGit(...args: readonly string[]): void {
    spawnSync('git', args, { cwd: this.root, stdio: 'ignore', env: ownEnvironment() });
  }

  gitReading(input: string, ...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8', input, env: ownEnvironment() });
  }

  gitAt(timeMs: number, ...args: readonly string[]): string {
    const date = `${timeMs / 1000} +0000`;
    return execFileSync('git', args, {
      cwd: this.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...ownEnvironment(), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  }

  async write(path: string | Buffer, content: string): Promise<void> {
    if (typeof path === 'string') {
      await mkdir(dirname(join(this.root, path)), { recursive: true });
      await writeFile(join(this.root, path), content);
      return;
    }
    await writeFile(Buffer.concat([Buffer.from(`${this.root}/`), path]), content);
  }

  /** Writes the files, each with its own content, and commits everything. */
  async commit(timeMs: number, ...paths: readonly (string | Buffer)[]): Promise<void> {
    for (const path of paths) await this.write(path, `${path.toString('hex')} ${timeMs}\n`);
    this.commitAll(timeMs, 'Change');
  }

  /** Commits everything that is there. */
  commitAll(timeMs: number, message: string, ...options: readonly string[]): void {
    this.git('add', '--all');
    this.gitAt(timeMs, 'commit', '-q', '--allow-empty', '--allow-empty-message', '-m', message, ...options);
  }

  /** Adds so many commits to `main` at once, a minute apart, each of which changes one of a hundred files. */
  addCommits(count: number, startMs: number): void {
    const hasCommits = this.git('for-each-ref', 'refs/heads/main') !== '';
    const commits = Array.from({ length: count }, (_unused, number) => {
      const [message, content] = [`Change number ${number}`, `${number}\n`];
      const from = number === 0 && hasCommits ? 'from refs/heads/main^0\n' : '';
      const head = `commit refs/heads/main\ncommitter A <a@b.c> ${startMs / 1000 + number * 60} +0000\n`;
      const change = `M 100644 inline src/${number % 100}.ts\ndata ${content.length}\n${content}`;
      return `${head}data ${message.length}\n${message}\n${from}${change}\n`;
    });
    this.gitReading(commits.join(''), 'fast-import', '--quiet');
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}

function ownEnvironment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const who = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b.c',
  };
  return { ...Object.fromEntries(others), ...who, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_SYSTEM: devNull };
}
