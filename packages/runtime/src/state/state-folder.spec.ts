import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { cp, lstat, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ErrorCode } from '@lexichord/abstractions';

import { OriginRecords } from './origin-records.js';
import { StateFolder } from './state-folder.js';
import { stateFolders } from './state-folders.js';
import {
  choose,
  foreignState,
  inCache,
  inWorkspace,
  ownState,
  root,
  userStateFolder,
  workspaceRoot,
} from './test-support/state-on-disk.js';

describe('the folder of state', () => {
  it('is .lexichord in the workspace, and choosing it leaves nothing behind', async () => {
    expect(await choose()).toMatchObject({ path: inWorkspace(), notice: undefined });
    expect(await readdir(root)).toEqual(['workspace']);
  });

  it('is made for the user alone, with its origin, and with a file by which git ignores it', async () => {
    const folder = await choose();

    await Promise.all([folder.prepare(), folder.prepare()]);
    await folder.prepare();

    expect((await readdir(folder.path)).sort()).toEqual(['.gitignore', 'origin']);
    expect(await readdir(workspaceRoot)).toEqual(['.lexichord']);
    expect(await readFile(join(folder.path, '.gitignore'), 'utf8')).toBe('*\n');
    expect((await lstat(folder.path)).mode & 0o077).toBe(0);
    expect((await lstat(join(userStateFolder, 'origins'))).mode & 0o077).toBe(0);
  });

  it('is found again by the next process', async () => {
    await ownState();

    expect(await choose()).toMatchObject({ path: inWorkspace(), notice: undefined });
    expect(await readFile(join(inWorkspace(), 'last-pack.json'), 'utf8')).toBe('mine');
  });

  it('is shared by processes that make it at the same time', async () => {
    const folders = await Promise.all([choose(), choose(), choose()]);

    await Promise.all(folders.map((folder) => folder.prepare()));
    await Promise.all(folders.map((folder) => folder.verify()));

    expect((await choose()).notice).toBeUndefined();
    expect(await readdir(workspaceRoot)).toEqual(['.lexichord']);
  });

  it('is made again when the user removes it while it is in use', async () => {
    const folder = await choose();
    await folder.prepare();
    await rm(folder.path, { recursive: true });

    await folder.verify();
    await folder.prepare();

    expect((await choose()).notice).toBeUndefined();
    expect((await readdir(folder.path)).sort()).toEqual(['.gitignore', 'origin']);
  });

  it.each([
    ['renamed', (from: string, to: string) => rename(from, to)],
    ['copied', (from: string, to: string) => cp(from, to, { recursive: true })],
  ])('goes with a workspace that its user has %s, and keeps its name', async (_what, move) => {
    await ownState();
    const workspace = join(root, 'another name');
    await move(workspaceRoot, workspace);

    const folder = await choose({ workspace });

    expect([folder.notice, folder.workspaceName]).toEqual([undefined, 'workspace']);
    expect(await readFile(join(folder.path, 'last-pack.json'), 'utf8')).toBe('mine');
  });

  it('takes the place of an empty folder, which marks a workspace', async () => {
    await mkdir(inWorkspace());
    const folder = await choose();

    await folder.prepare();

    expect([folder.notice, folder.path]).toEqual([undefined, inWorkspace()]);
    expect(await readdir(folder.path)).toContain('origin');
  });

  it('says what to do when it cannot be made', async () => {
    const folder = await choose();
    await rm(workspaceRoot, { recursive: true });
    await writeFile(workspaceRoot, '');

    await expect(folder.prepare()).rejects.toMatchObject({
      code: ErrorCode.ioFailed,
      message: expect.stringContaining('Check its permissions') as string,
    });
  });

  it('is refused in a format of a newer version, by its number', async () => {
    await ownState();
    const path = join(inWorkspace(), 'origin');
    const origin = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...origin, format: 7 }));

    await expect(choose()).rejects.toMatchObject({
      code: ErrorCode.storageFailed,
      message: expect.stringContaining('has format 7') as string,
    });
  });
});

