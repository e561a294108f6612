import { join } from 'node:path';

import type { SearchResult } from '@lexichord/abstractions';

import { fileTable } from './store/index-tables.js';
import { type IndexSetup, TemporaryIndexes } from './test-support/an-index.js';
import { WordProvider } from './test-support/counting-provider.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';

const files = {
  'src/login.py': 'def login\n  check the password\n\ndef logout\n  forget the session\n',
  'src/parse.py': 'def parseHeader\n  read the header\n',
};

/** The same files, written at another time. */
function checkout(modifiedMs: number, more: Readonly<Record<string, string>> = {}): MemoryWorkspace {
  const workspace = new MemoryWorkspace();
  for (const [path, content] of Object.entries({ ...files, ...more })) workspace.write(path, content, modifiedMs);
  return workspace;
}

describe('an index that one writes and others read', () => {
  const indexes = new TemporaryIndexes();
  let writer: IndexSetup;

  beforeEach(async () => {
    writer = await indexes.make({ workspace: checkout(1_000) });
    await writer.index.update();
  });

  afterEach(() => indexes.dispose());

  const aReader = (workspace: MemoryWorkspace): Promise<IndexSetup> =>
    indexes.make({ workspace, readOnly: true, storage: { address: join(writer.folder, 'db'), storageOptions: {} } });

  const versions = async ({ database }: IndexSetup): Promise<readonly (string | undefined)[]> =>
    Promise.all((await database.tableNames()).map((name) => database.fingerprint(name)));

  const pathsOf = ({ hits }: SearchResult): readonly string[] => hits.map(({ filePath }) => filePath);

  it('is not changed by a reader, whatever its files are', async () => {
    const reader = await aReader(checkout(2_000, { 'src/own.py': 'def onlyHere\n  of the reader\n' }));
    const before = await versions(writer);

    const update = reader.index.update();
    await expect(update).rejects.toMatchObject({
      code: 'storage-read-only',
      message: expect.stringContaining('Could not bring the search index up to date at') as string,
    });
    await expect(reader.index.update({ rebuild: true })).rejects.toMatchObject({ code: 'storage-read-only' });
    await expect(reader.index.watch({})).rejects.toMatchObject({ code: 'storage-read-only' });
    const found = await reader.search.search('login password');

    expect(found).toEqual(await writer.search.search('login password'));
    expect(pathsOf(await reader.search.search('onlyHere'))).not.toContain('src/own.py');
    expect(await versions(writer)).toEqual(before);
    expect((await writer.index.update()).added).toBe(0);
  });

  it('is answered from as the writer has left it, and as it leaves it later', async () => {
    const reader = await aReader(checkout(2_000, { 'src/ferry.py': 'def ferryTime\n  of the ferry\n' }));
    expect(pathsOf(await reader.search.search('ferry time'))).not.toContain('src/ferry.py');

    writer.workspace.write('src/ferry.py', 'def ferryTime\n  of the ferry\n', 3_000);
    await writer.index.update();

    expect(pathsOf(await reader.search.search('ferry time'))[0]).toBe('src/ferry.py');
  });

  it('shows nothing of files that the reader has in another state, or not at all', async () => {
    const workspace = checkout(2_000);
    workspace.write('src/login.py', `# Another commit.\n\n${files['src/login.py']}`, 2_000);
    workspace.remove('src/parse.py');
    const reader = await aReader(workspace);

    const found = await reader.search.search('login password header');

    expect(found.hits).toEqual([]);
    expect(found.warnings).toEqual(['2 files differ from the index, and hits in changed files are left out.']);
  });

  it('suggests no definition in a line where it is not', async () => {
    const absent = 'Where is parseHeadr?';
    expect((await writer.search.search(absent)).absentNames).toEqual([
      { name: 'parseHeadr', closest: { name: 'parseHeader', filePath: 'src/parse.py', line: 1 } },
    ]);
    const workspace = checkout(2_000);
    workspace.write('src/parse.py', `# Another commit.\n\n${files['src/parse.py']}`, 2_000);

    const { absentNames } = await (await aReader(workspace)).search.search(absent);

    expect(absentNames).toEqual([{ name: 'parseHeadr' }]);
  });

  it('says of an index of another embedding what to do', async () => {
    const storage = { address: join(writer.folder, 'db'), storageOptions: {} };
    const reader = await indexes.make({ readOnly: true, storage, provider: new WordProvider() });

    await expect(reader.search.search('login')).rejects.toMatchObject({
      code: 'no-index',
      message: expect.stringMatching(
        /made with the embedding "counting-v1", but "words-v1" is configured here/u,
      ) as string,
    });
  });

  it.each(['{', 'null', '{"embedding":7}'])('takes no index for one whose identity is %s', async (identity) => {
    await (await writer.database.existingTable(fileTable, {}))?.writeMetadata({ identity }, {});
    const reader = await aReader(checkout(1_000));

    await expect(reader.search.search('login')).rejects.toMatchObject({
      code: 'no-index',
      message: expect.stringContaining('There is no search index') as string,
    });
  });

  it('says where an index has to be built', async () => {
    const address = join(writer.folder, 'nothing');
    const reader = await indexes.make({ readOnly: true, storage: { address, storageOptions: {} } });

    await expect(reader.search.search('login')).rejects.toMatchObject({
      code: 'no-index',
      message: expect.stringContaining('Run "lexichord index" on the machine that writes the index') as string,
    });
  });
});

describe('an index that two write, each from its own files', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  it('is that of the last update, which answers for its files and embeds nothing twice', async () => {
    const own = checkout(1_000, { 'src/own.py': 'def onlyHere\n  of one\n' });
    const other = checkout(2_000, { 'src/other.py': 'def onlyThere\n  of the other\n' });
    other.write('src/login.py', 'def enter\n  show the badge\n', 2_000);
    const first = await indexes.make({ workspace: own });
    const storage = { address: join(first.folder, 'db'), storageOptions: {} };
    const second = await indexes.make({ workspace: other, storage });
    const bestFor = async ({ search }: IndexSetup, query: string): Promise<string | undefined> =>
      (await search.search(query)).hits[0]?.filePath;
    await first.index.update();

    const taken = await second.index.update();
    expect(await bestFor(second, 'onlyThere')).toBe('src/other.py');
    expect(await bestFor(second, 'badge')).toBe('src/login.py');
    const back = await first.index.update();

    expect(taken).toMatchObject({ added: 1, changed: 1, removed: 1, embedded: 2 });
    expect(back).toMatchObject({ added: 1, changed: 1, removed: 1, embedded: 0 });
    expect(await bestFor(first, 'onlyHere')).toBe('src/own.py');
    expect(await bestFor(first, 'password')).toBe('src/login.py');
    expect((await first.search.search('onlyThere')).absentNames).toMatchObject([{ name: 'onlyThere' }]);
  });
});
