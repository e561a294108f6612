import { afterEach, beforeEach } from '@jest/globals';

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { commitBeyond } from './refusals.mjs';

let folder;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lexichord-refusals-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function run(script, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

function git(path, ...args) {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgSign=false'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...args], { cwd: path, encoding: 'utf8', env }).trim();
}

async function write(path, content) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** A repository with some commits, oldest first. */
async function aRepository(path, subjects) {
  await mkdir(join(folder, path), { recursive: true });
  git(join(folder, path), 'init', '-q', '-b', 'main');
  const ids = [];
  for (const subject of subjects) {
    await write(`${path}/a.js`, `// ${subject}\n`);
    git(join(folder, path), 'add', '.');
    git(join(folder, path), 'commit', '-q', '-m', subject);
    ids.push(git(join(folder, path), 'rev-parse', 'HEAD'));
  }
  return ids;
}

/** A git directory alone, as `git clone --bare` makes it. */
async function aMirror(name, subjects) {
  const ids = await aRepository('origin', subjects);
  await mkdir(join(folder, 'mirrors'), { recursive: true });
  git(folder, 'clone', '-q', '--bare', 'origin', join('mirrors', name));
  return ids;
}

describe('record-cases', () => {
  async function recordQuestions(...names) {
    await write(
      'questions/repos.json',
      names.map((name) => ({ name, language: 'go' })),
    );
    for (const name of names) {
      await write(`questions/annotations/${name}.json`, [{ query: 'where are routes', relevant: ['a.js'] }]);
    }
    const given = Object.entries({ questions: 'questions', checkouts: 'checkouts', work: 'work', out: 'out' });
    return run('record-cases.mjs', ...given.flatMap(([option, path]) => [`--${option}`, join(folder, path)]));
  }

  it('records no questions about a repository that is held out, or that is not in the list', async () => {
    await aRepository('checkouts/gin', ['Begin']);
    await aRepository('checkouts/anything', ['Begin']);

    const { status, stderr } = await recordQuestions('gin', 'anything');

    expect(status).toBe(1);
    expect(stderr).toMatch(/^gin is held out: its questions decide .*\nanything is not among the questions of .*\n$/u);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('records no questions about a checkout at another revision, or without one', async () => {
    const [head] = await aRepository('checkouts/flask', ['Begin']);

    const { status, stderr } = await recordQuestions('flask', 'cobra');

    expect(status).toBe(1);
    expect(stderr).toContain(`flask is at ${head}, and not at the revision that is pinned: git -C `);
    expect(stderr).toContain('cobra is not checked out: git clone https://github.com/spf13/cobra ');
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('records no changes of a mirror that has not the pinned revision', async () => {
    const [commit, fix] = await aMirror('gohugoio+hugo', ['Begin', 'Go on']);
    await write('changes.json', [{ id: 'hugo-01', repo: 'hugo', commit, fix, date: '2026-01-01', goldLines: {} }]);

    const given = Object.entries({ changes: 'changes.json', mirrors: 'mirrors', work: 'work', out: 'out' });
    const { status, stderr } = run(
      'record-cases.mjs',
      ...given.flatMap(([option, path]) => [`--${option}`, join(folder, path)]),
    );

    expect(status).toBe(1);
    expect(stderr).toMatch(/^gohugoio\/hugo: the commits cannot be compared with 7b5199fd.* bad object/u);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});

describe('compare-weights', () => {
  it('fits nothing on a case of a repository that is not allowed for its set', async () => {
    const facts = { kind: 'question', language: 'go', budgets: [500], places: [{ path: 'a.js' }], hits: [] };
    await write('cases/one.json', { ...facts, id: 'one', set: 'questions', repository: 'gin' });
    await write('cases/two.json', { ...facts, id: 'two', set: 'changes', repository: 'rails' });
    await write('cases/three.json', { ...facts, id: 'three', set: 'questions', repository: 'flask' });

    const { status, stderr } = run('compare-weights.mjs', '--cases', join(folder, 'cases'), '--folds', '2');

    expect(status).toBe(1);
    expect(stderr).toMatch(/^gin is held out: .*\nrails is not among the changes of .*\n$/u);
  });
});

describe('mine-changes', () => {
  function mine(...repositories) {
    const args = ['--mirrors', join(folder, 'mirrors'), '--out', join(folder, 'changes.json'), ...repositories];
    return run('../changes/mine-changes.mjs', ...args);
  }

  it('draws nothing from a repository that is held out, or that is not in the list', async () => {
    await aMirror('gin-gonic+gin', ['Begin', 'Count the routes of every group']);

    const { status, stderr } = mine('gin-gonic/gin', 'somebody/hugo');

    expect(status).toBe(1);
    expect(stderr).toMatch(/^gin-gonic\/gin is held out: .*\nsomebody\/hugo is not among the changes of .*\n$/u);
    expect(existsSync(join(folder, 'changes.json'))).toBe(false);
  });

  it('draws nothing from a mirror that has not the pinned revision, or for what names no commit', async () => {
    await aMirror('gohugoio+hugo', ['Begin', 'Count the pages of every section']);

    const { status, stderr } = mine('gohugoio/hugo', 'gohugoio/hugo@main', 'gohugoio/hugo@--all');

    expect(status).toBe(1);
    expect(stderr.match(/cannot be compared with 7b5199fd.* bad object/gu)).toHaveLength(1);
    expect(stderr).toContain('gohugoio/hugo: "--all" names no commit.');
    expect(existsSync(join(folder, 'changes.json'))).toBe(false);
  });
});

describe('commitBeyond', () => {
  it('names a commit that did not lead to the revision', async () => {
    const [first, second, third] = await aRepository('repository', ['Begin', 'Go on', 'End']);
    const gitFolder = join(folder, 'repository', '.git');

    expect(await commitBeyond(gitFolder, [first, second], second)).toBeUndefined();
    expect(await commitBeyond(gitFolder, [first, third], second)).toBe(third);
  });
});