describe('state that this user did not make', () => {
  /** Its file is beside the workspace's own state, and nothing of it is in use. */
  async function expectSetAside(reason: string): Promise<void> {
    const folder = await choose();

    expect(folder.path).toBe(inWorkspace());
    expect(folder.notice).toContain(reason);
    expect(folder.notice).toContain('lexichord doctor --adopt .lexichord.aside-1');
    expect(await readdir(workspaceRoot)).toEqual(['.lexichord.aside-1']);
    await folder.prepare();
    expect((await readdir(folder.path)).sort()).toEqual(['.gitignore', 'origin']);
    expect((await choose()).notice).toBeUndefined();
  }

  it('is set aside unopened', async () => {
    await foreignState();

    await expectSetAside('it was not created here by you');

    expect(await readFile(join(workspaceRoot, '.lexichord.aside-1/last-pack.json'), 'utf8')).toBe('theirs');
  });

  it('is set aside with an origin that is not in the user’s records', async () => {
    await ownState();
    await rm(userStateFolder, { recursive: true });

    await expectSetAside('it was not created here by you');
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['a file', (path) => writeFile(path, '')],
    ['a link to a folder', (path) => symlink(tmpdir(), path)],
    ['a link to nothing', (path) => symlink(join(tmpdir(), 'no-such-folder'), path)],
  ])('is set aside when it is %s', async (_what, place) => {
    await place(inWorkspace());

    await expectSetAside('a link or no folder');
  });

  it.each([1, 2, 3, 4, 5])('is set aside with a link in its store, %d folders down', async (depth) => {
    await ownState();
    const inner = join(inWorkspace(), ...['db', 'a.lance', '_indices', '1111', '2222'].slice(0, depth));
    await mkdir(inner, { recursive: true });
    await symlink(root, join(inner, 'link'));

    await expectSetAside('it is a link');
  });

  it('is set aside when another user made it', async () => {
    await ownState();
    // Only the administrator can give files away.
    if (process.getuid?.() !== 0) jest.spyOn(process, 'getuid').mockReturnValue((await lstat(root)).uid + 1);
    else chownSync(inWorkspace(), 4_242, -1);

    expect((await choose()).notice).toContain('another user');
    jest.restoreAllMocks();
  });

  const asAdministrator = process.getuid?.() === 0 ? it : it.skip;

  asAdministrator('stays where it is when the workspace is that user’s, too', async () => {
    await ownState();
    for (const path of [workspaceRoot, inWorkspace()]) chownSync(path, 4_242, -1);

    const folder = await choose();

    expect(folder.path).toBe(inCache());
    expect(folder.notice).toContain('is left for the owner of the workspace');
    expect(await readFile(join(inWorkspace(), 'last-pack.json'), 'utf8')).toBe('mine');
  });

  asAdministrator('is set aside when the administrator left it so that the user may not read it', async () => {
    await ownState();
    for (const path of [root, workspaceRoot]) chownSync(path, 4_242, -1);
    process.seteuid?.(4_242);
    try {
      const { path, notice } = await choose();
      expect([path, notice]).toEqual([inWorkspace(), expect.stringContaining('you may not read it')]);
    } finally {
      process.seteuid?.(0);
    }
    expect(await readdir(workspaceRoot)).toEqual(['.lexichord.aside-1']);
  });

  it('is set aside beside others', async () => {
    for (const number of [1, 2, 3]) {
      await foreignState();
      expect((await choose()).notice).toContain(`.lexichord.aside-${number}`);
    }
  });

  it('stays where it is when git tracks it, and state is kept in the cache', async () => {
    await ownState();

    const folder = await choose({ isTracked: true });
    await folder.prepare();

    expect(folder.path).toBe(inCache());
    expect(folder.notice).toContain('git rm -r --cached .lexichord');
    expect((await readdir(folder.path)).sort()).toEqual(['.gitignore', 'origin']);
    expect(await readFile(join(inWorkspace(), 'last-pack.json'), 'utf8')).toBe('mine');
  });

  it('is not opened where there is no home folder for another one, and git tracks it', async () => {
    await ownState();
    const places = stateFolders({ workspaceRoot, userStateFolder });

    const chosen = StateFolder.choose(
      { ...places, inCache: places.inWorkspace },
      {
        records: new OriginRecords([userStateFolder]),
        isTracked: () => Promise.resolve(true),
        damagedTables: () => Promise.resolve([]),
        isTrusted: false,
      },
    );

    await expect(chosen).rejects.toMatchObject({
      code: 'path-denied',
      message: expect.stringMatching(/Set HOME.*git rm -r --cached/u) as string,
    });
  });

  it('is opened when the user vouches for it, and its links count all the same', async () => {
    await foreignState();

    const folder = await choose({ isTrusted: true });
    await folder.prepare();

    expect([folder.path, folder.notice]).toEqual([inWorkspace(), undefined]);
    expect(await readdir(inWorkspace())).toEqual(['last-pack.json']);
    await symlink(root, join(inWorkspace(), 'db'));
    expect((await choose({ isTrusted: true })).notice).toContain('it is a link');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a link', () => symlink(root, inWorkspace())],
    ['a folder', () => foreignState()],
  ])('is refused when it takes the place of the chosen folder: %s', async (_what, place) => {
    const folder = await choose();
    await place();

    await expect(folder.verify()).rejects.toMatchObject({ code: ErrorCode.pathDenied });
    await expect(folder.prepare()).rejects.toMatchObject({ code: ErrorCode.pathDenied });
    expect((await readdir(root)).sort()).toEqual(['workspace']);
  });
});

