import { afterEach, beforeEach } from '@jest/globals';

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

import { changeOf, languageOf, shuffled, taskOf } from './choose-changes.mjs';
import { mineChanges, mirrorOf } from './mine-changes.mjs';
import { readCommits } from './read-commits.mjs';
import { writeHistory } from './write-history.mjs';
import { writeTree } from './write-tree.mjs';

let folder;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lexichord-changes-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function git(...args) {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgSign=false'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', env }).trim();
}

const gitFolder = () => join(folder, '.git');

async function commit(message, files) {
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  git('add', '--force', '.');
  git('commit', '-q', '-m', message);
  return git('rev-parse', 'HEAD');
}

describe('mineChanges', () => {
  const options = { repository: 'owner/name', count: 5, since: '2000-01-01', seed: 7 };

  it('gives the commit before, the task, and the lines as they were', async () => {
    git('init', '-q', '-b', 'main');
    const before = await commit('Begin', { 'a.js': 'one\ntwo\nthree\nfour\n', 'notes.md': 'x\n' });
    const files = { 'a.js': 'zero\none\n2\nthree\nfour\n', 'notes.md': 'y\n' };
    const fix = await commit('fix(core): count from zero in every list (#12)', files);

    const cases = await mineChanges(gitFolder(), options);

    expect(cases).toEqual([
      {
        id: 'name-01',
        repo: 'name',
        lang: 'JavaScript',
        commit: before,
        fix,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        query: 'count from zero in every list',
        goldFiles: ['a.js'],
        goldLines: {
          'a.js': [
            [1, 1],
            [2, 2],
          ],
        },
      },
    ]);
  });

  it('takes neither first commits nor upkeep nor large changes, and draws the same ones each time', async () => {
    git('init', '-q', '-b', 'main');
    await commit('Begin with a list that counts from one', { 'a.js': 'a\n', 'b.js': `${'b\n'.repeat(200)}` });
    await commit('Bump the version of the list to two', { 'a.js': 'b\n' });
    await commit('Make every list as long as it is', { 'b.js': `${'c\n'.repeat(200)}` });
    for (const [index, text] of ['c', 'd', 'e', 'f'].entries()) {
      await commit(`Count the items of list number ${index}`, { 'a.js': `${text}\n` });
    }

    const [cases, again] = [await mineChanges(gitFolder(), options), await mineChanges(gitFolder(), options)];
    const two = await mineChanges(gitFolder(), { ...options, count: 2 });

    expect(cases.map(({ query }) => query.replace(/\d/u, 'N'))).toEqual(
      Array.from({ length: 4 }, () => 'Count the items of list number N'),
    );
    expect(again).toEqual(cases);
    expect(two).toEqual(cases.slice(0, 2));
  });

  it('takes only what led to a revision that is named', async () => {
    git('init', '-q', '-b', 'main');
    await commit('Begin with a list that counts from one', { 'a.js': 'a\n' });
    const revision = await commit('Count the items of every list', { 'a.js': 'b\n' });
    await commit('Count the items of the last list', { 'a.js': 'c\n' });

    const [cases, pinned] = [
      await mineChanges(gitFolder(), options),
      await mineChanges(gitFolder(), { ...options, revision }),
    ];

    expect(cases).toHaveLength(2);
    expect(pinned.map(({ query }) => query)).toEqual(['Count the items of every list']);
  });

  it('runs nothing that the repository configures', async () => {
    git('init', '-q', '-b', 'main');
    const mark = join(folder, 'mark');
    const program = `sh -c 'touch ${mark}; cat'`;
    await commit('Begin', { 'a.js': 'one\n', '.gitattributes': '*.js diff=own filter=own\n' });
    await commit('Count from two in every list', { 'a.js': 'two\n' });
    for (const name of ['diff.external', 'diff.own.textconv', 'diff.own.command', 'core.fsmonitor', 'core.pager']) {
      git('config', name, program);
    }
    for (const name of ['clean', 'smudge', 'process']) git('config', `filter.own.${name}`, program);
    await writeFile(join(folder, '.git', 'hooks', 'post-checkout'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });

    const [change] = await mineChanges(gitFolder(), options);
    await writeTree(gitFolder(), change.commit, { folder: join(folder, 'tree') });

    expect(change.goldLines).toEqual({ 'a.js': [[1, 1]] });
    expect(existsSync(mark)).toBe(false);
  });

  it('says which command of git failed', async () => {
    await expect(readCommits(folder, { since: '2000-01-01' })).rejects.toThrow(/^git log ended with 128: /u);
  });
});

