import { lstat, mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ErrorCode } from '@lexichord/abstractions';

import { StateFolder, prepareStateFolder, statOf, statePlaces } from './state-folder.js';

describe('StateFolder', () => {
  let root: string;
  let workspaceRoot: string;
  let cacheFolder: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-state-')));
    workspaceRoot = join(root, 'workspace');
    cacheFolder = join(root, 'cache');
    await mkdir(workspaceRoot);
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  const chosen = async (): Promise<string> => (await StateFolder.choose({ workspaceRoot, cacheFolder })).path;
  const inCache = (): string => statePlaces({ workspaceRoot, cacheFolder }).inCache;

  it('is .lexichord in the workspace, and choosing it leaves nothing behind', async () => {
    expect(await chosen()).toBe(join(workspaceRoot, '.lexichord'));
    expect(await readdir(root)).toEqual(['workspace']);
  });

  it('is made with a file by which git ignores it, as often as it is asked for', async () => {
    const folder = await StateFolder.choose({ workspaceRoot, cacheFolder });

    await Promise.all([folder.prepare(), folder.prepare()]);
    await folder.prepare();

    expect(await readdir(folder.path)).toEqual(['.gitignore']);
    expect(await readFile(join(folder.path, '.gitignore'), 'utf8')).toBe('*\n');
    expect((await lstat(folder.path)).mode & 0o077).toBe(0);
  });

  it('keeps a .gitignore that is already there', async () => {
    await mkdir(join(workspaceRoot, '.lexichord'));
    await writeFile(join(workspaceRoot, '.lexichord', '.gitignore'), '!state.json\n');

    await (await StateFolder.choose({ workspaceRoot, cacheFolder })).prepare();

    expect(await readFile(join(workspaceRoot, '.lexichord', '.gitignore'), 'utf8')).toBe('!state.json\n');
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['a file', (path) => writeFile(path, '')],
    ['a link to a folder', (path) => symlink(tmpdir(), path)],
    ['a link to nothing', (path) => symlink(join(tmpdir(), 'no-such-folder'), path)],
  ])('is in the cache when %s is in its place', async (_what, place) => {
    await place(join(workspaceRoot, '.lexichord'));

    const folder = await StateFolder.choose({ workspaceRoot, cacheFolder });
    await folder.prepare();

    expect(folder.path).toBe(inCache());
    expect(await readdir(folder.path)).toEqual(['.gitignore']);
    expect((await lstat(join(workspaceRoot, '.lexichord'))).isDirectory()).toBe(false);
  });

  it('is not written to when a link took its place after it was chosen', async () => {
    const outside = join(root, 'outside');
    await mkdir(outside);
    const folder = await StateFolder.choose({ workspaceRoot, cacheFolder });
    await symlink(outside, folder.path);

    await expect(folder.prepare()).rejects.toMatchObject({ code: ErrorCode.ioFailed });
    expect(await readdir(outside)).toEqual([]);
  });

  it('does not follow a link in place of its .gitignore', async () => {
    const victim = join(root, 'victim');
    await mkdir(join(workspaceRoot, '.lexichord'));
    await symlink(victim, join(workspaceRoot, '.lexichord', '.gitignore'));

    await prepareStateFolder(join(workspaceRoot, '.lexichord'));

    expect(await statOf(victim)).toBeUndefined();
  });

  it('says what to do when neither place can be written to', async () => {
    await writeFile(join(workspaceRoot, '.lexichord'), '');
    await writeFile(cacheFolder, '');

    const folder = await StateFolder.choose({ workspaceRoot, cacheFolder });

    await expect(folder.prepare()).rejects.toMatchObject({
      code: ErrorCode.ioFailed,
      message: expect.stringContaining('Check its permissions') as string,
    });
  });

  it('differs for every workspace, and is where the user keeps caches', () => {
    const environment = { XDG_CACHE_HOME: '/caches' };
    const places = ['/a', '/b'].map((workspace) => statePlaces({ workspaceRoot: workspace, environment }));

    expect(places.map(({ inWorkspace }) => inWorkspace)).toEqual(['/a/.lexichord', '/b/.lexichord']);
    expect(places[0]?.inCache).toMatch(/^\/caches\/lexichord\/[0-9a-f]{16}$/u);
    expect(places[0]?.inCache).not.toBe(places[1]?.inCache);
    expect(statePlaces({ workspaceRoot: '/a', environment: { XDG_CACHE_HOME: '' } }).inCache).toMatch(
      /\/\.cache\/lexichord\/[0-9a-f]{16}$/u,
    );
  });
});
