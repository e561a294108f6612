import { execFileSync } from 'node:child_process';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';
import type { IClock, ListOptions } from '@lexichord/abstractions';
import { PatientClock, RecordingLogger } from '@lexichord/testing';

import { ARepository, day } from '../git/test-support/a-repository.js';
import { PassingClock } from '../git/test-support/passing-clock.js';
import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { WorkspaceListing } from './workspace-listing.js';

describe('files that git does not ignore', () => {
  let repository: ARepository;

  beforeEach(async () => {
    repository = await ARepository.make();
  });
  afterEach(() => repository.remove());

  interface Place {
    readonly root?: string;
    readonly clock?: IClock;
  }

  async function listed(options?: ListOptions, { root = repository.root, clock }: Place = {}): Promise<string[]> {
    const logger = new RecordingLogger();
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root, deny: ['denied/'] }), logger);
    const listing = new WorkspaceListing(guard, clock ?? new PatientClock(), logger);
    const paths: string[] = [];
    for await (const { relativePath } of listing.list(options)) paths.push(relativePath);
    return paths;
  }

  async function write(...paths: readonly string[]): Promise<void> {
    for (const path of paths) await repository.write(path, `${path}\n`);
  }

  async function ignore(rules: string, place = ''): Promise<void> {
    await repository.write(`${place}.gitignore`, rules);
  }

  it('are listed if they are tracked, although a rule names them, from the moment they are added until git forgets them', async () => {
    await ignore('*.log\n');
    await write('a.log', 'b.log', 'c.md');

    expect(await listed()).toEqual(['.gitignore', 'c.md']);
    repository.git('add', '--force', 'a.log');
    expect(await listed()).toEqual(['.gitignore', 'a.log', 'c.md']);
    repository.git('rm', '--quiet', '--cached', 'a.log');
    expect(await listed()).toEqual(['.gitignore', 'c.md']);
  });

  it('are, in an ignored folder, the tracked ones, whatever the rules in it say', async () => {
    await ignore('build/\n');
    await ignore('!*\n', 'build/in/');
    await write('build/in/a.js', 'build/in/b.js', 'build/c.js', 'build/other/d.js', 'e.md');
    repository.git('add', '--force', 'build/in/a.js');

    expect(await listed()).toEqual(['.gitignore', 'build/in/a.js', 'e.md']);
    expect(await listed({ paths: ['build'] })).toEqual(['build/in/a.js']);
  });

  it('are left out where the guard denies them, or they are in a folder of tools', async () => {
    await ignore('*\n');
    await repository.write('.agentignore', 'private/\n*.draft\n');
    await write('.env', 'id_rsa', 'denied/a.md', 'private/b.md', 'c.draft', 'node_modules/d.js', 'e.md');
    repository.git('add', '--force', '.');

    expect(await listed()).toEqual(['.agentignore', '.gitignore', 'e.md']);
  });

  it('are those of the folder, when the workspace is one of the repository', async () => {
    await ignore('*.log\n', 'app/');
    await write('a.log', 'app/a.log', 'app/in/b.log', 'app/c.log');
    repository.git('add', '--force', 'a.log', 'app/a.log', 'app/in/b.log');

    expect(await listed({}, { root: join(repository.root, 'app') })).toEqual(['.gitignore', 'a.log', 'in/b.log']);
  });

  it('are those of a submodule, too', async () => {
    await ignore('vendor/\n*.log\n');
    await write('vendor/lib/a.ts', 'vendor/lib/in/b.log', 'vendor/lib/c.log', 'vendor/untracked.ts', 'd.log');
    await ignore('*.log\n', 'vendor/lib/');
    const submodule = repository.at('vendor/lib');
    submodule.git('init', '-q');
    submodule.git('add', '--force', 'a.ts', 'in/b.log');
    submodule.git('commit', '-q', '-m', 'Change');
    repository.git('add', '--force', 'vendor/lib');

    expect(await listed()).toEqual(['.gitignore', 'vendor/lib/.gitignore', 'vendor/lib/a.ts', 'vendor/lib/in/b.log']);
  });

  it('are those of a repository inside, as its own rules have it', async () => {
    await ignore('*.log\n');
    await write('inner/a.log', 'inner/b.tmp', 'inner/c.md', 'd.log');
    repository.at('inner').git('init', '-q');
    await ignore('*.tmp\n', 'inner/');

    expect(await listed()).toEqual(['.gitignore', 'inner/.gitignore', 'inner/a.log', 'inner/c.md']);
  });

  it('are named by the files of rules alone in all but a hundred repositories', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `s${String(index).padStart(3, '0')}`);
    for (const name of names) {
      await write(`${name}/Kept.log`);
      await ignore('*.log\n', `${name}/`);
      const inner = repository.at(name);
      inner.git('init', '-q');
      inner.git('add', '--force', 'Kept.log');
    }
    const warnings: string[] = [];

    const paths = await listed({ onWarning: (warning) => warnings.push(warning) });
    expect(paths.filter((path) => path.endsWith('Kept.log'))).toEqual(
      // The workspace's own repository is one of the hundred.
      names.slice(0, 99).map((name) => `${name}/Kept.log`),
    );
    expect(warnings).toEqual([expect.stringContaining('Git lists the files of at most 100 repositories.')]);
  });

  it('are named by the files of rules alone in all repositories that come when the time for git is over', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      await ignore('*.log\n', `${name}/`);
      await write(`${name}/kept.log`);
      const inner = repository.at(name);
      inner.git('init', '-q');
      inner.git('add', '--force', 'kept.log');
    }
    // Git waits for somebody to write to it.
    await rm(join(repository.root, 'b/.gitignore'));
    execFileSync('mkfifo', [join(repository.root, 'b/.gitignore')]);
    const clock = new PassingClock([0, 6_000, 10_000, 10_000, 10_000]);
    const warnings: unknown[] = [];

    const paths = await listed({ onWarning: (...told) => warnings.push(told) }, { clock });

    expect(paths).toEqual(['a/.gitignore', 'a/kept.log', 'b/kept.log', 'c/.gitignore', 'd/.gitignore']);
    expect(clock.delays).toEqual([10_000, 10_000, 4_000]);
    expect(warnings).toEqual([
      [expect.stringContaining('git did not list its ignored files in b/ (timeout)'), { isLasting: false }],
      [expect.stringContaining('Git took more than 10 seconds'), { isLasting: false }],
    ]);
  });

  it('are told apart by the case of their letters where the file system does so', async () => {
    await ignore('Debug/\nTAGS\ncore\n');
    await write('debug/shown.ts', 'Debug/hidden.ts', 'tags', 'TAGS', 'Core/engine.ts');

    expect(await listed()).toEqual(['.gitignore', 'Core/engine.ts', 'debug/shown.ts', 'tags']);
  });

  it('are those that no rule above the workspace names, nor `info/exclude`, nor the file of excludes of the user', async () => {
    await ignore('dist/\n');
    await repository.write('.git/info/exclude', 'private.md\n');
    await repository.write('excludes', '*.scratch\n');
    await repository.write('global', `[core]\n\texcludesFile = ${join(repository.root, 'excludes')}\n`);
    await write('app/dist/a.js', 'app/private.md', 'app/my.scratch', 'app/b.ts');
    const before = process.env['GIT_CONFIG_GLOBAL'];
    process.env['GIT_CONFIG_GLOBAL'] = join(repository.root, 'global');
    try {
      expect(await listed({}, { root: join(repository.root, 'app') })).toEqual(['b.ts']);
    } finally {
      if (before === undefined) delete process.env['GIT_CONFIG_GLOBAL'];
      else process.env['GIT_CONFIG_GLOBAL'] = before;
    }
  });

  it('are those that `info/exclude` of the repository does not name, in a linked work tree, too', async () => {
    await repository.commit(day(0), 'a.ts');
    await repository.write('.git/info/exclude', 'private.md\n');
    repository.git('worktree', 'add', '-q', '../linked-of-it', '-b', 'linked');
    const linked = repository.at('../linked-of-it');
    try {
      await linked.write('private.md', '');

      expect(await listed({}, { root: linked.root })).toEqual(['a.ts']);
    } finally {
      await linked.remove();
    }
  });

  it('are all that the rules leave in a workspace that is ignored itself', async () => {
    await ignore('scratch/\n*.log\n');
    await write('scratch/a.ts', 'scratch/b.tmp');
    await ignore('*.tmp\n', 'scratch/');

    expect(await listed({}, { root: join(repository.root, 'scratch') })).toEqual(['.gitignore', 'a.ts']);
  });

  it('are none where the excludes of the user name all that is there, in the workspace and in a repository inside', async () => {
    await repository.write('.git/info/exclude', '*.private\n');
    await write('a.private', 'inner/b.private');
    repository.at('inner').git('init', '-q');
    await repository.write('inner/.git/info/exclude', '*.private\n');

    expect(await listed()).toEqual([]);
  });

  it('are those of the workspace, with a warning, where the configuration names another work tree', async () => {
    const other = await ARepository.folder();
    try {
      await other.write('elsewhere.ts', '');
      await write('a.ts', 'b.log');
      await ignore('*.log\n');
      repository.git('config', 'core.worktree', other.root);
      const warnings: unknown[] = [];

      expect(await listed({ onWarning: (...told) => warnings.push(told) })).toEqual(['.gitignore', 'a.ts']);
      expect(warnings).toEqual([
        [expect.stringContaining('git did not list its ignored files (leads-elsewhere)'), { isLasting: true }],
      ]);
    } finally {
      await other.remove();
    }
  });

  it('are as git says for any files and rules, but for build output that no rules are above', async () => {
    const name = fc.constantFrom('a', 'A', 'b.log', 'B.log', 'c d', 'é', 'build');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    const rule = fc
      .tuple(fc.constantFrom('', '!', '/', '!/'), path, fc.constantFrom('', '/', '/**', '*'))
      .map((parts) => parts.join(''));
    const rules = fc.array(fc.oneof(rule, fc.constantFrom('*.log', '**/a', 'b*', '*', '!*/')), { maxLength: 4 });
    const trees = fc.record({
      files: fc.uniqueArray(path, { maxLength: 12 }),
      tracked: fc.array(fc.nat(11), { maxLength: 3 }),
      outer: fc.option(rules, { nil: undefined, freq: 2 }),
      inner: rules,
    });
    await fc.assert(
      fc.asyncProperty(trees, async ({ files, tracked, outer, inner }) => {
        await repository.remove();
        repository = await ARepository.make();
        if (outer !== undefined) await ignore(outer.join('\n'));
        await ignore(inner.join('\n'), 'a/');
        const made: string[] = [];
        for (const file of files)
          await write(`${file}/f.ts`).then(
            () => made.push(`${file}/f.ts`),
            () => undefined,
          );
        const added = tracked.flatMap((index) => made[index] ?? []);
        if (added.length > 0) repository.git('add', '--force', ...added);

        const said = (...which: string[]): string[] =>
          repository
            .git('ls-files', '-z', ...which)
            .split('\0')
            .filter((one) => one !== '');
        const isOutput = outer === undefined ? /^(?!a\/)(?:[^/]+\/)*build\// : /$^/;
        const others = said('--others', '--exclude-standard').filter((one) => !isOutput.test(one));
        expect(await listed()).toEqual([...new Set([...said('--cached'), ...others])].sort());
      }),
      { numRuns: 20 },
    );
  });

  describe('and are build output', () => {
    const leftOut = async (options: ListOptions = {}): Promise<[readonly string[], readonly string[]]> => {
      const warnings: string[] = [];
      return [await listed({ ...options, onWarning: (warning) => warnings.push(warning) }), warnings];
    };

    it('are left out where there is no .gitignore, with a warning, unless they are tracked', async () => {
      await write('.next/out.js', 'build/b.js', 'dist/a.js', 'dist/in/b.js', 'pkg/venv/v.py', 'src/target', 'src/a.ts');
      await write('dist/kept.js');
      repository.git('add', 'dist/kept.js');

      const [paths, warnings] = await leftOut();

      expect(paths).toEqual(['dist/kept.js', 'src/a.ts', 'src/target']);
      expect(warnings).toEqual([
        expect.stringContaining('New files in folders named ".next", "build", "dist", "venv" are left out'),
      ]);
      expect(await leftOut({ paths: ['dist'] })).toEqual([['dist/kept.js'], warnings]);
      repository.git('add', 'build');
      expect(await listed()).toContain('build/b.js');
    });

    it('are listed where a .gitignore above them does not name them', async () => {
      await ignore('', 'app/');
      await write('app/build/gen.ts', 'app/in/dist/a.js', 'lib/build/b.ts');

      expect(await listed()).toEqual(['app/.gitignore', 'app/build/gen.ts', 'app/in/dist/a.js']);
      await ignore('*.log\n');
      const [paths, warnings] = await leftOut();
      expect(paths).toContain('lib/build/b.ts');
      expect(warnings).toEqual([]);
    });

    it('are listed where the .gitignore is above the workspace, and where the workspace is a build folder', async () => {
      await write('build/dist/a.js', 'build/b.js');
      const root = join(repository.root, 'build');

      expect(await listed({}, { root })).toEqual(['b.js']);
      await ignore('*.log\n');
      expect(await listed({}, { root })).toEqual(['b.js', 'dist/a.js']);
    });

    it('are left out where only their own folder has rules, and where .gitignore is a link', async () => {
      await ignore('*.log\n', 'build/');
      await write('build/a.js', 'rules');
      await symlink('rules', join(repository.root, '.gitignore'));

      expect(await listed()).toEqual(['rules']);
    });

    it('are those of repositories that a build has brought, and not a repository of such a name', async () => {
      await write('build/_deps/lib/a.c', 'target/b.rs', 'target/dist/c.js');
      for (const path of ['build/_deps/lib', 'target']) repository.at(path).git('init', '-q');

      const [paths, warnings] = await leftOut();

      expect(paths).toEqual(['target/b.rs']);
      expect(warnings).toEqual([
        expect.stringContaining('New files in folders named "build" are left out'),
        expect.stringContaining('New files in folders named "dist" in target/ are left out'),
      ]);
    });
  });

  it('are told apart in a thousand folders', async () => {
    const paths = Array.from({ length: 1_000 }, (_, index) => `a${index % 10}/b${index % 100}/c${index}.log`);
    await ignore('*.log\n');
    await write(...paths);
    const tracked = paths.filter((_, index) => index % 3 === 0);
    repository.git('add', '--force', ...tracked);

    expect(await listed()).toEqual(['.gitignore', ...tracked.sort()]);
  });

  it('have names of any kind', async () => {
    const names = ['with space.log', 'über.log', 'line\nfeed.log', '"quoted".log', '日本.log'];
    await ignore('*.log\n');
    await write(...names);
    repository.git('add', '--force', '.');

    expect(await listed()).toEqual(['.gitignore', ...names].sort());
  });

  it('are known by the files of rules where there is no repository', async () => {
    await ignore('*.log\n');
    await write('a.log', 'b.md');
    repository.git('add', '--force', 'a.log');
    await rm(join(repository.root, '.git'), { recursive: true });
    const warnings: string[] = [];

    expect(await listed({ onWarning: (warning) => warnings.push(warning) })).toEqual(['.gitignore', 'b.md']);
    expect(warnings).toEqual([]);
  });

  it('are known by the files of rules, with a warning, when git takes too long', async () => {
    await ignore('*.log\n');
    await repository.commit(day(0), 'b.md');
    await write('a.log');
    repository.git('add', '--force', 'a.log');
    const clock = Object.assign(new PatientClock(), {
      startTimer: (_timeoutMs: number, onElapsed: () => void) => {
        onElapsed();
        return () => undefined;
      },
    });
    const warnings: string[] = [];
    const onWarning = (warning: string): void => void warnings.push(warning);

    expect(await listed({ onWarning }, { clock })).toEqual(['.gitignore', 'b.md']);
    expect(warnings).toEqual([expect.stringContaining('git did not list its ignored files (timeout)')]);
  });

  it('are not waited for when the listing is cancelled', async () => {
    await ignore('*.log\n');
    await write('a.log');
    const reason = new DOMException('enough', 'AbortError');
    const controller = new AbortController();
    const clock = Object.assign(new PatientClock(), {
      // Git has been started when its limit begins.
      startTimer: () => {
        queueMicrotask(() => controller.abort(reason));
        return () => undefined;
      },
    });

    await expect(listed({ signal: controller.signal }, { clock })).rejects.toBe(reason);
  });
});