describe('adopting state', () => {
  it('puts it in use, and sets aside what was', async () => {
    await foreignState();
    const fresh = await choose();
    await fresh.prepare();

    const adopted = await fresh.adopt('.lexichord.aside-1');

    expect(adopted).toEqual({ path: inWorkspace(), setAside: '.lexichord.aside-2' });
    expect(await readFile(join(inWorkspace(), 'last-pack.json'), 'utf8')).toBe('theirs');
    expect(await choose()).toMatchObject({ path: inWorkspace(), notice: undefined });
    expect((await choose()).workspaceName).toBe('workspace');
  });

  it('keeps the name of the workspace that it was made in', async () => {
    await ownState();
    const workspace = join(root, 'renamed');
    await rename(workspaceRoot, workspace);
    await rm(userStateFolder, { recursive: true });

    await (await choose({ workspace })).adopt('.lexichord.aside-1');

    expect((await choose({ workspace })).workspaceName).toBe('workspace');
  });

  it.each([
    ['../elsewhere', ErrorCode.invalidArgument],
    ['.lexichord', ErrorCode.invalidArgument],
    ['.lexichord.aside-2', ErrorCode.notFound],
  ])('refuses %s', async (name, code) => {
    await foreignState();
    const folder = await choose();

    await expect(folder.adopt(name)).rejects.toMatchObject({ code });
    expect(await readdir(workspaceRoot)).toEqual(['.lexichord.aside-1']);
  });

  it.each<[string, (folder: string) => Promise<unknown>]>([
    ['a link in it', (folder) => symlink(root, join(folder, 'link'))],
    ['a pipe in it', (folder) => Promise.resolve(execFileSync('mkfifo', [join(folder, 'pipe')]))],
  ])('refuses what has %s', async (_what, spoil) => {
    await foreignState();
    const folder = await choose();
    await spoil(join(workspaceRoot, '.lexichord.aside-1'));

    await expect(folder.adopt('.lexichord.aside-1')).rejects.toMatchObject({ code: ErrorCode.pathDenied });
    expect(await readdir(workspaceRoot)).toEqual(['.lexichord.aside-1']);
  });

  it('refuses damaged tables, unless they are to be repaired', async () => {
    await foreignState();
    const folder = await choose({ damaged: ['conversation-log'] });

    await expect(folder.adopt('.lexichord.aside-1')).rejects.toMatchObject({
      code: ErrorCode.storageFailed,
      message: expect.stringContaining('conversation-log') as string,
    });
    expect(await folder.adopt('.lexichord.aside-1', { allowsDamage: true })).toMatchObject({ setAside: undefined });
  });

  it('refuses while git tracks what is in its place', async () => {
    await foreignState();
    await rename(inWorkspace(), join(workspaceRoot, '.lexichord.aside-1'));
    await foreignState();

    const folder = await choose({ isTracked: true });

    await expect(folder.adopt('.lexichord.aside-1')).rejects.toThrow('git rm -r --cached');
  });
});

describe('the user’s records', () => {
  it('are in a private temporary folder where the user’s own cannot be written to', async () => {
    await writeFile(userStateFolder, '');
    const records = new OriginRecords([userStateFolder, join(root, 'tmp')]);
    const folder = await choose({ records });

    await folder.prepare();

    expect((await choose({ records })).notice).toBeUndefined();
    expect((await lstat(join(root, 'tmp'))).mode & 0o077).toBe(0);
  });

  it('do not count where others can write', async () => {
    await ownState();
    execFileSync('chmod', ['777', join(userStateFolder, 'origins')]);

    expect((await choose()).notice).toContain('it was not created here by you');
  });

  it('say what to do when there is no place for them', async () => {
    await writeFile(userStateFolder, '');

    await expect((await choose()).prepare()).rejects.toThrow('XDG_STATE_HOME');
    expect(await readdir(workspaceRoot)).toEqual([]);
  });
});
