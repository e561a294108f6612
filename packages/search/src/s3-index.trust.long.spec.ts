import { describeOnS3 } from '@lexichord/testing';

import { type IndexSetup, TemporaryIndexes, storedChunks } from './test-support/an-index.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';

await describeOnS3('the search index', (s3) => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  it('is shared by two machines with the same files: one writes, the other reads what it wrote', async () => {
    const storage = s3.place();
    const workspace = new MemoryWorkspace({ 'a.md': 'Some notes on ferries.\n', 'b.md': 'Others on trains.\n' });
    const writer = await indexes.make({ storage, workspace });
    const reader = await indexes.make({ storage, workspace });
    const hitsOf = async ({ search }: IndexSetup, query: string): Promise<readonly string[]> =>
      (await search.search(query)).hits.map(({ filePath, score }) => `${filePath} ${score}`);

    await writer.index.update();
    expect(await hitsOf(reader, 'ferries')).toEqual(await hitsOf(writer, 'ferries'));
    expect((await hitsOf(reader, 'ferries'))[0]).toContain('a.md');

    workspace.write('c.md', 'Bicycles, too.\n', 2_000);
    await writer.index.update();
    expect((await hitsOf(reader, 'bicycles'))[0]).toContain('c.md');
    expect(await storedChunks(reader)).toEqual(await storedChunks(writer));
    // All is known already, so that nothing is embedded twice.
    expect(await reader.index.update()).toMatchObject({ files: 3, added: 0, changed: 0, embedded: 0 });
  });
});
