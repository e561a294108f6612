import { EventSource } from 'eventsource';

import { createPreviewServer } from '../../create-preview-server.js';
import { describePreviewConnection } from '../../hub/test-support/describe-preview-connection.js';
import { type FakeRuntime, aRuntime } from '../../hub/test-support/a-runtime.js';
import { RecordingListener } from '../../hub/test-support/recording-listener.js';
import { type PreviewServer, startPreviewServer } from '../../server/preview-server.js';
import { renewalKeyElement } from '../../protocol/renewal.js';
import { aPageFolder } from '../../server/test-support/page-folder.js';
import { HttpPreviewConnection } from './http-preview-connection.js';

const page = aPageFolder();

afterAll(async () => (await page).remove());

describePreviewConnection('HTTP', async (runtime) => {
  // A panel of a Core licence is not served; what it would say is tested all the same.
  const serve = runtime.license.tier === 'Core' ? startPreviewServer : createPreviewServer;
  const server = await serve(runtime, { port: 0, pageFolder: (await page).url });
  const renewalKey = await renewalKeyOf(server.address);
  return {
    connect: (viewerId) => connect({ address: server.address, renewalKey }, viewerId),
    requestRefresh: () => server.hub.requestRefresh(),
    close: () => server.close(),
  };
});

describe('HttpPreviewConnection', () => {
  let runtime: FakeRuntime;
  let server: PreviewServer;
  let closing: (() => void)[];
  let renewalKey: string | undefined;

  const start = async (port: number): Promise<PreviewServer> =>
    createPreviewServer(runtime, { port, pageFolder: (await page).url });
  const loaded = () => ({ address: server.address, renewalKey });

  beforeEach(async () => {
    runtime = aRuntime({ files: { 'notes.md': '# Notes\n' } });
    server = await start(0);
    renewalKey = await renewalKeyOf(server.address);
    closing = [];
  });

  afterEach(async () => {
    for (const close of closing) close();
    await server.close();
    await runtime.dispose();
  });

  it('goes on by itself after the panel was started again on its port, with the same viewer', async () => {
    const moved: string[] = [];
    const connection = connect(loaded(), 'viewer-one', (address) => moved.push(address));
    const listener = new RecordingListener();
    closing.push(connection.open(listener));
    await listener.next('history');

    const { port } = server;
    await server.close();
    await listener.status('lost');
    server = await start(port);
    await listener.status('open');
    await listener.next('history');
    const { correlationId } = await connection.assemble({ request: { agentId: 'editor' } });
    const { assembly } = await listener.next('assembled');

    expect(listener.statuses).toEqual(['connecting', 'open', 'lost', 'open']);
    expect(listener.kinds().slice(0, 5)).toEqual(['panel', 'history', 'stopping', 'panel', 'history']);
    expect(moved).toEqual([server.address]);
    expect(assembly.correlationId).toBe(correlationId);
  });

  it('finds the panel again also for a call, before its messages do', async () => {
    const connection = connect(loaded(), 'viewer-one');
    const { port } = server;
    await server.close();
    await expect(connection.findDocuments('notes')).rejects.toMatchObject({ code: 'io-failed' });
    server = await start(port);

    expect(await connection.findDocuments('notes')).toMatchObject({ total: 1 });
  });

  it('takes the place of the listener that it had', async () => {
    const connection = connect(loaded(), 'viewer-one');
    const [former, latter] = [new RecordingListener(), new RecordingListener()];
    const closeFormer = connection.open(former);
    await former.next('history');
    closing.push(connection.open(latter));
    await latter.next('history');
    closeFormer();

    server.hub.requestRefresh();
    await latter.next('refresh-requested');

    expect(former.kinds()).toEqual(['panel', 'history']);
  });

  it('gives its id back when it ends, for the page that is loaded next', async () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const connection = new HttpPreviewConnection({ address: server.address, eventSource: EventSource, storage });
    const listener = new RecordingListener();
    const close = connection.open(listener);
    await listener.next('history');
    const whileOpen = kept.size;

    close();

    expect([whileOpen, kept.size]).toEqual([0, 1]);
  });
});

/** As the page finds it when it is loaded. */
async function renewalKeyOf(address: string): Promise<string | undefined> {
  const page = await (await fetch(address)).text();
  return new RegExp(`name="${renewalKeyElement}" content="(?<key>[^"]+)"`, 'u').exec(page)?.groups?.['key'];
}

function connect(
  loaded: { readonly address: string; readonly renewalKey: string | undefined },
  viewerId: string,
  onMoved: (address: string) => void = () => undefined,
): HttpPreviewConnection {
  return new HttpPreviewConnection({
    ...loaded,
    eventSource: EventSource,
    storage: { getItem: () => viewerId, setItem: () => undefined, removeItem: () => undefined },
    onMoved,
  });
}
