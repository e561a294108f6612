import { execFileSync } from 'node:child_process';
import { chown, mkdir, readFile, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { connect } from '@lancedb/lancedb';

import { manifestFile } from '../database/manifest.js';
import { notes } from '../test-support/notes-table.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';
import { requireOwnFiles } from './require-own-files.js';

const stranger = 4_242;
const denied = expect.objectContaining({ code: 'path-denied' }) as Error;

describe('the files of a store in a workspace', () => {
  const temporary = new TemporaryDatabases();
  let folder: string;
  let address: string;

  beforeEach(async () => {
    folder = await temporary.folder();
    address = join(folder, 'state/db');
    await mkdir(join(folder, 'victim'));
    await writeFile(join(folder, 'victim/thesis.txt'), 'years of work');
    // What is older than a week is what the library removes.
    await utimes(join(folder, 'victim/thesis.txt'), 1_000_000, 1_000_000);
    const database = temporary.openAt(address);
    const table = await database.table(notes);
    await table.upsert([{ id: 'a', tokens: 'one' }]);
    await table.optimize();
    await database.dispose();
  });

  afterEach(() => temporary.dispose());

  const openConfined = () => temporary.openAt(address, { confineTo: join(folder, 'state') });

  it('may be used as the store makes them', async () => {
    const table = await openConfined().table(notes);

    await table.upsert([{ id: 'b' }]);
    await table.optimize();

    expect(await table.count()).toBe(2);
  });

  it.each([1, 2, 3, 4, 5, 6])('are refused with a link at depth %d', async (depth) => {
    const inside = join(address, ...['notes.lance', '_indices', '1111', '2222', '3333'].slice(0, depth - 1));
    await mkdir(inside, { recursive: true });
    await symlink(join(folder, 'victim'), join(inside, 'link'));

    await expect(openConfined().table(notes)).rejects.toMatchObject({ code: 'path-denied' });
  });

  it('are refused with a pipe', async () => {
    execFileSync('mkfifo', [join(address, 'notes.lance/data/pipe')]);

    await expect(openConfined().table(notes)).rejects.toMatchObject({ code: 'path-denied' });
  });

  it('are refused where one belongs to somebody else, and may be the administrator’s', async () => {
    expect(() => requireOwnFiles(address, process.getuid?.())).not.toThrow();
    const file = join(address, 'notes.lance/data', (await readdir(join(address, 'notes.lance/data')))[0] as string);
    // The administrator's files are everybody's to use, so they have to be given away first.
    if (process.getuid?.() === 0) {
      expect(() => requireOwnFiles(address, stranger)).not.toThrow();
      await chown(file, stranger, -1);
      await expect(openConfined().table(notes)).rejects.toMatchObject({ code: 'path-denied' });
    } else {
      expect(() => requireOwnFiles(address, stranger)).toThrow(denied);
    }
  });

  it('are refused when a manifest names files of another project', async () => {
    const hostile = join(folder, 'hostile/db');
    await mkdir(hostile, { recursive: true });
    const library = await connect(hostile);
    (await library.cloneTable('notes', join(address, 'notes.lance'), { isShallow: true })).close();
    library.close();
    // As a clone brings it: in place of the store.
    await mkdir(join(folder, 'other'));
    await rename(join(hostile, 'notes.lance'), join(folder, 'other/notes.lance'));

    const trusting = await temporary.openAt(join(folder, 'other')).table(notes);
    const confined = temporary.openAt(join(folder, 'other'), { confineTo: folder });

    expect(await collect(trusting.scan({ columns: ['id'] }))).toEqual([{ id: 'a' }]);
    await expect(confined.table(notes)).rejects.toMatchObject({
      code: 'path-denied',
      message: expect.stringContaining('in other folders') as string,
    });
  });

  it('are refused when a manifest is replaced after it was checked, with its times set back', async () => {
    const versions = join(address, 'notes.lance/_versions');
    const name = (await readdir(versions)).find((file) => file.endsWith('.manifest')) as string;
    const manifest = join(versions, name);
    const own = await readFile(manifest);
    await utimes(manifest, 1_000_000, 1_000_000);
    expect(() => requireOwnFiles(address)).not.toThrow();
    const hostile = Buffer.alloc(own.length - manifestFile(Buffer.alloc(0), own).length);
    // The field of other folders, empty; the zeros behind it are no message.
    hostile.set([0x92, 0x01, 0x00]);

    await writeFile(manifest, manifestFile(hostile, own));
    await utimes(manifest, 1_000_000, 1_000_000);

    expect(await readFile(manifest)).toHaveLength(own.length);
    expect(() => requireOwnFiles(address)).toThrow(denied);
  });

  it('are looked at again before anything is cleaned up', async () => {
    const table = await openConfined().table(notes);
    const link = join(address, 'notes.lance/_indices/11111111-1111-1111-1111-111111111111');
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(folder, 'victim'), link);

    await expect(table.optimize()).rejects.toMatchObject({ code: 'path-denied' });

    expect(await readdir(join(folder, 'victim'))).toEqual(['thesis.txt']);
    await rm(link);
    await expect(table.optimize()).resolves.toMatchObject({ postponed: false });
  });
});