describe('writeTree', () => {
  it('writes the files of a commit, then what another one changes', async () => {
    git('init', '-q', '-b', 'main');
    const first = await commit('Begin', { 'a.js': 'one\n', 'b.js': 'same\n' });
    git('rm', '-q', 'a.js');
    const second = await commit('Go on', { 'c.js': 'new\n' });
    const tree = join(folder, 'tree');

    const written = await writeTree(gitFolder(), first, { folder: tree });
    const before = (await readdir(tree)).sort();
    await writeTree(gitFolder(), second, { folder: tree, written });

    expect(before).toEqual(['a.js', 'b.js']);
    expect((await readdir(tree)).sort()).toEqual(['b.js', 'c.js']);
    expect(await readFile(join(tree, 'b.js'), 'utf8')).toBe('same\n');
  });

  it('leaves out what leads out of the folder, and links', async () => {
    git('init', '-q', '-b', 'main');
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: folder, input: 'x', encoding: 'utf8' });
    const nested = (name, mode = '100644') => `${mode} blob ${blob.trim()}\t${name}\n`;
    const make = (input, ...more) => execFileSync('git', ['mktree', ...more], { cwd: folder, input, encoding: 'utf8' });
    const inner = make(nested('out.js')).trim();
    const top = `${nested('a.js')}${nested('link', '120000')}040000 tree ${inner}\t..\n`;
    const tree = make(top).trim();

    const written = await writeTree(gitFolder(), tree, { folder: join(folder, 'tree') });

    expect([...written.keys()]).toEqual(['a.js']);
    expect(await readdir(join(folder, 'tree'))).toEqual(['a.js']);
    expect(existsSync(join(folder, 'out.js'))).toBe(false);
  });
});

describe('choosing', () => {
  it.each([
    ['fix(router): keep the trailing slash of a path', 'keep the trailing slash of a path'],
    ['[core] Handle an empty list of hooks. Fixes #12', 'Handle an empty list of hooks'],
    ['net, sync: do not wait for a closed socket (GH-3)', 'do not wait for a closed socket'],
    ['Avoid a crash when the file is empty (#1234)', 'Avoid a crash when the file is empty'],
  ])('reads the task in %j', (subject, task) => {
    expect(taskOf(subject)).toBe(task);
  });

  it.each(['fix crash', 'docs: say how a path is read here', 'Bump the version of all the packages', 'x '.repeat(200)])(
    'finds no task in %j',
    (subject) => {
      expect(taskOf(subject)).toBeUndefined();
    },
  );

  it('knows code from tests and the rest', () => {
    const paths = ['src/a.ts', 'lib/latest.py', 'src/a.spec.ts', 'tests/a.py', 'docs/a.js', 'a.md', 'x/a_test.go'];

    expect(paths.map(languageOf)).toEqual(['TypeScript', 'Python', ...Array.from({ length: 5 }, () => undefined)]);
    expect(['src/_pytest/a.py', 'unittests/a.py', 'src/_pytest/tests/a.py'].map(languageOf)).toEqual([
      'Python',
      ...[undefined, undefined],
    ]);
  });

  it('takes no change that adds or removes code files, or that names the file', () => {
    const subject = 'Keep the trailing slash of every path';
    const of = (files, text = subject) => changeOf({ subject: text, files })?.paths;

    expect(
      of([
        { status: 'M', path: 'a.ts' },
        { status: 'A', path: 'a.spec.ts' },
      ]),
    ).toEqual(['a.ts']);
    expect(
      of([
        { status: 'M', path: 'a.ts' },
        { status: 'A', path: 'b.ts' },
      ]),
    ).toBeUndefined();
    expect(of([{ status: 'M', path: 'a.md' }])).toBeUndefined();
    expect(of([{ status: 'M', path: 'src/slash.ts' }], 'Keep what slash.ts says of every path')).toBeUndefined();
    expect(of(Array.from({ length: 5 }, (_, n) => ({ status: 'M', path: `${n}.ts` })))).toBeUndefined();
  });

  it('shuffles alike each time, and finds mirrors', () => {
    expect(shuffled([1, 2, 3, 4], 7)).toEqual(shuffled([1, 2, 3, 4], 7));
    expect(shuffled([1, 2, 3, 4], 7).toSorted()).toEqual([1, 2, 3, 4]);
    expect(mirrorOf('/mirrors', 'owner/name')).toBe(join('/mirrors', 'owner+name'));
  });
});

describe('writeHistory', () => {
  it('gives a tree the commits before it and no later one, with nothing changed', async () => {
    git('init', '-q', '-b', 'main');
    const first = await commit('Begin', { 'a.js': 'one\n', '.gitattributes': '*.js filter=own\n' });
    const second = await commit('Go on', { 'a.js': 'two\n' });
    await commit('End', { 'a.js': 'three\n' });
    git('config', 'filter.own.clean', 'false');
    git('tag', 'later');
    const tree = join(folder, 'tree');
    await writeTree(gitFolder(), second, { folder: tree });

    await writeHistory(gitFolder(), second, tree);

    expect(git('-C', tree, 'log', '--all', '--format=%H').split('\n')).toEqual([second, first]);
    expect(git('-C', tree, 'status', '--porcelain')).toBe('');
    expect(git('-C', tree, 'for-each-ref')).toBe('');
    await writeTree(gitFolder(), first, { folder: tree, written: new Map([['a.js', second]]) });
    await writeHistory(gitFolder(), first, tree);
    expect(git('-C', tree, 'log', '--all', '--format=%s')).toBe('Begin');
    expect(git('-C', tree, 'status', '--porcelain')).toBe('');
  });
});
