import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeQuery, ChangedFile, WorkspaceChange } from '@lexichord/abstractions';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { FileEditorService } from '../../editor/file-editor-service.js';
import { WorkspaceGuard } from '../../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../../workspace-options.js';
import { ARepository, day } from '../test-support/a-repository.js';
import { ChangeReader } from './change-reader.js';

describe('ChangeReader', () => {
  let repository: ARepository;

  beforeEach(async () => {
    repository = await ARepository.make();
  });

  afterEach(() => repository.remove());

  const read = (query: ChangeQuery, root = repository.root): Promise<WorkspaceChange> => {
    const [log, clock] = [new RecordingLogger(), new ManualClock(day(30))];
    const options = workspaceOptionsSchema.parse({ root });
    const guard = new WorkspaceGuard(options, log);
    const editor = new FileEditorService(guard, options, clock, log);
    return new ChangeReader(guard, editor, clock, log).read(query);
  };
  const commit = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, content] of Object.entries(files)) await repository.write(path, content);
    repository.commitAll(day(1), 'Change');
  };
  const fileOf = (change: WorkspaceChange, path: string): ChangedFile | undefined =>
    change.files.find((file) => file.path === path);

  it('gives each changed file before and after, and the lines that differ', async () => {
    await commit({ 'a.ts': 'one\ntwo\nthree\n', 'gone.ts': 'gone\n', 'old.ts': 'x\ny\nz\nw\n' });
    await rm(join(repository.root, 'gone.ts'));
    repository.git('mv', 'old.ts', 'new.ts');
    await commit({ 'a.ts': 'one\n2\n2b\nthree', 'added.ts': 'added\n' });

    const change = await read({ range: 'HEAD~1..HEAD' });

    expect(change).toEqual({
      name: 'HEAD~1..HEAD',
      isWorkTree: false,
      warnings: [],
      files: [
        {
          ...{ path: 'a.ts', status: 'modified', isConflicted: false, language: 'typescript' },
          ...{ before: 'one\ntwo\nthree\n', after: 'one\n2\n2b\nthree' },
          hunks: [{ beforeStart: 2, beforeCount: 2, afterStart: 2, afterCount: 3 }],
        },
        {
          ...{
            path: 'added.ts',
            status: 'added',
            isConflicted: false,
            language: 'typescript',
            before: '',
            after: 'added\n',
          },
          hunks: [{ beforeStart: 1, beforeCount: 0, afterStart: 1, afterCount: 1 }],
        },
        {
          ...{
            path: 'gone.ts',
            status: 'deleted',
            isConflicted: false,
            language: 'typescript',
            before: 'gone\n',
            after: '',
          },
          hunks: [{ beforeStart: 1, beforeCount: 1, afterStart: 1, afterCount: 0 }],
        },
        {
          ...{ path: 'new.ts', formerPath: 'old.ts', status: 'renamed', isConflicted: false, language: 'typescript' },
          ...{ before: '', after: '', hunks: [] },
        },
      ],
    });
  });

  it('compares with the last common commit, from one to another, and with the work tree, as git does', async () => {
    await commit({ 'a.ts': 'base\n' });
    repository.git('checkout', '-q', '-b', 'topic');
    await commit({ 'topic.ts': 'topic\n' });
    repository.git('checkout', '-q', 'main');
    await commit({ 'main.ts': 'main\n' });
    repository.git('checkout', '-q', 'topic');
    await repository.write('new.ts', 'new\n');

    const paths = async (range: string): Promise<readonly string[]> =>
      (await read({ range })).files.map(({ path, status }) => `${status} ${path}`);

    expect(await paths('main...topic')).toEqual(['added topic.ts']);
    expect(await paths('main...')).toEqual(['added topic.ts']);
    expect(await paths('main..topic')).toEqual(['deleted main.ts', 'added topic.ts']);
    expect(await paths('main')).toEqual(['deleted main.ts', 'added new.ts', 'added topic.ts']);
  });

  it('tells the index from the work tree, and has files that git does not know with the work tree', async () => {
    await commit({ 'a.ts': 'one\n', '.gitignore': 'ignored.ts\n' });
    await repository.write('a.ts', 'staged\n');
    repository.git('add', 'a.ts');
    await repository.write('a.ts', 'edited\n');
    await repository.write('new.ts', 'new\nfile\n');
    await repository.write('ignored.ts', 'ignored\n');

    const staged = await read({ staged: true });
    const changed = await read({ changed: true });

    expect(staged).toMatchObject({ name: '--staged', isWorkTree: false, files: [{ path: 'a.ts', after: 'staged\n' }] });
    expect(changed).toMatchObject({
      ...{ name: '--changed', isWorkTree: true },
      files: [
        { path: 'a.ts', before: 'one\n', after: 'edited\n' },
        { path: 'new.ts', status: 'added', after: 'new\nfile\n', hunks: [{ afterStart: 1, afterCount: 2 }] },
      ],
    });
  });

  it.each<readonly [ChangeQuery, string]>([
    [{ staged: true }, 'Nothing is staged. Stage files with "git add", or compare the work tree.'],
    [{ changed: true }, 'Nothing has changed since the last commit.'],
    [{ range: 'HEAD~2' }, 'No file differs in HEAD~2.'],
  ])('warns of a change without files: %j', async (query, warning) => {
    await commit({ 'a.ts': 'one\n' });
    await commit({ 'b.ts': 'two\n' });
    repository.git('revert', '--no-edit', 'HEAD');

    expect(await read(query)).toMatchObject({ files: [], warnings: [warning] });
  });

  it('leaves out new files that a listing leaves out, and says so', async () => {
    await commit({ 'a.ts': 'one\n' });
    for (const path of ['b.ts', 'dist/c.js', 'node_modules/d/index.js']) await repository.write(path, 'new\n');

    const change = await read({ changed: true });

    expect(change.files.map(({ path }) => path)).toEqual(['b.ts']);
    expect(change.warnings).toEqual([expect.stringContaining('New files in folders named "dist" are left out')]);
    await repository.write('.gitignore', '');
    expect((await read({ changed: true })).warnings).toEqual([]);
  });

  it('has everything as added before the first commit', async () => {
    await repository.write('a.ts', 'one\n');
    repository.git('add', 'a.ts');

    expect((await read({ staged: true })).files).toMatchObject([{ path: 'a.ts', status: 'added', after: 'one\n' }]);
    expect((await read({ changed: true })).files).toMatchObject([{ path: 'a.ts', status: 'added', after: 'one\n' }]);
  });

  it('keeps carriage returns, and paths with line feeds, quotes, tabs and other scripts', async () => {
    const names = ['line\nfeed.ts', 'quo"te\\.ts', 'tab\there.ts', 'größe 漢.ts', ' b/a b.ts'];
    await commit(Object.fromEntries(names.map((name) => [name, 'a\r\nb\r\n'])));
    await commit(Object.fromEntries(names.map((name) => [name, 'a\r\nc\r\n'])));

    const { files } = await read({ range: 'HEAD~1..HEAD' });

    expect(files.map(({ path }) => path)).toEqual(names.toSorted());
    for (const file of files) expect(file).toMatchObject({ before: 'a\r\nb\r\n', after: 'a\r\nc\r\n' });
  });

  it('gives texts without a byte order mark, as the editor does', async () => {
    await commit({ 'a.ts': '\uFEFFone\ntwo\n', 'b.ts': 'one\n' });
    await repository.write('a.ts', '\uFEFFone\n2\n');
    await repository.write('b.ts', '\uFEFFone\n');

    const { files } = await read({ changed: true });

    expect(files).toMatchObject([
      { path: 'a.ts', before: 'one\ntwo\n', after: 'one\n2\n', hunks: [{ beforeStart: 2, afterStart: 2 }] },
      { path: 'b.ts', before: 'one\n', after: 'one\n', hunks: [{ beforeStart: 1, afterStart: 1 }] },
    ]);
  });

  it('is not misled by lines that look like those of a difference', async () => {
    const trick = 'diff --git a/x b/x\n--- a/x\n+++ b/evil.ts\n@@ -1 +1 @@\n\\ No newline at end of file\n';
    await commit({ 'a.ts': `${trick}one\n` });
    await commit({ 'a.ts': `${trick}two\n` });

    const { files } = await read({ range: 'HEAD~1..HEAD' });

    expect(files).toMatchObject([{ path: 'a.ts', before: `${trick}one\n`, after: `${trick}two\n` }]);
  });

  it('names what has no text: binaries, links, submodules and new modes', async () => {
    await commit({ 'data.bin': 'a\0b', 'run.sh': 'run\n', 'tool.bin': 'a\0b' });
    await repository.write('data.bin', 'a\0c');
    await repository.write('tool.bin', 'a\0c');
    await symlink('/etc/passwd', join(repository.root, 'link'));
    repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    repository.git('add', 'data.bin', 'link', 'tool.bin');
    repository.git('update-index', '--chmod=+x', 'run.sh', 'tool.bin');

    const { files } = await read({ staged: true });

    expect(files.map(({ path, status, missingText, hunks }) => [path, status, missingText, hunks.length])).toEqual([
      ['data.bin', 'modified', 'binary', 0],
      ['link', 'added', 'link', 0],
      ['run.sh', 'modified', undefined, 0],
      ['sub', 'added', 'submodule', 0],
      ['tool.bin', 'modified', 'binary', 0],
    ]);
    expect(JSON.stringify(files)).not.toContain('passwd');
  });

  it('names a new repository in the work tree as a submodule, and none of its files', async () => {
    await commit({ 'a.ts': 'one\n', '.agentignore': 'private/\n' });
    for (const folder of ['nested', 'private']) {
      repository.git('init', '-q', folder);
      await repository.write(`${folder}/b.ts`, 'one\n');
      repository.at(folder).commitAll(day(1), 'First');
    }

    const { files } = await read({ changed: true });

    expect(files.map(({ path, status, missingText }) => [path, status, missingText])).toEqual([
      ['nested', 'added', 'submodule'],
      ['private', 'added', 'denied'],
    ]);
  });

  it('gives no text of a file whose path is denied, or was', async () => {
    await commit({ '.env': 'KEY=a\nTWO=b\nTHREE=c\n', '.agentignore': 'private/\n', 'private/a.ts': 'a\n' });
    repository.git('mv', '.env', 'env.txt');
    await commit({ 'private/a.ts': 'b\n', 'env.txt': 'KEY=a\nTWO=b\nTHREE=d\n' });
    await repository.write('.env', 'KEY=new\n');

    const { files } = await read({ range: 'HEAD~1' });

    expect(files.map(({ path, missingText, hunks }) => [path, missingText, hunks.length])).toEqual([
      ['.env', 'denied', 0],
      ['env.txt', 'denied', 0],
      ['private/a.ts', 'denied', 0],
    ]);
    expect(JSON.stringify(files)).not.toContain('THREE');
  });

  it('shows a file in conflict as the work tree has it, and says so', async () => {
    await commit({ 'a.ts': 'base\n' });
    repository.git('checkout', '-q', '-b', 'topic');
    await commit({ 'a.ts': 'topic\n' });
    repository.git('checkout', '-q', 'main');
    await commit({ 'a.ts': 'main\n' });
    repository.tryGit('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'merge', '-q', 'topic');

    const changed = await read({ changed: true });
    const staged = await read({ staged: true });

    expect(fileOf(changed, 'a.ts')).toMatchObject({ isConflicted: true, before: 'main\n' });
    expect(fileOf(changed, 'a.ts')?.after).toContain('<<<<<<<');
    expect(changed.warnings).toEqual(['A merge left 1 file in conflict, shown with both sides.']);
    expect(fileOf(staged, 'a.ts')).toMatchObject({ isConflicted: true, hunks: [] });
  });

  it('gives no file a line that names a file in conflict', async () => {
    await commit({ 'a.ts': 'one\n', 'private/b.ts': 'base\n', '.agentignore': 'private/\n' });
    repository.git('checkout', '-q', '-b', 'topic');
    await commit({ 'private/b.ts': 'topic\n' });
    repository.git('checkout', '-q', 'main');
    await commit({ 'private/b.ts': 'main\n' });
    repository.tryGit('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'merge', '-q', 'topic');
    await repository.write('a.ts', 'two\n');
    repository.git('add', 'a.ts');

    const staged = await read({ staged: true });

    expect(fileOf(staged, 'a.ts')).toMatchObject({ before: 'one\n', after: 'two\n' });
    expect(fileOf(staged, 'private/b.ts')).toMatchObject({ isConflicted: true, missingText: 'denied' });
  });

  it('is relative to a workspace that is a part of the repository, and counts what is outside', async () => {
    await commit({ 'app/a.ts': 'one\n', 'other/b.ts': 'one\n' });
    await commit({ 'app/a.ts': 'two\n', 'other/b.ts': 'two\n' });
    await repository.write('app/new.ts', 'new\n');

    const { files, warnings } = await read({ range: 'HEAD~1' }, join(repository.root, 'app'));

    expect(files.map(({ path }) => path)).toEqual(['a.ts', 'new.ts']);
    expect(warnings).toEqual(['The change has 1 more file outside of the workspace, which are left out.']);
  });

  it('says of lines that are too long that they were not read, and reads the rest', async () => {
    await commit({ 'a.ts': 'one\n', 'm.min.js': 'x\n', 'z.ts': 'one\n' });
    const likeAPatch = '++ b/z.ts\n@@ -1 +1 @@\n++ b/a.ts\n';
    await commit({ 'a.ts': 'two\n', 'm.min.js': `${'y'.repeat(2_000_000)}\n${likeAPatch}`, 'z.ts': 'two\n' });

    const { files, warnings } = await read({ range: 'HEAD~1..HEAD' });

    expect(files).toMatchObject([
      { path: 'a.ts', after: 'two\n' },
      { path: 'm.min.js', missingText: 'too-large', after: '', hunks: [] },
      { path: 'z.ts', before: 'one\n', after: 'two\n' },
    ]);
    expect(warnings).toEqual(['The lines of 1 file were not read: too large, or with a line that is.']);
  });

  it.each([
    ['', 'it is empty'],
    ['--output=x', 'does not begin with a dash'],
    ['main...--output=x', 'does not begin with a dash'],
    ['-p', 'does not begin with a dash'],
    ['a b', 'characters that are not allowed in a revision'],
    ['a\nb', 'characters that are not allowed in a revision'],
    ['a...b...c', 'characters that are not allowed in a revision'],
    ['x'.repeat(1_000), 'too long'],
  ])('refuses the range %j', async (range, why) => {
    await commit({ 'a.ts': 'one\n' });

    await expect(read({ range })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(why) as unknown,
    });
  });

  it.each(['nosuch', 'main...nosuch', 'HEAD~9..HEAD', 'HEAD:a.ts', '$(touch x)', '`id`..HEAD'.replaceAll(' ', '')])(
    'names an unknown revision of %j',
    async (range) => {
      await commit({ 'a.ts': 'one\n' });
      if (range.includes(' ')) return;

      await expect(read({ range })).rejects.toMatchObject({
        code: 'not-found',
        message: expect.stringContaining('There is no revision') as unknown,
      });
    },
  );

  it('says what to do where two revisions have no common commit', async () => {
    await commit({ 'a.ts': 'one\n' });
    repository.git('checkout', '-q', '--orphan', 'other');
    await commit({ 'b.ts': 'one\n' });

    await expect(read({ range: 'main...other' })).rejects.toMatchObject({
      code: 'not-found',
      message: '"main...other" has no common commit. Compare them directly, with two dots.',
    });
  });

  it('says that a shallow clone has no more history', async () => {
    await commit({ 'a.ts': 'one\n' });
    await commit({ 'a.ts': 'two\n' });
    repository.git('clone', '-q', '--depth', '1', `file://${repository.root}`, 'clone');

    await expect(read({ range: 'HEAD~1' }, join(repository.root, 'clone'))).rejects.toThrow('git fetch --unshallow');
  });

  it('says where there is no repository, and where there is only a bare one', async () => {
    const folder = await ARepository.folder();
    await mkdir(join(folder.root, 'bare'));
    folder.git('init', '-q', '--bare', 'bare');

    await expect(read({ changed: true }, folder.root)).rejects.toMatchObject({ code: 'not-found' });
    await expect(read({ changed: true }, join(folder.root, 'bare'))).rejects.toThrow('bare repository');
    await folder.remove();
  });

  it('runs no program that the repository names for differences, filters and watching', async () => {
    const program = join(repository.root, 'program.sh');
    const witness = join(repository.root, '.git', 'was-run');
    await writeFile(program, `#!/bin/sh\ntouch '${witness}'\ncat\n`, { mode: 0o755 });
    await commit({ 'a.ts': 'one\n', '.gitattributes': '*.ts diff=own filter=own\n' });
    for (const name of ['diff.own.textconv', 'diff.own.command', 'diff.external', 'filter.own.clean', 'core.fsmonitor'])
      repository.git('config', name, program);
    repository.git('config', 'diff.submodule', 'log');
    await repository.write('a.ts', 'two\n');

    for (const query of [{ changed: true }, { staged: true }, { range: 'HEAD' }] as const) await read(query);

    await expect(rm(witness)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await read({ changed: true })).files.map(({ path, after }) => [path, after])).toEqual([['a.ts', 'two\n']]);
  });

  it('is the same whatever the configuration says about the form of a difference', async () => {
    await commit({ 'a.ts': 'one\n\ntwo\n', 'ü.ts': 'x\n' });
    await commit({ 'a.ts': 'one\n\nthree\n', 'ü.ts': 'y\n' });
    const plain = await read({ range: 'HEAD~1..HEAD' });
    const settings = [
      ...['diff.noprefix', 'diff.mnemonicPrefix', 'diff.suppressBlankEmpty', 'diff.relative'],
      ...['diff.colorMoved', 'diff.statGraphWidth'],
    ];
    for (const name of settings) repository.git('config', name, name === 'diff.statGraphWidth' ? '10' : 'true');
    for (const [name, value] of [
      ['color.ui', 'always'],
      ['core.quotePath', 'false'],
      ['diff.context', '0'],
      ['diff.renames', 'copies'],
    ] as const)
      repository.git('config', name, value);

    expect(await read({ range: 'HEAD~1..HEAD' })).toEqual(plain);
  });
});
