import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

import type { ChangeQuery } from '@lexichord/abstractions';
import { PatientClock, RecordingLogger } from '@lexichord/testing';

import { FileEditorService } from '../editor/file-editor-service.js';
import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { WorkspaceListing } from '../listing/workspace-listing.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { ChangeReader } from './change/change-reader.js';
import { CommitHistory } from './commit-history.js';
import { GitHistory } from './git-history.js';
import { ARepository, day } from './test-support/a-repository.js';

const queries: readonly ChangeQuery[] = [{ changed: true }, { staged: true }, { range: 'HEAD~1...HEAD' }];
const secret = 'The heron sleeps in the boathouse.';

/** What everything that asks git says of a workspace. */
async function saidOf(root: string): Promise<{ readonly all: string; readonly warnings: readonly string[] }> {
  const [log, clock] = [new RecordingLogger(), new PatientClock()];
  const options = workspaceOptionsSchema.parse({ root });
  const guard = new WorkspaceGuard(options, log);
  const reader = new ChangeReader(guard, new FileEditorService(guard, options, clock, log), clock, log);
  const warnings: string[] = [];
  const said: unknown[] = [];
  for (const query of queries) said.push(await reader.read(query).catch((error: unknown) => String(error)));
  said.push(await new CommitHistory(guard, clock, log).pastCommits());
  const recent = await new GitHistory(guard, clock, log).recentChanges();
  said.push([...(recent?.committedMs.keys() ?? [])], [...(recent?.uncommitted ?? [])]);
  const listing = new WorkspaceListing(guard, clock, log);
  for await (const file of listing.list({ onWarning: (warning) => warnings.push(warning) })) said.push(file);
  await listing.dispose();
  return { all: JSON.stringify([said, log.lines, warnings]), warnings };
}

/** Whether git answers for the workspace as it is. */
async function isUsed(root: string): Promise<boolean> {
  const [log, clock] = [new RecordingLogger(), new PatientClock()];
  const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root }), log);
  const commits = await new CommitHistory(guard, clock, log).pastCommits();
  const listing = new WorkspaceListing(guard, clock, log);
  const [paths, warnings]: [string[], string[]] = [[], []];
  for await (const { relativePath } of listing.list({ onWarning: (warning) => warnings.push(warning) }))
    paths.push(relativePath);
  await listing.dispose();
  return commits !== undefined && paths.length > 0 && warnings.length === 0;
}

