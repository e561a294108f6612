import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ErrorCode,
  type IChunker,
  IIndexChunker,
  IIndexService,
  IWorkspaceListing,
  LexichordError,
  type ListedFile,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';

import { stateFolders } from './state/state-folders.js';
import { IndexedWorkspaces, commonWord, generatedFiles } from './test-support/indexed-workspace.js';

describe('an index run', () => {
  const workspaces = new IndexedWorkspaces();

  afterAll(() => workspaces.dispose());

  /** Indexes, and does something to the files once they have been listed. */
  async function indexAfter(root: string, happening: (listed: readonly ListedFile[]) => Promise<void>) {
    return workspaces.index(
      root,
      {},
      {
        register: (container) => {
          const inner = resolveToken(container, IWorkspaceListing);
          const listing: IWorkspaceListing = {
            async *list(options) {
              const files: ListedFile[] = [];
              for await (const file of inner.list(options)) files.push(file);
              await happening(files);
              yield* files;
            },
          };
          container.register(IWorkspaceListing, { useValue: listing });
        },
      },
    );
  }

  it('goes on when files vanish, become folders, links or binary after they were listed', async () => {
    const outside = await workspaces.folder({ 'secret.md': `A ${commonWord} of secrets.` });
    const root = await workspaces.folder({
      ...generatedFiles(4),
      'gone.md': `A ${commonWord} that goes.`,
      'folder.md': `A ${commonWord} that becomes a folder.`,
      'link.md': `A ${commonWord} that becomes a link.`,
      'binary.md': `A ${commonWord} that becomes binary.`,
    });

    const report = await indexAfter(root, async () => {
      await rm(join(root, 'gone.md'));
      await rm(join(root, 'folder.md'));
      await mkdir(join(root, 'folder.md'));
      await rm(join(root, 'link.md'));
      await symlink(join(outside, 'secret.md'), join(root, 'link.md'));
      await writeFile(join(root, 'binary.md'), Buffer.from([0, 1, 2, 0]));
    });

    const found = await workspaces.contents(root);
    expect(found.map(({ filePath }) => filePath).sort()).toEqual(Object.keys(generatedFiles(4)).sort());
    expect(report.chunks).toBe(found.length);
    await workspaces.index(root);
    expect(await workspaces.contents(root)).toEqual(await workspaces.undisturbed(root));
  });

  it('names a file that cannot be cut and indexes the others', async () => {
    const root = await workspaces.folder(generatedFiles(3));

    const report = await workspaces.index(
      root,
      {},
      {
        register: (container) => {
          const inner = resolveToken(container, IIndexChunker);
          const chunker: IChunker = {
            fingerprint: inner.fingerprint,
            chunk: (source, options) =>
              source.filePath.endsWith('.py')
                ? Promise.reject(new LexichordError(ErrorCode.parseFailed, 'It cannot be parsed.'))
                : inner.chunk(source, options),
          };
          container.register(IIndexChunker, { useValue: chunker });
        },
      },
    );

    expect(report.skipped).toEqual([{ filePath: 'part1/tool1.py', reason: 'parse-failed' }]);
    expect(await workspaces.contents(root)).toHaveLength(2);
  });

  it('stops at once when it is cancelled between batches, and the next run goes on', async () => {
    const root = await workspaces.folder(generatedFiles(260));
    const cancellation = new AbortController();
    const reason = new DOMException('enough', 'AbortError');

    const run = workspaces.index(root, {
      signal: cancellation.signal,
      onProgress: ({ filesDone }) => {
        if (filesDone > 0) cancellation.abort(reason);
      },
    });

    await expect(run).rejects.toBe(reason);
    const report = await workspaces.index(root);
    expect(report.unchanged).toBeGreaterThan(0);
    expect(await workspaces.contents(root)).toEqual(await workspaces.undisturbed(root));
  });

  it('shares its work with a search of the same process, and with a second run of it', async () => {
    const root = await workspaces.folder(generatedFiles(20));
    const runtime = await workspaces.open(root);
    const index = runtime.resolve(IIndexService);

    const reports = await Promise.all([index.update(), index.update()]);

    expect(reports.map(({ files, chunks }) => [files, chunks])).toEqual([
      [20, 20],
      [20, 20],
    ]);
    await runtime.dispose();
    expect(await workspaces.contents(root)).toEqual(await workspaces.undisturbed(root));
  });

  it('keeps the index in the cache folder when the place for it came with the repository', async () => {
    const root = await workspaces.folder({ ...generatedFiles(5), '.lexichord/db/gift': '' });
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    execFileSync('git', ['add', '--force', '.lexichord'], { cwd: root });

    await workspaces.index(root);

    expect(await workspaces.contents(root)).toHaveLength(5);
    const { inCache } = stateFolders({ workspaceRoot: root, cacheFolder: `${root}-cache` });
    expect(await readdir(inCache)).toContain('db');
    expect(await readdir(join(root, '.lexichord/db'))).toEqual(['gift']);
  });

  it('keeps the index where the configuration says, and out of the workspace', async () => {
    const root = await workspaces.folder(generatedFiles(3));
    const elsewhere = await workspaces.folder();
    const configuration = { storage: { address: join(elsewhere, 'tables') } };

    await workspaces.index(root, {}, { configuration });

    expect(await readdir(join(elsewhere, 'tables'))).toContain('search-chunks.lance');
    expect(await readdir(join(root, '.lexichord'))).not.toContain('db');
  });

  it('repairs a damaged store when it begins anew, and a search says that it should', async () => {
    const root = await workspaces.folder(generatedFiles(5));
    await workspaces.index(root);
    await rm(join(root, '.lexichord/search-corpus.bin'), { force: true });
    for (const table of ['search-chunks.lance', 'search-files.lance']) {
      await rm(join(root, '.lexichord/db', table, 'data'), { recursive: true });
    }

    await expect(workspaces.contents(root)).rejects.toMatchObject({
      code: ErrorCode.storageFailed,
      message: expect.stringMatching(/--rebuild|doctor/u) as string,
    });
    await workspaces.index(root, { rebuild: true });
    expect(await workspaces.contents(root)).toHaveLength(5);
  });
});
