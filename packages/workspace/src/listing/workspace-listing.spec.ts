import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ErrorCode, LexichordError, type ListOptions, PathDeniedError } from '@lexichord/abstractions';
import { PatientClock, PlainStateFolder, RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { rememberPackedText } from './packed-texts.js';
import { WorkspaceListing } from './workspace-listing.js';

describe('WorkspaceListing', () => {
  let root: string;
  let logger: RecordingLogger;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-listing-')));
    logger = new RecordingLogger();
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
  }

  async function listed(options?: ListOptions, deny: string[] = []): Promise<readonly string[]> {
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root, deny }), logger);
    const paths: string[] = [];
    for await (const { relativePath } of new WorkspaceListing(guard, new PatientClock(), logger).list(options))
      paths.push(relativePath);
    return paths;
  }

  it('leaves out copies of packed texts, whatever they are named, until somebody changes them', async () => {
    const state = join(root, '.lexichord');
    await write({
      'out.md': '### a.ts\n',
      'docs/copy.txt': '### a.ts\n',
      'edited.md': '### b.ts\n',
      '.lexichord/x': '',
    });
    await rememberPackedText(state, '### a.ts\n');
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root }), logger);
    const folder = new PlainStateFolder(state);
    const list = async (options?: ListOptions): Promise<readonly string[]> => {
      const paths: string[] = [];
      const listing = new WorkspaceListing(guard, new PatientClock(), logger, folder);
      for await (const { relativePath } of listing.list(options)) paths.push(relativePath);
      return paths;
    };

    expect(await list()).toEqual(['edited.md']);
    expect(await list({ paths: ['docs'] })).toEqual([]);
    // Who names a file means it.
    expect(await list({ paths: ['out.md'] })).toEqual(['out.md']);
    await write({ 'out.md': '### c.ts\n' });
    expect(await list()).toEqual(['edited.md', 'out.md']);
  });

  it('lists files in the order of their paths, with what a listing knows of them', async () => {
    await write({ 'b.md': '12345', 'a/z.ts': '', 'a.txt': '', 'a-b/c.py': '' });
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root }), logger);

    const files = [];
    for await (const file of new WorkspaceListing(guard, new PatientClock(), logger).list()) files.push(file);

    expect(files.map(({ relativePath }) => relativePath)).toEqual(['a-b/c.py', 'a.txt', 'a/z.ts', 'b.md']);
    expect(files.map(({ relativePath }) => relativePath)).toEqual(files.map(({ relativePath }) => relativePath).sort());
    expect(files[3]).toMatchObject({ sizeBytes: 5, language: 'markdown', modifiedMs: expect.any(Number) as number });
  });

  it('leaves out what git ignores: outer and inner rules, the inner ones last, and what is in an ignored folder', async () => {
    await write({
      '.gitignore': '*.log\nbuild/\n/only-here.txt\n',
      'keep.log.md': '',
      'a.log': '',
      'build/out.js': '',
      'only-here.txt': '',
      'src/only-here.txt': '',
      'src/.gitignore': '!kept.log\n*.tmp\n',
      'src/kept.log': '',
      'src/x.tmp': '',
      'src/build/.gitignore': '!*\n',
      'src/build/y.js': '',
      '.git/info/exclude': 'private.md\n',
      'private.md': '',
    });

    expect(await listed()).toEqual([
      '.gitignore',
      'keep.log.md',
      'src/.gitignore',
      'src/kept.log',
      'src/only-here.txt',
    ]);
  });

  it('leaves out, without git, what the rules of a repository above name, and build folders that no rule takes in', async () => {
    await write({
      '.git/info/exclude': 'private.md\n',
      '.gitignore': 'Generated/\n',
      'app/.gitignore': '!target/\n',
      'app/generated/a.ts': '',
      'app/Generated/b.ts': '',
      'app/private.md': '',
      'app/dist/c.js': '',
      'app/target/d.ts': '',
      'app/in/build': '',
    });
    root = join(root, 'app');
    const warnings: string[] = [];

    expect(await listed({ onWarning: (warning) => warnings.push(warning) })).toEqual([
      '.gitignore',
      'generated/a.ts',
      'in/build',
      'target/d.ts',
    ]);
    expect(warnings).toEqual([expect.stringContaining('Folders named "dist" are left out as build output')]);
    root = dirname(root);
  });

  it('takes nothing from the inside of a repository', async () => {
    await write({
      'fixtures/bare/HEAD': 'ref: refs/heads/main\n',
      'fixtures/bare/config': '',
      'fixtures/bare/hooks/update.sample': '',
      'fixtures/bare/objects/info/a': '',
      'fixtures/bare/refs/heads/main': '',
      'a.md': '',
    });

    expect(await listed()).toEqual(['a.md']);
    expect(await listed({ paths: ['fixtures/bare'] })).toEqual([]);
  });

  it('leaves out what the guard denies, `.agentignore` included, as it is now', async () => {
    await write({ '.env': '', id_rsa: '', 'secret/plan.md': '', 'notes.md': '', 'drafts/a.md': '' });
    expect(await listed(undefined, ['secret/'])).toEqual(['drafts/a.md', 'notes.md']);

    await write({ '.agentignore': 'drafts/\n' });
    expect(await listed(undefined, ['secret/'])).toEqual(['.agentignore', 'notes.md']);
  });

  it('leaves out tool folders, links, and Lexichord’s own folder', async () => {
    await write({ 'node_modules/x/index.js': '', '.lexichord/state.json': '', '.git/HEAD': '', 'a.md': '' });
    await symlink('/etc', join(root, 'etc'));
    await symlink(join(root, 'a.md'), join(root, 'b.md'));

    expect(await listed()).toEqual(['a.md']);
  });

  it('lists named files and folders once, whatever the order and overlap, by the rules above them', async () => {
    await write({
      '.gitignore': '*.tmp\n',
      'src/a.ts': '',
      'src/b.tmp': '',
      'src/in/c.ts': '',
      'lib/d.ts': '',
      'e.md': '',
    });

    expect(await listed({ paths: ['src/in', 'src', 'e.md', './src/a.ts'] })).toEqual([
      'e.md',
      'src/a.ts',
      'src/in/c.ts',
    ]);
    for (const path of ['', '.', './', '/', './/.']) expect(await listed({ paths: [path] })).toEqual(await listed());
    expect(await listed({ paths: ['src/b.tmp'] })).toEqual(['src/b.tmp']);
  });

  it('says what is wrong with a named path', async () => {
    await write({ 'a.md': '' });

    await expect(listed({ paths: ['missing'] })).rejects.toMatchObject({ code: ErrorCode.notFound });
    await expect(listed({ paths: ['../elsewhere'] })).rejects.toBeInstanceOf(PathDeniedError);
    await expect(listed({ paths: ['..'] })).rejects.toBeInstanceOf(PathDeniedError);
    await expect(listed({ paths: ['.env'] })).rejects.toBeInstanceOf(PathDeniedError);
  });

  it('reads a path of many slashes and dots once', async () => {
    for (const path of [`${'/'.repeat(2_000)}x`, `${'./'.repeat(1_000)}x`]) {
      await expect(listed({ paths: [path] })).rejects.toThrow(LexichordError);
    }
  });

  it('stops when the signal aborts', async () => {
    await write({ 'a.md': '' });
    const reason = new DOMException('enough', 'AbortError');

    await expect(listed({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('says once which rules leave out more than they say, and leaves out no less', async () => {
    const slow = Array.from({ length: 20_000 }, (_, number) => `**/*a*a*b${number}/**/*a*a*b/**/c${number}`);
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, number) => [`src/a/aab/${number}.ts`, '']));
    await write({ '.gitignore': slow.join('\n'), c19999: '', 'other/c3': '', 'other/d3': '', ...files });
    const warnings: string[] = [];

    const paths = await listed({ onWarning: (warning) => warnings.push(warning) });

    expect(paths).toEqual(['.gitignore', 'other/c3', 'other/d3', ...Object.keys(files).sort()]);
    expect(warnings).toEqual([expect.stringMatching(/^\.gitignore has 199\d\d lines that take too long to match/u)]);
    expect(logger.templates('warn')).toEqual(['Listing: {warning}']);
  });

  it('leaves out a folder whose rules are too long to be read, and says so', async () => {
    await write({ 'generated/.gitignore': `${'x'.repeat(1_000_000)}\n`, 'generated/a.ts': '', 'b.ts': '' });
    const warnings: unknown[] = [];

    expect(await listed({ onWarning: (...told) => warnings.push(told) })).toEqual(['b.ts']);
    expect(warnings).toEqual([
      [expect.stringContaining('generated/.gitignore has 1000001 bytes'), { isLasting: true }],
    ]);
  });

  it('is not stopped by rules made to be slow', async () => {
    await write({ '.gitignore': `${'*a'.repeat(40)}\n`, [`${'a'.repeat(200)}.md`]: '' });

    expect(await listed()).toContain('.gitignore');
  });
});
