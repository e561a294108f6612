import { DisturbingProxy, type S3Location, describeOnS3 } from '@lexichord/testing';

import { type IndexSetup, TemporaryIndexes, storedChunks } from './test-support/an-index.js';
import { describeCandidates } from './test-support/describe-candidates.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';

const subjects = ['bicycles', 'trams', 'buses', 'planes', 'rockets', 'sledges', 'skates', 'canoes'];

/** Files that are written later, each with a word of its own. */
const laterFiles = new Map(subjects.map((subject) => [`${subject}.md`, `About ${subject}.\n`]));

await describeOnS3('the search index', (s3) => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  describeCandidates('tables on S3', () => ({ maxChunksInMemory: 0, storage: s3.location() }));

  it('is shared by two machines with the same files: one writes, the other reads what it wrote', async () => {
    const storage = s3.location();
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

  it('is read by three machines with other times while a fourth writes, and written by none of them', async () => {
    const storage = s3.location();
    const texts = { 'a.md': 'Some notes on ferries.\n', 'b.md': 'Others on trains.\n' };
    const writer = await indexes.make({ storage, workspace: checkout(texts, 1_000) });
    await writer.index.update();
    const sent: string[] = [];
    const proxy = await DisturbingProxy.start(storage.storageOptions['endpoint'] ?? '');
    proxy.disturb = ({ method, path }) => {
      sent.push(`${method} ${path}`);
      return 'pass';
    };
    const watched: S3Location = { ...storage, storageOptions: { ...storage.storageOptions, endpoint: proxy.address } };
    try {
      const readers = await Promise.all(
        [2_000, 3_000, 4_000].map((modifiedMs) => {
          const own = { [`own-${modifiedMs}.md`]: 'Only on one machine.\n' };
          const workspace = checkout({ ...texts, ...own, ...Object.fromEntries(laterFiles) }, modifiedMs);
          return indexes.make({ storage: watched, workspace, readOnly: true });
        }),
      );
      const before = await versionsOf(writer);
      for (const { index, search } of readers) {
        await expect(index.update()).rejects.toMatchObject({ code: 'storage-read-only' });
        expect((await search.search('ferries')).hits[0]?.filePath).toBe('a.md');
      }
      expect(await versionsOf(writer)).toEqual(before);

      let isWriting = true;
      let asked = 0;
      const reading = readers.map(async ({ index, search }) => {
        while (isWriting) {
          await expect(index.update()).rejects.toMatchObject({ code: 'storage-read-only' });
          const { hits } = await search.search('notes on ferries');
          expect(hits.map(({ filePath }) => filePath)).toContain('a.md');
          asked += 1;
        }
      });
      let last = before;
      for (const [path, text] of laterFiles) {
        expect(await versionsOf(writer)).toEqual(last);
        writer.workspace.write(path, text, 5_000);
        expect(await writer.index.update()).toMatchObject({ added: 1, changed: 0, removed: 0 });
        last = await versionsOf(writer);
      }
      isWriting = false;
      await Promise.all(reading);

      for (const { search } of readers) {
        for (const [path, text] of laterFiles) {
          expect((await search.search(text)).hits.map(({ filePath }) => filePath)).toContain(path);
        }
        expect((await search.search('Only on one machine')).hits.map(({ filePath }) => filePath)).not.toContainEqual(
          expect.stringContaining('own'),
        );
      }
      expect(await versionsOf(writer)).toEqual(last);
      expect(asked).toBeGreaterThan(readers.length);
      expect(sent).not.toEqual([]);
      expect(sent.filter((one) => !/^(?:GET|HEAD) /u.test(one))).toEqual([]);
    } finally {
      await indexes.dispose();
      await proxy.stop();
    }
  });
});

function checkout(files: Readonly<Record<string, string>>, modifiedMs: number): MemoryWorkspace {
  const workspace = new MemoryWorkspace();
  for (const [path, content] of Object.entries(files)) workspace.write(path, content, modifiedMs);
  return workspace;
}

/** Differ after every commit to a table. */
async function versionsOf({ database }: IndexSetup): Promise<readonly (string | undefined)[]> {
  const names = await database.tableNames();
  return Promise.all(names.map((name) => database.fingerprint(name)));
}