describe('A repository', () => {
  let place: ARepository;
  let other: ARepository;
  let workspace: ARepository;

  /** The state of everything below a folder that git keeps. */
  const stateOf = async (folder: string): Promise<string> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return JSON.stringify(await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'base64')])));
  };

  const makeOther = async (): Promise<void> => {
    await mkdir(other.root);
    other.git('init', '-q', '-b', 'main');
    await other.write('src/salaries.ts', 'one\n');
    other.commitAll(day(1), 'Begin');
    await other.write('src/salaries.ts', `${secret}\n`);
    other.commitAll(day(2), `Say that ${secret}`);
  };

  beforeEach(async () => {
    place = await ARepository.folder();
    other = place.at('company-api');
    workspace = place.at('unpacked');
    await makeOther();
    await mkdir(workspace.root);
    await workspace.write('notes.md', 'Notes.\n');
  });
  afterEach(() => place.remove());

  /** Puts `.git/…` of the workspace in the place of the other's. */
  const link = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) {
      await rm(join(workspace.root, '.git', name), { recursive: true, force: true });
      await symlink(join('../../company-api/.git', name), join(workspace.root, '.git', name));
    }
  };
  const head = (): string => other.git('rev-parse', 'HEAD').trim();
  const begin = async (): Promise<void> => {
    workspace.git('init', '-q', '-b', 'main');
    await workspace.commit(day(1), 'a.ts');
  };

  const leading: Readonly<Record<string, () => Promise<unknown>>> = {
    'by a file': () => workspace.write('.git', 'gitdir: ../company-api/.git\n'),
    'by a file with the whole path': () => workspace.write('.git', `gitdir: ${other.root}/.git`),
    'by a file in a folder inside': async () => {
      await begin();
      await workspace.write('inner/b.ts', 'b\n');
      await workspace.write('inner/.git', 'gitdir: ../../company-api/.git\n');
    },
    'by a link': () => symlink('../company-api/.git', join(workspace.root, '.git')),
    'by a link to a file': async () => {
      await place.write('file', `gitdir: ${other.root}/.git\n`);
      await symlink('../file', join(workspace.root, '.git'));
    },
    'by a link on the way': async () => {
      await symlink('../company-api', join(workspace.root, 'way'));
      await workspace.write('.git', 'gitdir: way/.git\n');
    },
    'by a work tree of the other that is elsewhere': async () => {
      other.git('worktree', 'add', '-q', '../linked');
      const [name = ''] = await readdir(join(other.root, '.git/worktrees'));
      await workspace.write('.git', `gitdir: ../company-api/.git/worktrees/${name}\n`);
    },
    'by a forged work tree': async () => {
      await workspace.write('.git', 'gitdir: forged\n');
      await workspace.write('forged/HEAD', 'ref: refs/heads/main\n');
      await workspace.write('forged/gitdir', `${workspace.root}/.git\n`);
      await workspace.write('forged/commondir', '../../company-api/.git\n');
    },
    'by a folder whose name ends with a space': async () => {
      await begin();
      await rename(join(workspace.root, '.git'), join(workspace.root, 'kept'));
      await workspace.write('kept/worktrees/it/HEAD', 'ref: refs/heads/main\n');
      await workspace.write('kept/worktrees/it/commondir', '../.. \n');
      await symlink('../../../company-api/.git', join(workspace.root, 'kept/worktrees/.. '));
      await workspace.write('kept/worktrees/it/gitdir', `${workspace.root}/.git\n`);
      await workspace.write('.git', 'gitdir: kept/worktrees/it\n');
    },
    'by `commondir`': async () => {
      await workspace.write('.git/HEAD', 'ref: refs/heads/main\n');
      await workspace.write('.git/commondir', '../../company-api/.git\n');
    },
    'by `core.worktree`': async () => {
      await begin();
      await workspace.write('src/salaries.ts', 'one\n');
      workspace.commitAll(day(2), 'Know its name');
      workspace.git('config', 'core.worktree', '../../company-api');
    },
    'by `core.worktree` in the configuration of a work tree': async () => {
      await begin();
      workspace.git('config', 'extensions.worktreeConfig', 'true');
      await workspace.write('.git/config.worktree', '[Core] WORKTREE = "../../company-api"\n');
    },
    'by `core.worktree`, of a folder above': async () => {
      await begin();
      workspace.git('config', 'core.worktree', '../..');
    },
    'by `core.worktree` of what a forged work tree shares': async () => {
      await begin();
      await workspace.write('src/salaries.ts', 'one\n');
      workspace.commitAll(day(2), 'Know its name');
      workspace.git('config', 'extensions.worktreeConfig', 'true');
      workspace.git('config', 'core.worktree', other.root);
      await rename(join(workspace.root, '.git'), join(workspace.root, 'kept'));
      await workspace.write('kept/worktrees/it/HEAD', 'ref: refs/heads/main\n');
      await workspace.write('kept/worktrees/it/commondir', '../..\n');
      await workspace.write('kept/worktrees/it/gitdir', `${workspace.root}/.git\n`);
      await workspace.write('kept/worktrees/it/config.worktree', '');
      await workspace.write('.git', 'gitdir: kept/worktrees/it\n');
    },
    'by alternates': async () => {
      await begin();
      await workspace.write('.git/objects/info/alternates', '../../../company-api/.git/objects\n');
      await workspace.write('.git/refs/heads/main', `${head()}\n`);
    },
    'by links to all that it keeps': async () => {
      await begin();
      await link('objects', 'refs', 'index', 'logs');
    },
    'by links to its objects, as they are called': async () => {
      await begin();
      for (const name of await readdir(join(other.root, '.git/objects'))) await link(`objects/${name}`);
      await link('refs');
    },
    'by links to packs': async () => {
      await begin();
      other.git('gc', '-q');
      await link('objects/pack', 'packed-refs', 'refs');
    },
    'by a link to a commit of which its author knows the id': async () => {
      await begin();
      await workspace.write(`.git/objects/${head().slice(0, 2)}/.keep`, '');
      await link(`objects/${head().slice(0, 2)}/${head().slice(2)}`);
      await workspace.write('.git/refs/heads/main', `${head()}\n`);
    },
    'above a repository that git passes over': async () => {
      await workspace.write('.git', 'gitdir: ../company-api/.git\n');
      workspace = workspace.at('src');
      await workspace.write('a.ts', 'a\n');
      await mkdir(join(workspace.root, '.git/objects'), { recursive: true });
      await mkdir(join(workspace.root, '.git/refs'));
      await workspace.write('.git/HEAD', 'REF: refs/heads/main\n');
    },
  };

  it.each([
    ['file', (ends: string) => workspace.write('.git', `gitdir: ${ends}x`)],
    [
      'forged work tree',
      async (ends: string) => {
        await workspace.write('.git', 'gitdir: forged\n');
        await workspace.write('forged/HEAD', 'ref: refs/heads/main\n');
        await workspace.write('forged/gitdir', `${ends}x`);
        await workspace.write('forged/commondir', `..${ends}`);
      },
    ],
  ])('is soon judged by a %s of half a million line ends', async (_what, write) => {
    await write('\n'.repeat(500_000));

    expect(await isUsed(workspace.root)).toBe(false);
  });

  it.each(Object.keys(leading))('shows nothing of another one that it leads to %s', async (name) => {
    await leading[name]?.();
    const before = await stateOf(other.root);

    const { all, warnings } = await saidOf(workspace.root);

    expect(all).not.toContain('heron');
    expect(all).not.toContain('salaries.ts\\",\\"status');
    expect(all).toContain('leads-elsewhere');
    expect(warnings).toEqual([expect.stringMatching(/leads-elsewhere.*safe\.directory/u)]);
    expect(await stateOf(other.root)).toBe(before);
  });

  it.each([
    ['an index', 'index'],
    ['references', 'refs'],
  ])('shows nothing of another one by %s', async (_what, name) => {
    await begin();
    await link(name);

    expect((await saidOf(workspace.root)).all).not.toMatch(/heron|salaries/u);
  });

  it('shows nothing of files that its configuration includes', async () => {
    await begin();
    await other.write('settings', `[core]\n\tworktree = ${other.root}\n[filter "${secret}"]\n\tclean = x\n`);
    workspace.git('config', 'include.path', '../../company-api/settings');
    workspace.git('config', 'core.excludesFile', '../company-api/settings');

    const { all } = await saidOf(workspace.root);

    expect(all).not.toMatch(/heron|salaries/u);
  });

  it('shows no rule of another one, to whose `.git` a link leads', async () => {
    await other.write('.git/info/exclude', `${'*a'.repeat(100)}${secret}\n`);
    await symlink('../company-api/.git', join(workspace.root, '.git'));

    expect((await saidOf(workspace.root)).all).not.toContain('heron');
  });

  describe('is used, as git made it,', () => {
    const added = (...options: readonly string[]): ARepository => {
      other.git('worktree', 'add', '-q', ...options, '../linked');
      return place.at('linked');
    };

    it('as a linked work tree, also with a configuration of its own, and a work tree of that', async () => {
      const linked = added();
      linked.git('worktree', 'add', '-q', '../second');

      expect(await isUsed(linked.root)).toBe(true);
      expect(await isUsed(place.at('second').root)).toBe(true);
      linked.git('config', 'extensions.worktreeConfig', 'true');
      linked.git('config', '--worktree', 'core.sparseCheckout', 'false');
      expect(await isUsed(linked.root)).toBe(true);
      expect((await saidOf(linked.root)).all).toContain('heron');
    });

    it('as a linked work tree with relative paths', async () => {
      const linked = added();
      const inside = linked.git('rev-parse', '--absolute-git-dir').trim();
      await linked.write('.git', `gitdir: ${relative(linked.root, inside)}\n`);
      await writeFile(join(inside, 'gitdir'), `${relative(inside, linked.root)}/.git\n`);

      expect(await isUsed(linked.root)).toBe(true);
    });

    it('as a linked work tree that git has moved, and one that was moved by hand when git has mended it', async () => {
      const linked = added();
      other.git('worktree', 'move', linked.root, place.at('moved').root);
      expect(await isUsed(place.at('moved').root)).toBe(true);

      await rename(place.at('moved').root, linked.root);
      expect((await saidOf(linked.root)).warnings).toEqual([expect.stringContaining('git worktree repair')]);
      linked.git('worktree', 'repair');
      expect(await isUsed(linked.root)).toBe(true);
    });

    it('as a work tree of a bare repository', async () => {
      place.git('clone', '-q', '--bare', 'company-api', 'bare');
      place.at('bare').git('worktree', 'add', '-q', '../linked');
      const linked = place.at('linked');
      expect(await isUsed(linked.root)).toBe(true);
    });

    it('as a submodule, in a workspace and as one, and in a linked work tree', async () => {
      await begin();
      const allow = ['-c', 'protocol.file.allow=always'];
      workspace.git(...allow, 'submodule', '--quiet', 'add', other.root, 'vendor/api');
      workspace.commitAll(day(3), 'Add a submodule');
      expect(await isUsed(workspace.root)).toBe(true);
      expect(await isUsed(workspace.at('vendor/api').root)).toBe(true);

      workspace.git('worktree', 'add', '-q', '../linked');
      const linked = place.at('linked');
      linked.git(...allow, 'submodule', '--quiet', 'update', '--init');
      expect(await isUsed(linked.at('vendor/api').root)).toBe(true);
      workspace.at('vendor/api').git('worktree', 'add', '-q', join(place.root, 'of-submodule'));
      expect(await isUsed(place.at('of-submodule').root)).toBe(true);
    });

    it('as a submodule that has been absorbed', async () => {
      await begin();
      workspace.git('clone', '-q', other.root, 'sub');
      workspace.git('submodule', '--quiet', 'add', './sub');
      workspace.git('submodule', 'absorbgitdirs');

      expect(await isUsed(workspace.at('sub').root)).toBe(true);
    });

    it('by a link to a folder beside it, and to one that leads back', async () => {
      await begin();
      await rename(join(workspace.root, '.git'), join(workspace.root, '.kept'));
      await symlink('.kept', join(workspace.root, '.git'));
      expect(await isUsed(workspace.root)).toBe(true);

      await rename(join(workspace.root, '.kept'), join(place.root, 'kept'));
      await rm(join(workspace.root, '.git'));
      await symlink('../kept', join(workspace.root, '.git'));
      expect(await isUsed(workspace.root)).toBe(false);
      place.git('config', '--file', 'kept/config', 'core.worktree', workspace.root);
      expect(await isUsed(workspace.root)).toBe(true);
    });

    it.each([
      ['with its objects elsewhere', ['clone', '-q', '--shared', 'company-api', 'its own']],
      ['with some objects elsewhere', ['clone', '-q', '--reference', 'company-api', 'company-api', 'its own']],
      ['apart from its files', ['clone', '-q', '--separate-git-dir=apart', 'company-api', 'its own']],
    ])('%s, when the user trusts it', async (_how, args) => {
      place.git(...args);
      const { root } = place.at('its own');
      expect(await isUsed(root)).toBe(false);

      const before = process.env['GIT_CONFIG_GLOBAL'];
      process.env['GIT_CONFIG_GLOBAL'] = join(place.root, 'global');
      try {
        place.git('config', '--file', 'global', '--add', 'safe.directory', '*');
        expect(await isUsed(root)).toBe(false);
        place.git('config', '--file', 'global', '--add', 'safe.directory', root);
        expect(await isUsed(root)).toBe(true);
      } finally {
        if (before === undefined) delete process.env['GIT_CONFIG_GLOBAL'];
        else process.env['GIT_CONFIG_GLOBAL'] = before;
      }
    });

    it('with an empty list of alternates', async () => {
      await begin();
      await workspace.write('.git/objects/info/alternates', '# none\n');

      expect(await isUsed(workspace.root)).toBe(true);
    });

    it('with a configuration in another encoding', async () => {
      await begin();
      await writeFile(join(workspace.root, '.git/config'), Buffer.from('[user]\n\tname = J\xfcrgen\n', 'latin1'));

      expect(await isUsed(workspace.root)).toBe(true);
    });

    it('where a file names nothing', async () => {
      await workspace.write('.git', `gitdir: ${basename(place.root)}-gone\n`);

      expect((await saidOf(workspace.root)).warnings).toEqual([]);
    });
  });
});
