import { jest as jestOfModules } from '@jest/globals';
import * as fileSystem from 'node:fs';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PatientClock, RecordingLogger } from '@lexichord/testing';

import { workspaceOptionsSchema } from '../workspace-options.js';

/** Why the system refuses, by path. */
const refusals = new Map<string, string>();

function refuse(path: unknown): void {
  const code = refusals.get(resolve(String(path)));
  if (code !== undefined) throw Object.assign(new Error(code), { code, syscall: 'scandir' });
}

jestOfModules.unstable_mockModule('node:fs', () => ({
  ...fileSystem,
  readdirSync: (...args: Parameters<typeof fileSystem.readdirSync>) => {
    refuse(args[0]);
    return fileSystem.readdirSync(...args);
  },
  lstatSync: (...args: Parameters<typeof fileSystem.lstatSync>) => {
    refuse(args[0]);
    return fileSystem.lstatSync(...args);
  },
}));
const { WorkspaceGuard } = await import('../guard/workspace-guard.js');
const { WorkspaceListing } = await import('./workspace-listing.js');

describe('a listing of a workspace with a folder that the system does not show', () => {
  let root: string;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-unread-')));
    for (const folder of ['src', 'docs']) mkdirSync(join(root, folder));
    for (const path of ['a.ts', 'docs/b.md', 'src/c.ts', 'src/d.ts']) writeFileSync(join(root, path), 'x\n');
  });

  afterEach(() => {
    refusals.clear();
    rmSync(root, { recursive: true, force: true });
  });

  const list = async (): Promise<Record<'paths' | 'warnings' | 'unread', readonly string[]>> => {
    const log = new RecordingLogger();
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root }), log);
    const [paths, warnings, unread]: string[][] = [[], [], []];
    const listing = new WorkspaceListing(guard, new PatientClock(), log);
    const onWarning = (warning: string): unknown => warnings?.push(warning);
    const onUnreadFolder = (path: string): unknown => unread?.push(path);
    for await (const { relativePath } of listing.list({ onWarning, onUnreadFolder })) paths?.push(relativePath);
    return { paths: paths ?? [], warnings: warnings ?? [], unread: unread ?? [] };
  };

  it('goes on with the others, and says which it is and why', async () => {
    refusals.set(join(root, 'src'), 'EACCES');

    expect(await list()).toEqual({
      paths: ['a.ts', 'docs/b.md'],
      unread: ['src/'],
      warnings: [
        'The folder "src" could not be read (EACCES), so that its files are not listed. Check its permissions.',
      ],
    });
  });

  it('says so once of a folder whose names can be read, and nothing else', async () => {
    refusals.set(join(root, 'src/c.ts'), 'EACCES').set(join(root, 'src/d.ts'), 'EACCES');

    const { paths, warnings, unread } = await list();

    expect(paths).toEqual(['a.ts', 'docs/b.md']);
    expect(warnings).toEqual([expect.stringContaining('The folder "src" could not be read (EACCES)')]);
    expect(new Set(unread)).toEqual(new Set(['src/']));
  });

  it('says nothing of one that has gone meanwhile', async () => {
    refusals.set(join(root, 'src'), 'ENOENT');

    expect(await list()).toEqual({ paths: ['a.ts', 'docs/b.md'], warnings: [], unread: [] });
  });

  it('says that the root itself cannot be read', async () => {
    refusals.set(root, 'EIO');

    expect(await list()).toMatchObject({
      unread: [''],
      warnings: [expect.stringContaining('The folder of the workspace could not be read (EIO)')],
    });
  });
});
