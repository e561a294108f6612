import { type IndexSetup, TemporaryIndexes, storedChunks } from './test-support/an-index.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';

describe('WorkspaceIndex.update of a workspace with a folder that cannot be read', () => {
  const indexes = new TemporaryIndexes();
  let setup: IndexSetup;

  beforeEach(async () => {
    const files = { 'src/login.py': 'def login\n', 'src/deep/parse.py': 'def parse\n', 'notes.md': 'Notes.\n' };
    setup = await indexes.make({ workspace: new MemoryWorkspace(files) });
    await setup.index.update();
  });
  afterEach(() => indexes.dispose());

  const indexedPaths = async (): Promise<readonly string[]> =>
    (await storedChunks(setup)).map(({ record }) => record.filePath).toSorted();

  it('keeps what it knows of the folder, says so, and removes what has gone elsewhere', async () => {
    setup.workspace.unreadFolders.add('src/');
    setup.workspace.remove('notes.md');

    const report = await setup.index.update();

    expect(report).toMatchObject({ removed: 1, warnings: [expect.stringContaining('could not be read')] });
    expect(await indexedPaths()).toEqual(['src/deep/parse.py', 'src/login.py']);
  });

  it('removes what has gone from it once it can be read again', async () => {
    setup.workspace.unreadFolders.add('src/deep/');
    setup.workspace.remove('src/deep/parse.py');
    await setup.index.update();
    expect(await indexedPaths()).toContain('src/deep/parse.py');
    setup.workspace.unreadFolders.clear();

    expect(await setup.index.update()).toMatchObject({ removed: 1, warnings: [] });
    expect(await indexedPaths()).toEqual(['notes.md', 'src/login.py']);
  });

  it('removes what is denied all the same, and keeps everything else where nothing can be read', async () => {
    setup.workspace.unreadFolders.add('');
    setup.workspace.denied.add('src/login.py');

    expect(await setup.index.update()).toMatchObject({ files: 0, removed: 1 });
    expect(await indexedPaths()).toEqual(['notes.md', 'src/deep/parse.py']);
  });
});
