import { IClock, type ILexichordRuntime } from '@lexichord/abstractions';
import { recordPack } from '@lexichord/runtime/internal';
import { ManualClock } from '@lexichord/testing';

import { type Connection, connect, connections } from '../test-support/connected-client.js';
import { ferryFiles, glossary } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';
import { storeIntervalMs } from './follow-stores.js';

const chatUri = 'lexichord://conversation/chat';
const uris = ['lexichord://pack/last', 'lexichord://map', 'lexichord://glossary', chatUri];

describe.each(connections)('a subscriber over $transport by revision $revision', (by) => {
  let folder: ServedFolder;
  let other: ILexichordRuntime;
  let connection: Connection;
  let clock: ManualClock;
  const told: string[] = [];

  beforeEach(async () => {
    folder = await ServedFolder.create(ferryFiles);
    const runtime = await folder.open();
    other = await folder.open();
    clock = new ManualClock();
    // The time of the server alone: what it serves works with real limits of time.
    const resolve: typeof runtime.resolve = (token) =>
      (token as unknown) === IClock ? (clock as never) : runtime.resolve(token);
    connection = await connect(Object.create(runtime, { resolve: { value: resolve } }) as ILexichordRuntime, by);
    await connection.client.callTool({ name: 'search_code', arguments: { query: 'ferry' } });
    told.splice(0);
    const { client } = connection;
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
  });

  afterEach(async () => {
    await connection.close();
    await folder.dispose();
  });

  const until = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) await new Promise((resolve) => setImmediate(resolve));
  };

  /** Waits until the stores have been looked at, and the next look is to come. */
  const look = async (): Promise<void> => {
    await until(() => clock.runningTimers === 1);
    clock.advance(storeIntervalMs);
    await until(() => clock.runningTimers === 1);
    // What was told before this is there before its answer.
    await connection.client.listTools();
  };

  const subscribe = async (): Promise<() => Promise<unknown>> => {
    const { client } = connection;
    if (by.revision === '2026-07-28') {
      const subscription = await client.listen({ resourceSubscriptions: uris, resourcesListChanged: true });
      return () => subscription.close();
    }
    for (const uri of uris) await client.subscribeResource({ uri });
    return async () => {
      for (const uri of uris) await client.unsubscribeResource({ uri });
    };
  };

  it('hears once of what another process packs, imports, stores and indexes, and of files that are edited', async () => {
    await subscribe();
    await look();
    const heard = async (): Promise<readonly string[]> => {
      await look();
      return told.splice(0).sort();
    };
    const message = { role: 'user', content: 'Paint the ferry green.' };

    expect(await heard()).toEqual([]);
    await recordPack(other, { task: 'ferry', budget: 500, packed: await other.pack('ferry', { budget: 500 }) });
    expect(await heard()).toEqual(['lexichord://pack/last']);
    await other.knowledge.import([{ documentPath: 'docs/glossary.md', text: glossary }]);
    expect(await heard()).toEqual(['lexichord://glossary']);
    await other.memory.add('chat', [message]);
    expect(await heard()).toEqual([chatUri, 'list']);
    await other.memory.add('chat', [message]);
    expect(await heard()).toEqual([chatUri]);
    await folder.write('src/changed.ts', 'export function changed(): void {}\n');
    expect(await heard()).toEqual(['lexichord://map']);
    await folder.write('src/changed.ts', 'export function changedAgain(): void {}\n');
    await other.index.update();
    expect(await heard()).toEqual(['lexichord://map']);
    await other.memory.remove('chat');
    expect(await heard()).toEqual([chatUri, 'list']);
    expect(await heard()).toEqual([]);
  });

  it('hears once of what its own process does', async () => {
    await subscribe();
    const { client } = connection;
    await folder.write('src/changed.ts', 'export const changed = 1;\n');

    await client.callTool({ name: 'pack_context', arguments: { task: 'when does the ferry leave' } });
    const messages = [{ role: 'user', content: 'Paint the ferry green.' }];
    await client.callTool({ name: 'remember', arguments: { conversation_id: 'chat', messages } });
    await look();
    await look();

    expect(told.sort()).toEqual([chatUri, 'lexichord://map', 'lexichord://pack/last', 'list']);
  });

  it('costs a look at the stores only while it listens', async () => {
    expect(clock.runningTimers).toBe(0);
    const unsubscribe = await subscribe();
    await until(() => clock.runningTimers === 1);
    await unsubscribe();
    await until(() => clock.runningTimers === 0);
    await other.memory.add('chat', [{ role: 'user', content: 'Paint the ferry green.' }]);
    await subscribe();
    await look();

    expect(told).toEqual([]);
  });

  it('costs nothing once its client has vanished, which ends no subscription', async () => {
    await subscribe();
    await until(() => clock.runningTimers === 1);

    await connection.client.close();

    await until(() => clock.runningTimers === 0);
  });

  it('costs nothing for what it was refused', async () => {
    const refused = new Promise<void>((resolve) => (connection.client.onerror = () => resolve()));
    // Of another revision, or without what a request has to bring along; the client knows of no such question.
    const asked = { jsonrpc: '2.0', id: 'refused', method: 'subscriptions/listen', params: {} } as const;
    await connection.client.transport?.send(asked).catch(() => undefined);
    await refused;
    const unsubscribe = await subscribe();
    await until(() => clock.runningTimers === 1);

    await unsubscribe();

    await until(() => clock.runningTimers === 0);
  });
});
