import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveToken } from '@lexichord/platform';

import { type IndexSetup, TemporaryIndexes } from '../test-support/an-index.js';
import { holdNextScan } from '../test-support/held-scan.js';
import { MemoryWorkspace } from '../test-support/memory-workspace.js';
import type { Corpus } from './corpus.js';
import { ICorpusSource } from './corpus-source.js';

const texts = {
  'src/login.py': 'def login\n  check the password\n\ndef logout\n',
  'notes.md': 'Größe \ud800 of 漢字.\n',
};

describe('CorpusSource', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  const sourceOf = ({ container }: IndexSetup): ICorpusSource => resolveToken(container, ICorpusSource);
  const fileOf = ({ folder }: IndexSetup): Promise<Buffer> => readFile(join(folder, 'search-corpus.bin'));
  const anIndexed = async (): Promise<IndexSetup> => {
    const setup = await indexes.make({ workspace: new MemoryWorkspace(texts) });
    await setup.index.update();
    return setup;
  };
  /** What a process finds that has only the tables. */
  const fromTables = async ({ folder, workspace }: IndexSetup): Promise<Corpus> => {
    await rm(join(folder, 'search-corpus.bin'), { force: true });
    return sourceOf(await indexes.make({ folder, workspace })).current({});
  };

  it('holds after an update what another process reads from the tables', async () => {
    const setup = await anIndexed();
    expect(await sourceOf(setup).current({})).toEqual(await fromTables(setup));

    setup.workspace.write('notes.md', 'Other notes.\n\nAnd more.\n', 2_000);
    setup.workspace.remove('src/login.py');
    await setup.index.update();

    expect(await sourceOf(setup).current({})).toEqual(await fromTables(setup));
  });

  it('writes the file with the first update, and small changes when it ends', async () => {
    const setup = await anIndexed();
    const first = await fileOf(setup);
    setup.workspace.write('notes.md', 'Other notes.\n', 2_000);
    await setup.index.update();
    expect((await fileOf(setup)).equals(first)).toBe(true);

    await sourceOf(setup).dispose();

    const second = await fileOf(setup);
    expect(second.equals(first)).toBe(false);
    await sourceOf(setup).dispose();
    expect((await fileOf(setup)).equals(second)).toBe(true);
  });

  it('writes the file when much has changed', async () => {
    const setup = await anIndexed();
    const first = await fileOf(setup);
    setup.workspace.write('notes.md', 'Other notes.\n\n'.repeat(250), 2_000);

    await setup.index.update();

    expect((await fileOf(setup)).equals(first)).toBe(false);
  });

  it('answers another process from the tables while the file is older than they are', async () => {
    const setup = await anIndexed();
    setup.workspace.write('src/login.py', 'def enter\n  show the badge\n', 2_000);
    await setup.index.update();

    const { search } = await indexes.make({ folder: setup.folder, workspace: setup.workspace });

    expect((await search.search('badge')).hits.map(({ filePath }) => filePath)).toContain('src/login.py');
    expect((await search.search('password')).hits.map(({ content }) => content).join()).not.toContain('password');
  });

  describe('when the index changes while it is loaded', () => {
    /** Two processes with an index: one that begins to load it, and one that changes it meanwhile. */
    const changedWhileLoading = async () => {
      const { folder, workspace, index } = await anIndexed();
      await rm(join(folder, 'search-corpus.bin'));
      const setup = await indexes.make({ folder, workspace });
      const { begun, release } = holdNextScan(setup.database, 'search-chunks');
      const source = sourceOf(setup);
      const first = source.current({});
      await begun;
      workspace.write('new.md', 'New notes.\n', 2_000);
      await index.update();
      return { source, first, second: source.current({}), release };
    };

    it('has what was stored before the question for each', async () => {
      const { first, second, release } = await changedWhileLoading();
      release();

      expect((await first).files.size).toBe(2);
      expect((await second).files.has('new.md')).toBe(true);
    });

    it('keeps the newest, whichever is there first', async () => {
      const { source, first, second, release } = await changedWhileLoading();
      const newest = await second;
      release();
      await first;

      expect(await source.current({})).toBe(newest);
    });
  });

  it('leaves nothing to be written when nothing was indexed', async () => {
    const setup = await indexes.make();

    await sourceOf(setup).dispose();

    await expect(fileOf(setup)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
