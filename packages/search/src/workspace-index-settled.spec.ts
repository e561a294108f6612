import { chunkTable } from './store/index-tables.js';
import { type IndexSetup, TemporaryIndexes, storedChunks } from './test-support/an-index.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';

const parse = 'def parse\n  read the header\n';
const skim = parse.replace('read', 'skim');

describe('WorkspaceIndex.update of files whose size and time do not tell what is in them', () => {
  const indexes = new TemporaryIndexes();
  let setup: IndexSetup;

  beforeEach(async () => {
    setup = await indexes.make({ workspace: new MemoryWorkspace({ 'src/parse.py': parse, 'notes.md': 'Notes.\n' }) });
    await setup.index.update();
    setup.workspace.takeRead();
  });
  afterEach(() => indexes.dispose());

  /** What an index holds that was made of the same files, and never of others. */
  async function undisturbed(): Promise<unknown> {
    const fresh = await indexes.make({ workspace: setup.workspace });
    await fresh.index.update();
    setup.workspace.takeRead();
    return storedChunks(fresh);
  }

  it('finds what was written within the tick of a file that was indexed, however much later', async () => {
    const { index, workspace, clock } = setup;
    const tickMs = clock.now();
    clock.advance(400);
    workspace.write('src/parse.py', parse.replace('read', 'find'), tickMs);
    await index.update();
    workspace.write('src/parse.py', skim, tickMs);
    clock.advance(3_600_000);

    expect(await index.update()).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await storedChunks(setup)).toEqual(await undisturbed());
  });

  it('finds the same where a file was only touched, or was none to be read', async () => {
    const { index, workspace, clock } = setup;
    const tickMs = clock.now();
    workspace.write('src/parse.py', parse, tickMs);
    workspace.write('new.md', 'New notes.\n', tickMs);
    workspace.unreadable.set('new.md', 'binary-file');
    await index.update();
    workspace.write('src/parse.py', skim, tickMs);
    workspace.unreadable.clear();
    clock.advance(3_600_000);

    expect(await index.update()).toMatchObject({ changed: 2 });
    expect(await storedChunks(setup)).toEqual(await undisturbed());
  });

  it('reads a file that was indexed just after it was written once more, and then no more', async () => {
    const { index, workspace, clock, chunker } = setup;
    workspace.write('src/parse.py', skim, clock.now());
    await index.update();
    workspace.takeRead();
    chunker.cut.length = 0;
    clock.advance(2_000);

    expect(await index.update()).toMatchObject({ changed: 0, unchanged: 2 });
    expect(workspace.takeRead()).toEqual(['src/parse.py']);
    expect(await index.update()).toMatchObject({ changed: 0, unchanged: 2 });
    expect(workspace.takeRead()).toEqual([]);
    expect(chunker.cut).toEqual([]);
  });

  it('takes up a file again whose unsaved text it has, until it has that of the file', async () => {
    const { index, workspace } = setup;
    workspace.write('src/parse.py', skim, 5_000);
    workspace.edit('src/parse.py', 'def unsaved\n');
    expect(await index.update()).toMatchObject({ changed: 1 });
    expect(await index.update()).toMatchObject({ changed: 0 });
    workspace.edit('src/parse.py', undefined);
    workspace.takeRead();

    expect(await index.update()).toMatchObject({ changed: 1 });
    expect(workspace.takeRead()).toEqual(['src/parse.py']);
    expect(await index.update()).toMatchObject({ changed: 0 });
    expect(workspace.takeRead()).toEqual([]);
    expect(await storedChunks(setup)).toEqual(await undisturbed());
  });

  it('makes a file again of which an update that was cut off left the chunks of another text', async () => {
    const { index, database, workspace } = setup;
    const before = await storedChunks(setup);
    const chunks = await database.table(chunkTable(4));
    for await (const rows of chunks.scan()) {
      await chunks.upsert(rows.map((row) => ({ ...row, descriptionHash: 'of another text', tokenCount: 1 })));
    }

    // What is not looked at is still in doubt afterwards.
    await index.update({ paths: ['src'] });
    await index.update();

    expect(workspace.takeRead()).toEqual(['notes.md', 'src/parse.py']);
    expect(await storedChunks(setup)).toEqual(before);
    await index.update();
    expect(workspace.takeRead()).toEqual([]);
  });
});
