import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { IIndexService, type ILexichordRuntime } from '@lexichord/abstractions';
import type { ClientOptions } from '@modelcontextprotocol/client';

import { type Connection, connect, connections, textOf } from '../test-support/connected-client.js';
import { ferryFiles } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

describe.each(connections)('a call over $transport by revision $revision', (by) => {
  let folder: ServedFolder;
  const opened: Connection[] = [];

  beforeEach(async () => {
    folder = await ServedFolder.create(ferryFiles);
  });

  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
    await folder.dispose();
  });

  const open = async (runtime: ILexichordRuntime, client?: ClientOptions): Promise<Connection> => {
    const connection = await connect(runtime, { ...by, client });
    opened.push(connection);
    return connection;
  };

  it('reports its progress, in numbers that grow', async () => {
    const { client } = await open(await folder.open());
    const reports: { readonly progress: number; readonly message?: string | undefined }[] = [];

    await client.callTool(
      { name: 'pack_context', arguments: { task: 'when does the ferry leave' } },
      { onprogress: (report) => reports.push(report) },
    );

    expect(reports.length).toBeGreaterThan(0);
    expect(reports.map(({ progress }) => progress)).toEqual(reports.map((_, index) => index + 1));
    expect(reports[0]?.message).toMatch(/^(?:Updating the search index|Packing): /u);
  });

  it('ends when its client cancels it, and the next one has an answer', async () => {
    const waiting = waitingIndex();
    const { client } = await open(await folder.open({ register: waiting.register }));
    const controller = new AbortController();
    const cancelled = client.callTool(
      { name: 'search_code', arguments: { query: 'ferry' } },
      { signal: controller.signal },
    );
    const rejected = expect(cancelled).rejects.toThrow('changed my mind');
    await waiting.begun;
    controller.abort('changed my mind');

    await rejected;
    await waiting.aborted;
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(0);
  });

  it('keeps to the roots that its client gives', async () => {
    const roots = { roots: [{ uri: pathToFileURL(join(folder.path, 'docs')).href }] };
    const { client } = await open(await folder.open(), { capabilities: { roots: {} } });
    client.setRequestHandler('roots/list', () => roots);

    const found = await client.callTool({ name: 'search_code', arguments: { query: 'ferry' } });
    const packed = await client.callTool({ name: 'pack_context', arguments: { task: 'when does the ferry leave' } });
    const outside = await client.callTool({ name: 'expand_context', arguments: { handle: 'src/ferry.ts:1-2' } });
    const opening = await client.callTool({
      name: 'pack_context',
      arguments: { task: 'the ferry', open_files: ['src/tram.ts'] },
    });
    const map = await client.callTool({ name: 'repository_map' });

    expect(textOf(found)).toContain('docs/bakery.md');
    expect(textOf(found)).not.toContain('src/');
    expect(textOf(packed)).not.toContain('ferryTime');
    expect([outside, opening].map(textOf)).toEqual([
      expect.stringMatching(/^Error path-denied: .*outside the roots/u),
      expect.stringMatching(/^Error path-denied: .*outside the roots/u),
    ]);
    expect(textOf(map)).toMatch(/^Error invalid-argument: /u);
  });

  it('finds what the roots hold, however much better the rest answers, also among paths that it names', async () => {
    const roots = { roots: [{ uri: pathToFileURL(join(folder.path, 'docs')).href }] };
    const { client } = await open(await folder.open(), { capabilities: { roots: {} } });
    client.setRequestHandler('roots/list', () => roots);

    for (const paths of [undefined, ['**/*.ts', '**/*.md'], ['./']]) {
      const { structuredContent } = await client.callTool({
        name: 'search_code',
        arguments: { query: 'ferryTime, when the ferry leaves', limit: 1, paths },
      });

      expect(structuredContent).toMatchObject({ hits: [{ path: 'docs/bakery.md' }] });
    }
  });

  it('has all of the workspace where a root holds it, or where there is none', async () => {
    await mkdir(join(folder.path, 'elsewhere'));
    await symlink(folder.path, join(folder.path, 'elsewhere', 'link'));
    const uris: string[] = [];
    const { client } = await open(await folder.open(), { capabilities: { roots: {} } });
    client.setRequestHandler('roots/list', () => ({ roots: uris.map((uri) => ({ uri })) }));
    const search = async (...given: readonly string[]): Promise<string> => {
      uris.splice(0, uris.length, ...given);
      return textOf(await client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } }));
    };

    expect(await search()).toContain('src/ferry.ts');
    expect(await search(pathToFileURL(join(folder.path, '..')).href)).toContain('src/ferry.ts');
    expect(await search(pathToFileURL(join(folder.path, 'elsewhere', 'link')).href)).toContain('src/ferry.ts');
    expect(await search('file:///nowhere')).toMatch(/^Error path-denied: /u);
  });
});

/** An index whose update goes on until it is aborted. */
function waitingIndex() {
  let [begin, abort] = [(): void => undefined, (): void => undefined];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const aborted = new Promise<void>((resolve) => (abort = resolve));
  const update: IIndexService['update'] = ({ signal } = {}) =>
    new Promise((_resolve, reject) => {
      begin();
      signal?.addEventListener('abort', () => {
        abort();
        reject(signal.reason as Error);
      });
    });
  const service: IIndexService = { update, watch: () => Promise.resolve() };
  return {
    begun,
    aborted,
    register: (container: { register(token: unknown, provider: { useValue: unknown }): unknown }) => {
      container.register(IIndexService, { useValue: service });
    },
  };
}
