import { chmod, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { ManualClock, PlainStateFolder, RecordingLogger } from '@lexichord/testing';

import { ARepository } from '../git/test-support/a-repository.js';
import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { rememberPackedText } from '../listing/packed-texts.js';
import { WorkspaceListing } from '../listing/workspace-listing.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { FolderWatch } from './folder-watch.js';

/** A workspace that is listed again and again by one process. */
class AWatchedWorkspace {
  readonly clock = new ManualClock();
  readonly listing: WorkspaceListing;

  constructor(readonly root: string) {
    const logger = new RecordingLogger();
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root }), logger);
    this.listing = new WorkspaceListing(guard, this.clock, logger, new PlainStateFolder(join(root, '.lexichord')));
  }

  async list(): Promise<readonly string[]> {
    const files: string[] = [];
    for await (const { relativePath, sizeBytes, modifiedMs } of this.listing.list()) {
      files.push(`${relativePath} ${sizeBytes} ${modifiedMs}`);
    }
    return files;
  }

  /** After as many listings as it takes to be known. */
  async knownVersion(): Promise<string | undefined> {
    await this.list();
    await this.list();
    await this.list();
    return this.listing.version();
  }
}

describe('the version of a listing', () => {
  let repository: ARepository;
  let workspace: AWatchedWorkspace;

  beforeEach(async () => {
    repository = await ARepository.make();
    await repository.write('.gitignore', 'ignored/\n*.log\n');
    await repository.write('src/deep/a.ts', 'a\n');
    await repository.write('src/b.ts', 'b\n');
    await repository.write('ignored/c.log', 'c\n');
    await repository.write('hidden/.gitignore', '*\n');
    await repository.write('hidden/d.ts', 'd\n');
    await mkdir(join(repository.root, 'src/empty'));
    repository.git('add', '--all');
    workspace = new AWatchedWorkspace(repository.root);
  });
  afterEach(async () => {
    await workspace.listing.dispose();
    await repository.remove();
  });

  const at = (path: string): string => join(repository.root, path);

  it('is not known before the workspace has been listed more than once', async () => {
    expect(await workspace.listing.version()).toBeUndefined();
    await workspace.list();
    expect(await workspace.listing.version()).toBeUndefined();
  });

  it('is known then, where the system tells of changes, and stays the same while nothing changes', async () => {
    const watch = new FolderWatch();
    const isTold = watch.follow(new Set([repository.root]));
    watch.close();

    const version = await workspace.knownVersion();

    expect(version !== undefined).toBe(isTold);
    await workspace.list();
    expect(await workspace.listing.version()).toBe(version);
    expect(await workspace.listing.version()).toBe(version);
  });

  it.each<readonly [what: string, change: () => Promise<unknown> | string]>([
    ['a file is written to', () => writeFile(at('src/b.ts'), 'b, again\n')],
    ['a file has another time', () => utimes(at('src/b.ts'), 1, 1)],
    ['a file comes', () => writeFile(at('src/deep/new.ts'), '')],
    ['a file goes', () => rm(at('src/b.ts'))],
    ['a file comes into a folder that was empty', () => writeFile(at('src/empty/first.ts'), '')],
    ['a folder is renamed', () => rename(at('src/deep'), at('src/deeper'))],
    ['a rule comes', () => writeFile(at('.gitignore'), 'src/\n')],
    ['a rule of the guard comes', () => writeFile(at('.agentignore'), 'src/\n')],
    ['an excluding rule outside of the files comes', () => repository.write('.git/info/exclude', 'src/new.ts\n')],
    ['an ignored file is added', () => repository.git('add', '--force', 'ignored/c.log')],
    ['a repository comes', () => mkdir(at('src/.git'))],
    ['the rules in a folder go that hid all of it', () => rm(at('hidden/.gitignore'))],
  ])('is another one when %s', async (_what, change) => {
    const before = await workspace.knownVersion();

    await change();

    const after = await workspace.listing.version();
    expect(after === undefined || after !== before).toBe(true);
  });

  describe('without a .gitignore', () => {
    beforeEach(async () => {
      await rm(at('.gitignore'));
      await repository.write('left/dist/in/a.js', '');
    });

    it('stays the same when something changes in build output', async () => {
      const before = await workspace.knownVersion();

      await writeFile(at('left/dist/in/a.js'), 'changed\n');
      await writeFile(at('left/dist/b.js'), '');

      expect(await workspace.listing.version()).toBe(before);
    });

    it.each<readonly [what: string, change: () => Promise<unknown> | string]>([
      ['a rule comes above build output', () => writeFile(at('left/.gitignore'), '')],
      ['build output is added', () => repository.git('add', 'left/dist/in/a.js')],
      ['build output gets another name', () => rename(at('left/dist'), at('left/lib'))],
    ])('is another one when %s', async (_what, change) => {
      const before = await workspace.knownVersion();

      await change();

      const after = await workspace.listing.version();
      expect(after === undefined || after !== before).toBe(true);
    });
  });

  it.each<readonly [what: string, path: string]>([
    ['a folder of tools is left in it', 'left/node_modules/dependency/a.js'],
    ['a folder that a rule names is left in it', 'left/in/ignored/a.js'],
    ['only ignored files are left in it', 'left/in/ignored/deep/a.js'],
  ])('stays the same when something changes below a folder without files: %s', async (_what, path) => {
    await repository.write(path, '');
    const before = await workspace.knownVersion();

    await writeFile(at(path), 'changed\n');
    await writeFile(join(dirname(at(path)), 'new.js'), '');

    expect(await workspace.listing.version()).toBe(before);
  });

  it.each<readonly [what: string, path: string]>([
    ['a file comes into a folder in which folders of tools are left', 'left/a.ts'],
    ['a file comes beside a folder that a rule names', 'left/in/a.ts'],
  ])('is another one when %s', async (_what, path) => {
    await repository.write('left/in/ignored/a.js', '');
    await repository.write('left/node_modules/dependency/a.js', '');
    const before = await workspace.knownVersion();

    await writeFile(at(path), '');

    const after = await workspace.listing.version();
    expect(after === undefined || after !== before).toBe(true);
  });

  it('is not known when there is what could become a repository in a folder without files', async () => {
    await repository.write('left/a.log', '');
    await mkdir(at('left/.git'));

    expect(await workspace.knownVersion()).toBeUndefined();
  });

  // Root reads it all the same, and then it counts as any other folder.
  it('is known although a folder below one without files cannot be read', async () => {
    await mkdir(at('src/empty/closed'));
    const open = await workspace.knownVersion();
    await chmod(at('src/empty/closed'), 0);

    const before = await workspace.knownVersion();
    expect(before === undefined).toBe(open === undefined);

    await chmod(at('src/empty/closed'), 0o700);
    const after = await workspace.listing.version();
    expect(after === undefined || after !== before).toBe(true);
  });

  it('is another one when a file turns out to be a packed text', async () => {
    const state = at('.lexichord');
    await mkdir(state);
    const before = await workspace.knownVersion();
    await rememberPackedText(state, 'as long as nothing that is here\n');
    expect(await workspace.listing.version()).toBe(before);

    await rememberPackedText(state, 'b\n');

    const after = await workspace.listing.version();
    expect(after === undefined || after !== before).toBe(true);
    expect((await workspace.list()).join()).not.toContain('b.ts');
  });

  it('is another one after a while, because not everything is heard of', async () => {
    const before = await workspace.knownVersion();
    workspace.clock.advance(30_001);

    const after = await workspace.listing.version();

    expect(after === undefined || after !== before).toBe(true);
    expect(await workspace.listing.version()).toBe(after);
  });

  it('is not known when what git has to say lies elsewhere, or there is more than one repository', async () => {
    const below = new AWatchedWorkspace(at('src'));
    expect(await below.knownVersion()).toBeUndefined();
    await below.listing.dispose();

    repository.at('src/deep').git('init', '-q');
    expect(await workspace.knownVersion()).toBeUndefined();
  });

  it('is not known when another folder has taken the place of the workspace', async () => {
    await workspace.knownVersion();
    await rename(repository.root, `${repository.root}-moved`);
    await mkdir(repository.root);

    expect(await workspace.listing.version()).toBeUndefined();
    await rm(`${repository.root}-moved`, { recursive: true });
  });

  it('is not known once the listing has been disposed of, whoever waits for it', async () => {
    await workspace.knownVersion();
    const waiting = workspace.listing.version();
    await workspace.listing.dispose();

    await waiting;
    expect(await workspace.listing.version()).toBeUndefined();
  });

  it('is known without a repository, and another one when a repository comes', async () => {
    await rm(at('.git'), { recursive: true });
    const before = await workspace.knownVersion();

    repository.git('init', '-q');

    const after = await workspace.listing.version();
    expect(after === undefined || after !== before).toBe(true);
  });

  it('never stays the same when the listing does not, whatever is done to the workspace', async () => {
    const folders = fc.constantFrom(
      '',
      'src/',
      'src/deep/',
      'src/empty/',
      'ignored/',
      'new/',
      'new/in/',
      'src/dist/',
      'dist/in/',
    );
    const names = fc.constantFrom('a.ts', 'b.log', 'deep', '.gitignore');
    const contents = fc.constantFrom('', 'a.ts\n', '*\n', '!b.log\n', 'deep/\n');
    const tried = (change: () => Promise<unknown> | string) => async (): Promise<void> => {
      try {
        await change();
      } catch {
        // Such as a folder that is no folder.
      }
    };
    const changes = fc.oneof(
      fc.tuple(folders, names, contents).map(([folder, name, content]) =>
        tried(async () => {
          await mkdir(dirname(at(`${folder}${name}`)), { recursive: true });
          await writeFile(at(`${folder}${name}`), content);
        }),
      ),
      fc.tuple(folders, names).map(([folder, name]) => tried(() => rm(at(`${folder}${name}`), { recursive: true }))),
      fc.tuple(folders, folders, names).map(([from, to, name]) => tried(() => rename(at(from), at(`${to}${name}`)))),
      folders.map((folder) => tried(() => mkdir(at(`${folder}made`), { recursive: true }))),
      fc.tuple(folders, folders).map(([from, to]) => tried(() => symlink(at(from), at(`${to}link`)))),
      folders.map((folder) => tried(() => repository.git('add', '--force', '--', folder === '' ? '.' : folder))),
    );

    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const change of steps) {
          const version = await workspace.listing.version();
          const files = await workspace.list();
          const ofListing = await workspace.listing.version();
          await change();

          const now = await workspace.listing.version();

          for (const before of [version, ofListing]) {
            if (now !== undefined && now === before) expect(await workspace.list()).toEqual(files);
          }
        }
      }),
    );
  });
});
