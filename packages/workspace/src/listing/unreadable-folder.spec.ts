import { jest as jestOfModules } from '@jest/globals';
import * as fileSystem from 'node:fs';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ListingWarning } from '@lexichord/abstractions';
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

type Listing = InstanceType<typeof WorkspaceListing>;

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

  const makeListing = (): Listing => {
    const log = new RecordingLogger();
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root }), log);
    return new WorkspaceListing(guard, new PatientClock(), log);
  };

  /** What a listing gives and tells; of its warnings those that last. */
  const list = async (
    listing = makeListing(),
  ): Promise<Record<'paths' | 'warnings' | 'lasting' | 'unread', readonly string[]>> => {
    const [paths, warnings, lasting, unread]: [string[], string[], string[], string[]] = [[], [], [], []];
    const onWarning = (warning: string, { isLasting }: ListingWarning): void => {
      warnings.push(warning);
      if (isLasting) lasting.push(warning);
    };
    const onUnreadFolder = (path: string): unknown => unread.push(path);
    for await (const { relativePath } of listing.list({ onWarning, onUnreadFolder })) paths.push(relativePath);
    return { paths, warnings, lasting, unread };
  };

  /** After as many listings as it takes to be known, where the system tells of changes. */
  const knownVersion = async (listing: Listing): Promise<string | undefined> => {
    for (let times = 0; times < 3; times += 1) await list(listing);
    return listing.version();
  };

  it('goes on with the others, and says which it is and why', async () => {
    refusals.set(join(root, 'src'), 'EACCES');
    const warning = 'The folder "src" could not be read (EACCES), so its files are not listed. Check its permissions.';

    expect(await list()).toEqual({
      paths: ['a.ts', 'docs/b.md'],
      unread: ['src/'],
      warnings: [warning],
      lasting: [warning],
    });
  });

  it.each<readonly [what: string, path: string, code: string]>([
    ['a fault of the disk', 'src', 'EIO'],
    ['too many open files', 'src', 'EMFILE'],
    ['the folder of the workspace, of whose rights no watched folder tells', '', 'EACCES'],
  ])('says that it may pass: %s', async (_what, path, code) => {
    refusals.set(join(root, path), code);

    expect(await list()).toMatchObject({ warnings: [expect.stringContaining(code)], lasting: [] });
  });

  it('has the same version until the folder can be read', async () => {
    const listing = makeListing();
    const isKnown = await knownVersion(listing);
    refusals.set(join(root, 'src'), 'EACCES');
    chmodSync(join(root, 'src'), 0o100);
    const closed = await knownVersion(listing);
    expect(closed === undefined).toBe(isKnown === undefined);
    expect(await listing.version()).toBe(closed);

    refusals.clear();
    chmodSync(join(root, 'src'), 0o700);

    const open = await listing.version();
    expect(open === undefined || open !== closed).toBe(true);
    await listing.dispose();
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

    expect(await list()).toEqual({ paths: ['a.ts', 'docs/b.md'], warnings: [], lasting: [], unread: [] });
  });

  it('says that the root itself cannot be read', async () => {
    refusals.set(root, 'EIO');

    expect(await list()).toMatchObject({
      unread: [''],
      warnings: [expect.stringContaining('The folder of the workspace could not be read (EIO)')],
    });
  });
});
