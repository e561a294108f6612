import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ErrorCode, type IndexProgress } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import fc from 'fast-check';

import { ICorpusSource } from './corpus/corpus-source.js';
import { CountingProvider } from './test-support/counting-provider.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';
import { type IndexSetup, TemporaryIndexes, storedChunks } from './test-support/an-index.js';
import { chunkTable } from './store/index-tables.js';

const login = 'def login\n  check the password\n\ndef logout\n  forget the session\n';
const parse = 'def parse\n  read the header\n';

function aWorkspace(): MemoryWorkspace {
  return new MemoryWorkspace({ 'src/login.py': login, 'src/parse.py': parse, 'notes.md': 'Notes on the header.\n' });
}

describe('WorkspaceIndex.update', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  const anIndexed = async (): Promise<IndexSetup> => {
    const setup = await indexes.make({ workspace: aWorkspace() });
    await setup.index.update();
    setup.provider.takeAsked();
    setup.workspace.takeRead();
    return setup;
  };

  it('reads, cuts and embeds every file the first time', async () => {
    const { index, provider, search } = await indexes.make({ workspace: aWorkspace() });
    const progress: IndexProgress[] = [];

    const report = await index.update({ onProgress: (done) => progress.push(done) });

    expect(report).toEqual({
      ...{ files: 3, chunks: 4, added: 3, changed: 0, removed: 0, unchanged: 0, embedded: 4 },
      ...{ durationMs: 0, skipped: [], warnings: [] },
    });
    expect(progress).toEqual([
      { filesDone: 0, filesTotal: 3, chunks: 0, embedded: 0 },
      { filesDone: 3, filesTotal: 3, chunks: 4, embedded: 4 },
    ]);
    expect(provider.asked).toHaveLength(4);
    const { hits } = await search.search('login');
    expect(hits[0]).toMatchObject({ filePath: 'src/login.py', startLine: 1, endLine: 3, symbol: 'login' });
  });

  it('indexes an empty workspace, in which every search finds nothing and says why', async () => {
    const { index, search } = await indexes.make();

    expect(await index.update()).toMatchObject({ files: 0, chunks: 0 });

    expect(await search.search('login')).toEqual({
      ...{ hits: [], confidence: 0, absentNames: [] },
      warnings: ['The search index has no file: the workspace is empty, or git ignores all that is in it.'],
    });
  });

  it('does nothing when nothing has changed, in this process and in the next', async () => {
    const setup = await anIndexed();

    const again = await setup.index.update();
    const next = await indexes.make({ folder: setup.folder, workspace: setup.workspace });
    const nextTime = await next.index.update();

    for (const report of [again, nextTime]) {
      expect(report).toMatchObject({ files: 3, chunks: 4, added: 0, changed: 0, unchanged: 3, embedded: 0 });
    }
    expect(setup.workspace.takeRead()).toEqual([]);
    expect([...setup.provider.asked, ...next.provider.asked]).toEqual([]);
  });

  it('embeds only the chunk that an edit has changed', async () => {
    const { index, provider, workspace, search } = await anIndexed();
    workspace.write('src/login.py', login.replace('password', 'fingerprint'), 2_000);

    const report = await index.update();

    expect(report).toMatchObject({ chunks: 4, added: 0, changed: 1, unchanged: 2, embedded: 1 });
    expect(provider.asked).toEqual([expect.stringContaining('fingerprint')]);
    expect(workspace.takeRead()).toEqual(['src/login.py']);
    expect((await search.search('fingerprint')).hits[0]?.content).toContain('fingerprint');
    expect((await search.search('password')).hits.map(({ content }) => content).join('')).not.toContain('password');
  });

  it('moves chunks that only lie on other lines without embedding them', async () => {
    const setup = await anIndexed();
    setup.workspace.write('src/login.py', `# first\n\n${login}`, 2_000);

    const report = await setup.index.update();

    expect(report.embedded).toBe(1);
    expect(setup.provider.asked).toEqual([expect.stringContaining('# first')]);
    const places = (await storedChunks(setup)).filter(({ record }) => record.filePath === 'src/login.py');
    expect(places.map(({ record }) => record.startLine).sort()).toEqual([1, 3, 6]);
  });

  it('reads a touched file once and leaves its chunks as they are', async () => {
    const { index, provider, workspace, chunker } = await anIndexed();
    workspace.write('src/login.py', login, 5_000);
    chunker.cut.length = 0;

    const first = await index.update();
    const second = await index.update();

    expect([first, second]).toMatchObject([
      { changed: 0, unchanged: 3 },
      { changed: 0, unchanged: 3 },
    ]);
    expect(workspace.takeRead()).toEqual(['src/login.py']);
    expect([...provider.asked, ...chunker.cut]).toEqual([]);
  });

  it('reads a file again that was written to a moment ago, because its time may not tell', async () => {
    const { index, workspace, clock } = await indexes.make({ workspace: aWorkspace() });
    workspace.write('src/parse.py', parse, clock.now() - 500);
    await index.update();
    workspace.takeRead();
    workspace.write('src/parse.py', parse.replace('read', 'skim'), clock.now() - 500);

    const report = await index.update();

    expect(report).toMatchObject({ changed: 1, unchanged: 2 });
    expect(workspace.takeRead()).toEqual(['src/parse.py']);
  });

  it('forgets a deleted file', async () => {
    const setup = await anIndexed();
    setup.workspace.remove('src/login.py');

    const report = await setup.index.update();

    expect(report).toMatchObject({ files: 2, chunks: 2, removed: 1, embedded: 0 });
    expect((await setup.search.search('login')).hits.map(({ filePath }) => filePath)).not.toContain('src/login.py');
  });

  it('takes a renamed file for another one', async () => {
    const setup = await anIndexed();
    setup.workspace.remove('src/parse.py');
    setup.workspace.write('src/read_header.py', parse, 1_000);

    const report = await setup.index.update();

    expect(report).toMatchObject({ files: 3, chunks: 4, added: 1, removed: 1 });
    const paths = (await storedChunks(setup)).map(({ record }) => record.filePath);
    expect(new Set(paths)).toEqual(new Set(['notes.md', 'src/login.py', 'src/read_header.py']));
  });

  it('embeds nothing when a branch is left and taken up again', async () => {
    const setup = await anIndexed();
    const before = await storedChunks(setup);
    setup.workspace.write('src/login.py', 'def other\n  nothing\n', 2_000);
    setup.workspace.remove('src/parse.py');
    await setup.index.update();
    setup.provider.takeAsked();
    setup.workspace.write('src/login.py', login, 3_000);
    setup.workspace.write('src/parse.py', parse, 3_000);

    const report = await setup.index.update();

    expect(report).toMatchObject({ added: 1, changed: 1, chunks: 4, embedded: 0 });
    expect(setup.provider.asked).toEqual([]);
    expect(await storedChunks(setup)).toEqual(before);
  });

  it('forgets what has been out of use for more than a week, when much is written', async () => {
    const { index, workspace, provider, clock } = await anIndexed();
    workspace.remove('src/parse.py');
    await index.update();
    clock.advance(8 * 24 * 3_600_000);
    workspace.write('notes.md', 'Other notes.\n\n'.repeat(600), 2_000);
    await index.update();
    provider.takeAsked();
    workspace.write('src/parse.py', parse, 2_000);

    expect((await index.update()).embedded).toBe(1);
  });

  it('keeps nothing of a file that is denied from now on', async () => {
    const setup = await anIndexed();
    setup.workspace.denied.add('src/parse.py');

    expect(await setup.index.update()).toMatchObject({ files: 2, removed: 1 });

    const chunks = await setup.database.table(chunkTable(4));
    expect(await chunks.count()).toBe(3);
  });

  it('begins anew with another embedding', async () => {
    const { folder, workspace } = await anIndexed();
    const { index, provider, search } = await indexes.make({
      ...{ folder, workspace },
      provider: new CountingProvider('counting-v2'),
    });

    await expect(search.search('login')).rejects.toMatchObject({ code: ErrorCode.noIndex });
    const report = await index.update();

    expect(report).toMatchObject({ added: 3, unchanged: 0, embedded: 4 });
    expect(provider.asked).toHaveLength(4);
    expect((await search.search('login')).hits).not.toEqual([]);
  });

  it('begins anew when it is told to', async () => {
    const { index } = await anIndexed();

    expect(await index.update({ rebuild: true })).toMatchObject({ added: 3, unchanged: 0, embedded: 4, chunks: 4 });
  });

  it('begins anew when the chunks are gone and the files are still there', async () => {
    const { database, folder, workspace } = await anIndexed();
    await database.dropTable(chunkTable(4).name);
    const { index } = await indexes.make({ folder, workspace });

    expect(await index.update()).toMatchObject({ added: 3, embedded: 4, chunks: 4 });
  });

  it('looks only at the paths that are asked for', async () => {
    const { index, workspace } = await anIndexed();
    workspace.write('notes.md', 'Changed.\n', 2_000);
    workspace.write('src/parse.py', parse.replace('header', 'footer'), 2_000);
    workspace.remove('src/login.py');
    workspace.remove('notes.md');
    workspace.write('notes/new.md', 'New.\n', 2_000);

    const report = await index.update({ paths: ['src'] });

    expect(report).toMatchObject({ files: 1, added: 0, changed: 1, removed: 1, chunks: 2 });
    expect(await index.update()).toMatchObject({ files: 2, added: 1, removed: 1, chunks: 2 });
  });

  it('indexes words alone while the provider fails, and embeds what is missing when it is back', async () => {
    const setup = await indexes.make({ workspace: aWorkspace() });
    const { index, provider, search } = setup;
    provider.isFailing = true;

    const failed = await index.update();
    const found = await search.search('login');
    const stillFailed = await index.update();
    provider.isFailing = false;
    const report = await index.update();

    expect(failed).toMatchObject({ added: 3, embedded: 0, chunks: 4 });
    expect(failed.warnings).toEqual([expect.stringContaining('The embedding server is away.')]);
    expect(stillFailed.warnings).toHaveLength(1);
    expect(found.hits[0]?.filePath).toBe('src/login.py');
    expect(found.warnings).toEqual([expect.stringContaining('Searched by words only.')]);
    expect(report).toMatchObject({ embedded: 4, chunks: 4, warnings: [] });
    expect((await storedChunks(setup)).every(({ vector }) => vector !== undefined)).toBe(true);
    expect(await index.update()).toMatchObject({ unchanged: 3, embedded: 0 });
  });

  it('keeps the vectors that came before the provider failed', async () => {
    const provider = new CountingProvider('counting-v1', 2);
    const { index } = await indexes.make({ workspace: aWorkspace(), provider });
    let calls = 0;
    provider.onEmbed = () => (provider.isFailing = ++calls > 1);

    const failed = await index.update();
    provider.onEmbed = () => (provider.isFailing = false);
    const report = await index.update();

    expect([failed.embedded, report.embedded]).toEqual([2, 2]);
  });

  it('lists a file that cannot be read, and takes it up as soon as it can be', async () => {
    const { index, workspace, search } = await indexes.make({ workspace: aWorkspace(), maxFileSizeBytes: 100 });
    workspace.unreadable.set('src/parse.py', ErrorCode.ioFailed);
    workspace.unreadable.set('notes.md', ErrorCode.binaryFile);
    workspace.write('large.md', 'large '.repeat(50), 1_000);

    const reports = [await index.update(), await index.update()];
    workspace.unreadable.clear();
    const recovered = await index.update();

    const skipped = [
      { filePath: 'large.md', reason: ErrorCode.fileTooLarge },
      { filePath: 'src/parse.py', reason: ErrorCode.ioFailed },
    ];
    expect(reports).toMatchObject([
      { added: 4, skipped },
      { changed: 0, unchanged: 4, skipped },
    ]);
    expect(recovered).toMatchObject({ changed: 1, skipped: skipped.slice(0, 1) });
    expect((await search.search('parse')).hits[0]?.filePath).toBe('src/parse.py');
  });

  it('takes the chunks of a file away that cannot be read any more', async () => {
    const { index, workspace } = await anIndexed();
    workspace.write('src/login.py', login, 2_000);
    workspace.unreadable.set('src/login.py', ErrorCode.ioFailed);

    expect(await index.update()).toMatchObject({ chunks: 2, changed: 1 });
  });

  it('stops when it is aborted, and goes on to what an undisturbed update would have made', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, number) => [`f${number}.py`, `def name${number}\n`]),
    );
    const undisturbed = await indexes.make({ workspace: new MemoryWorkspace(files) });
    await undisturbed.index.update();
    const workspace = new MemoryWorkspace(files);
    const setup = await indexes.make({ workspace });
    const controller = new AbortController();
    const reason = new DOMException('Enough.', 'AbortError');
    // The first batch of files is written by then, others are not.
    const onProgress = ({ filesDone }: IndexProgress): void => {
      if (filesDone > 0) controller.abort(reason);
    };

    await expect(setup.index.update({ signal: controller.signal, onProgress })).rejects.toBe(reason);
    const rest = await setup.index.update();

    expect(rest.unchanged).toBeGreaterThan(0);
    expect(rest.unchanged).toBeLessThan(300);
    const missing = 300 - rest.unchanged;
    expect(rest).toMatchObject({ files: 300, added: missing, embedded: missing, chunks: 300 });
    expect(await storedChunks(setup)).toEqual(await storedChunks(undisturbed));
  });

  it('has what cuts files started ahead for a first index, and for no other', async () => {
    const { chunker, index, workspace } = await indexes.make({ workspace: aWorkspace() });
    await index.update();
    expect(chunker.preparations).toBe(1);

    workspace.write('src/login.py', `${login}\nmore\n`, 2_000);
    await index.update();
    await index.update({ rebuild: true });
    expect(chunker.preparations).toBe(1);
  });

  it('rejects with the reason of a signal that is aborted already', async () => {
    const { index } = await indexes.make({ workspace: aWorkspace() });
    const reason = new DOMException('No.', 'AbortError');

    await expect(index.update({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('does without its copies beside the tables when they are damaged or cannot be written', async () => {
    const { folder, workspace, index } = await anIndexed();
    await writeFile(join(folder, 'search-files.json'), '{"key":1');
    await writeFile(join(folder, 'search-corpus.bin'), 'LXSC');

    expect(await index.update()).toMatchObject({ unchanged: 3 });
    const next = await indexes.make({ folder, workspace });
    expect((await next.search.search('login')).hits).not.toEqual([]);

    await rm(join(folder, 'search-files.json'));
    await writeFile(join(folder, `search-files.json.${process.pid}`), '', { mode: 0o400 });
    expect(await next.index.update()).toMatchObject({ unchanged: 3, chunks: 4 });
  });

  it('holds the same chunks after any series of changes as an index made at once', async () => {
    const change = fc.record({
      file: fc.nat(3),
      words: fc.array(fc.constantFrom('a', 'def b', '\n\n', 'c'), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 3 }), { minLength: 1, maxLength: 3 }), async (rounds) => {
        const workspace = new MemoryWorkspace({ 'f0.py': 'def start\n' });
        const setup = await indexes.make({ workspace });
        for (const [round, changes] of rounds.entries()) {
          for (const { file, words } of changes) {
            if (words.length === 0) workspace.remove(`f${file}.py`);
            else workspace.write(`f${file}.py`, words.join(' '), 2_000 + round);
          }
          await setup.index.update();
        }
        const atOnce = await indexes.make({ workspace });
        await atOnce.index.update();

        expect(await storedChunks(setup)).toEqual(await storedChunks(atOnce));
        expect(await corpusOf(setup)).toEqual(await corpusOf(atOnce));
      }),
      { numRuns: 8 },
    );
  });

  it('never logs what files hold', async () => {
    const { logger, provider, index, workspace } = await anIndexed();
    provider.isFailing = true;
    workspace.write('src/login.py', login.replace('password', 'fingerprint'), 2_000);
    await index.update();

    expect(JSON.stringify(logger.lines)).not.toMatch(/password|fingerprint|session/u);
    expect(logger.templates('warn')).toContain('Indexing: {warning}');
  });
});

function corpusOf({ container }: IndexSetup): Promise<unknown> {
  return resolveToken(container, ICorpusSource).current({});
}
