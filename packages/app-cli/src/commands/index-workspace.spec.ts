import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenseTiers } from '@lexichord/abstractions';

import { FollowedCommand } from '../test-support/followed-command.js';
import { aGitRepository, commitFiles, git } from '../test-support/git-repository.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const sources = {
  'src/session.ts': 'export function signCookie(value: string): string {\n  return seal(value);\n}\n',
  'src/retry.ts':
    'export class RetryPolicy {\n  delayMs(attempt: number): number {\n    return 2 ** attempt;\n  }\n}\n',
  'docs/guide.md': '# Guide\n\nHow a session begins and ends.\n',
};

const index = (workingDirectory: string, ...argv: readonly string[]): Promise<Record<string, unknown>> =>
  runJson(['index', ...argv], { workingDirectory });

describe('index', () => {
  it('prints what it did as JSON', async () => {
    const report = await index(aFolder(sources));

    expect(report).toEqual({
      files: 3,
      chunks: expect.any(Number) as number,
      added: 3,
      changed: 0,
      removed: 0,
      unchanged: 0,
      embedded: report['chunks'],
      durationMs: expect.any(Number) as number,
      skipped: [],
      warnings: [],
    });
    expect(report['chunks']).toBeGreaterThanOrEqual(3);
  });

  it('has files that git tracks although a rule names them, and search and pack find them', async () => {
    const atMs = Date.UTC(2026, 0, 5);
    const workingDirectory = aGitRepository([{ files: { 'generated/table.md': '# Zebra crossing\n' }, atMs }]);
    commitFiles(workingDirectory, { files: { '.gitignore': 'generated/\n' }, atMs });
    writeFileSync(join(workingDirectory, 'generated/other.md'), '# Zebra crossing\n');
    expect(git(workingDirectory, ['ls-files', 'generated'])).toBe('generated/table.md\n');

    expect(await index(workingDirectory)).toMatchObject({ files: 2, added: 2 });
    for (const command of ['search', 'pack']) {
      const { stdout } = await runCommand([command, 'zebra crossing'], { workingDirectory });
      expect(stdout).toContain('generated/table.md');
      expect(stdout).not.toContain('other.md');
    }
  });

  it('reads again only what has changed', async () => {
    const workingDirectory = aFolder(sources);
    await index(workingDirectory);
    writeFileSync(
      join(workingDirectory, 'src/session.ts'),
      `${sources['src/session.ts']}\nexport const name = 'sid';\n`,
    );
    writeFileSync(join(workingDirectory, 'src/new.ts'), 'export const fresh = 1;\n');
    rmSync(join(workingDirectory, 'docs'), { recursive: true });

    expect(await index(workingDirectory)).toMatchObject({ files: 3, added: 1, changed: 1, removed: 1, unchanged: 1 });
    expect(await index(workingDirectory)).toMatchObject({ files: 3, added: 0, changed: 0, removed: 0, embedded: 0 });
  });

  it('says it to people, too', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['index'], { workingDirectory: aFolder(sources) });

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^3 files, \d+ chunks in the index, \d+\.\d s\n3 added, 0 changed, 0 removed; \d+ chunks embedded\n$/u,
    );
  });

  it('begins anew with --rebuild', async () => {
    const workingDirectory = aFolder(sources);
    const { chunks } = await index(workingDirectory);

    expect(await index(workingDirectory, '--rebuild')).toMatchObject({
      files: 3,
      added: 3,
      unchanged: 0,
      chunks,
      embedded: chunks,
    });
  });

  it('takes files and folders, and leaves the rest of the index as it is', async () => {
    const workingDirectory = aFolder(sources);

    expect(await index(workingDirectory, 'docs', 'src/retry.ts')).toMatchObject({ files: 2, added: 2 });
    expect(await index(workingDirectory, 'src')).toMatchObject({ added: 1, removed: 0 });
    expect(await index(workingDirectory)).toMatchObject({ files: 3, added: 0, removed: 0 });
  });

  it.each([
    ['missing', 'not-found'],
    ['../elsewhere', 'path-denied'],
    ['.env', 'path-denied'],
  ])('refuses the path %s (%s)', async (path, code) => {
    const workingDirectory = aFolder({ ...sources, '.env': 'KEY=1' });

    expect(await runToError(['index', path], { workingDirectory })).toMatchObject({ exitCode: 1, code });
  });

  it('has nothing to do in an empty workspace', async () => {
    const { exitCode, stdout } = await runCommand(['index'], { workingDirectory: aFolder() });

    expect(exitCode).toBe(0);
    expect(stdout).toContain('0 files, 0 chunks in the index');
  });

  it('names what it could not index and goes on', async () => {
    const workingDirectory = aFolder({ ...sources, 'large.txt': 'word '.repeat(250_000) });

    const { exitCode, stdout } = await runCommand(['index'], { workingDirectory });

    expect(exitCode).toBe(0);
    expect(stdout).toContain('not indexed: large.txt (file-too-large)\n');
    expect((await index(workingDirectory, '--rebuild'))['skipped']).toEqual([
      { filePath: 'large.txt', reason: 'file-too-large' },
    ]);
  });

  it('names at most ten of them, so that a thousand do not bury the rest', async () => {
    const large = Object.fromEntries(Array.from({ length: 12 }, (_, number) => [`${number}.txt`, 'x'.repeat(2_000)]));
    const environment = { LEXICHORD__SEARCH__MAX_FILE_SIZE_BYTES: '1000' };

    const { stdout } = await runCommand(['index'], { workingDirectory: aFolder(large), environment });

    expect(stdout.split('\n').filter((line) => line.startsWith('not indexed:'))).toHaveLength(10);
    expect(stdout).toContain('… and 2 more files\n');
  });

  it('shows a line of progress on a terminal and leaves nothing of it there', async () => {
    const { stdout, stderr } = await runCommand(['index'], {
      workingDirectory: aFolder(sources),
      terminalColumns: 100,
    });

    expect(stdout).toMatch(/^3 files/u);
    expect(stderr).toContain('Indexing 3 of 3 files');
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
  });

  it.each(licenseTiers)('is open to %s, and so is search', async (tier) => {
    const workingDirectory = aFolder(sources);

    expect(await index(workingDirectory, '--tier', tier)).toMatchObject({ files: 3 });
    const { hits } = await runJson(['search', 'RetryPolicy', '--tier', tier], { workingDirectory });
    expect(hits).toContainEqual(expect.objectContaining({ filePath: 'src/retry.ts' }));
  });

  it('keeps the index in a folder that git ignores, and nothing elsewhere', async () => {
    const workingDirectory = aFolder(sources);

    await index(workingDirectory);

    expect(readdirSync(workingDirectory).sort()).toEqual(['.lexichord', 'docs', 'src']);
    expect(existsSync(join(workingDirectory, '.lexichord/.gitignore'))).toBe(true);
  });

  it('ends with 130 when it is interrupted, and the next run goes on', async () => {
    const workingDirectory = aFolder(sources);
    const interruption = new AbortController();
    interruption.abort(new DOMException('Interrupted.', 'AbortError'));

    const { exitCode, stdout } = await runCommand(['index'], { workingDirectory, signal: interruption.signal });

    expect([exitCode, stdout]).toEqual([130, '']);
    expect(await index(workingDirectory)).toMatchObject({ files: 3 });
  });

  it('follows changes with --watch until it is interrupted', async () => {
    const workingDirectory = aFolder(sources);

    const command = new FollowedCommand(['index', '--watch'], { workingDirectory });
    await command.written('stderr', 'Following changes');
    // Again and again: when a watcher is ready differs from machine to machine.
    const writing = setInterval(() => {
      writeFileSync(join(workingDirectory, 'src/fresh.ts'), 'export const fresh = 1;\n');
    }, 50);
    await command.written('stdout', '1 added, 0 changed, 0 removed');
    clearInterval(writing);

    expect(await command.interrupt()).toBe(130);
    expect(readdirSync(join(workingDirectory, '.lexichord/serving'))).toEqual([]);
    expect(await index(workingDirectory)).toMatchObject({ files: 4, added: 0 });
  });

  it('follows changes with --watch where no other command can be told of it, and says so', async () => {
    const workingDirectory = aFolder({ ...sources, '.lexichord/serving': 'a file in its place' });

    const command = new FollowedCommand(['index', '--watch', '--trust-state'], { workingDirectory });
    await command.written('stderr', 'Following changes');

    expect(await command.interrupt('SIGTERM')).toBe(143);
    expect(command.stderr).toMatch(/^warning: Other commands cannot reach this one: .*serving" cannot be used/u);
  });

  it.each([[['--rebuild']], [['src']], [['--json']]])('refuses --watch with %j', async (argv) => {
    const error = await runToError(['index', '--watch', ...argv], { workingDirectory: aFolder(sources) });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
  });

  it("refuses an embedding server that the workspace's own file names: it would be sent the code", async () => {
    const workingDirectory = aFolder({
      ...sources,
      '.agent/config.yml':
        'search:\n  embedding: { provider: openai, endpoint: "https://example.com/v1", model: m, dimension: 8 }\n',
    });

    const error = await runToError(['index'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-configuration' });
    expect(error.message).toContain('search.embedding');
    expect(existsSync(join(workingDirectory, '.lexichord'))).toBe(false);
  });

  it('goes on by words alone when the embedding server does not answer, and says so', async () => {
    const workingDirectory = aFolder(sources);
    const environment = {
      LEXICHORD__SEARCH__EMBEDDING__PROVIDER: 'ollama',
      // Nothing listens on the port that stands for "none".
      LEXICHORD__SEARCH__EMBEDDING__ENDPOINT: 'http://127.0.0.1:1',
      LEXICHORD__SEARCH__EMBEDDING__MODEL: 'some-model',
      LEXICHORD__SEARCH__EMBEDDING__DIMENSION: '8',
      LEXICHORD__SEARCH__EMBEDDING__TIMEOUT_MS: '2000',
    };

    const { exitCode, stdout, stderr } = await runCommand(['index'], { workingDirectory, environment });
    const found = await runCommand(['search', 'RetryPolicy', '--json'], { workingDirectory, environment });

    expect(exitCode).toBe(0);
    expect(stdout).toContain('0 chunks embedded');
    expect(stderr).toMatch(/^warning: .*words only/u);
    const { hits, warnings } = JSON.parse(found.stdout) as { hits: { filePath: string }[]; warnings: string[] };
    expect(hits[0]?.filePath).toBe('src/retry.ts');
    expect(warnings).toEqual([expect.stringContaining('words only')]);
  });
});
