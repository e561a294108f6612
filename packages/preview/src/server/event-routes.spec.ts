import { type LoopbackServer, startLoopbackServer } from '@lexichord/control/server';
import { rawRequest } from '@lexichord/testing';

import { PreviewOptions } from '../preview-options.js';
import { type FakeRuntime, aRuntime } from '../hub/test-support/a-runtime.js';
import { type PreviewHub, openPreviewHub } from '../hub/preview-hub.js';
import { maxViewers } from '../hub/viewers.js';
import { EventRoutes } from './event-routes.js';
import { OpenEvents } from './test-support/open-events.js';

const maxQueuedBytes = 200_000;

describe('the stream of events', () => {
  let runtime: FakeRuntime;
  let hub: PreviewHub;
  let events: EventRoutes;
  let server: LoopbackServer;
  let slow: number;
  let opened: OpenEvents[];

  beforeEach(async () => {
    runtime = aRuntime();
    hub = openPreviewHub(runtime, runtime.resolve(PreviewOptions));
    slow = 0;
    opened = [];
    events = new EventRoutes({ hub, onSlow: () => (slow += 1), maxQueuedBytes });
    server = await startLoopbackServer({ routes: events.routes });
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    for (const one of opened) one.cut();
    await hub.close();
    events.close();
    await server.close();
    await runtime.dispose();
  });

  const open = async (viewerId: string): Promise<OpenEvents> => {
    const one = await OpenEvents.open(server.address, viewerId);
    opened.push(one);
    return one;
  };
  /** Looks again after each turn of the event loop. */
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  const bigSwitch = (): void => {
    runtime.configurationWarnings = ['x'.repeat(100_000)];
    runtime.orchestrator.setStrategyEnabled('heading', true);
  };

  it('numbers the messages, each as one line of JSON', async () => {
    const stream = await open('viewer-one');
    await stream.until(() => stream.text.includes('"history"'));
    hub.requestRefresh();
    await stream.until(() => stream.text.includes('refresh'));

    const [retry, ...rest] = stream.text.trimEnd().split('\n\n');
    expect(stream.answer.headers['content-type']).toBe('text/event-stream');
    expect(retry).toBe('retry: 1000');
    expect(rest.map((event) => event.split('\n').map((line) => line.slice(0, 7)))).toEqual([
      ['id: 1', 'data: {'],
      ['id: 2', 'data: {'],
      ['id: 3', 'data: {'],
    ]);
    expect(rest[2]).toBe('id: 3\ndata: {"kind":"refresh-requested"}');
  });

  it('makes the bytes of a message once for all who get it', async () => {
    const streams = await Promise.all(['viewer-one', 'viewer-two', 'viewer-three'].map(open));
    for (const stream of streams) await stream.until(() => stream.text.includes('"history"'));
    const stringify = jest.spyOn(JSON, 'stringify');

    await runtime.orchestrator.assemble({ agentId: 'editor' }, { maxTokens: 10 });
    for (const stream of streams) await stream.until(() => stream.text.includes('"assembled"'));

    const made = stringify.mock.calls.map(([value]) => (value as { kind?: string }).kind);
    expect(made.filter((kind) => kind === 'assembled')).toHaveLength(1);
    expect(made.filter((kind) => kind === 'assembly-started')).toHaveLength(1);
  });

  it('cuts off a viewer that reads too slowly, and nobody else waits for it', async () => {
    const [hanging, reading] = [await open('viewer-one'), await open('viewer-two')];
    for (const stream of [hanging, reading]) await stream.until(() => stream.text.includes('"history"'));
    hanging.pause();

    for (let sent = 0; slow === 0 && sent < 400; sent += 1) {
      bigSwitch();
      // Everything in between is taken by the system's own buffers.
      await reading.until(() => reading.text.split('"panel"').length > sent + 2);
    }

    expect(slow).toBe(1);
    await until(() => hub.viewers === 1);
    hanging.resume();
    await hanging.until(() => hanging.isOver);
    const again = await open('viewer-one');
    await again.until(() => again.text.includes('"history"'));
    expect(hub.viewers).toBe(2);
  });

  it('forgets a viewer that has gone', async () => {
    const stream = await open('viewer-one');
    await stream.until(() => stream.text.includes('"history"'));
    expect(hub.viewers).toBe(1);

    stream.cut();
    await until(() => hub.viewers === 0);
    bigSwitch();

    expect(slow).toBe(0);
  });

  it('has a few streams of one viewer at most: the oldest ends', async () => {
    const streams: OpenEvents[] = [];
    for (let made = 0; made < 4; made += 1) {
      const stream = await open('viewer-one');
      await stream.until(() => stream.text.includes('"history"'));
      streams.push(stream);
    }

    await streams[0]!.until(() => streams[0]!.isOver);

    expect(hub.viewers).toBe(1);
    hub.requestRefresh();
    for (const stream of streams.slice(1)) await stream.until(() => stream.text.includes('refresh'));
  });

  it('refuses one viewer too many, and takes it when another has gone', async () => {
    const streams = await Promise.all(Array.from({ length: maxViewers }, (_, index) => open(`viewer-${index}`)));
    for (const stream of streams) await stream.until(() => stream.text.includes('"history"'));

    const refused = await open('viewer-more');
    await refused.until(() => refused.isOver);
    expect([refused.answer.statusCode, hub.viewers]).toEqual([503, maxViewers]);
    expect(refused.text).toContain(`${maxViewers} viewers are already connected to this panel`);
    streams[0]!.cut();
    await until(() => hub.viewers < maxViewers);
    const taken = await open('viewer-more');

    expect(taken.answer.statusCode).toBe(200);
  });

  it('says that it stops, and ends while messages are on their way', async () => {
    const stream = await open('viewer-one');
    await stream.until(() => stream.text.includes('"history"'));
    bigSwitch();

    await hub.close();
    events.close();
    await server.close();
    await stream.until(() => stream.isOver);

    expect(stream.text).toContain('"panel"');
    expect(stream.text.endsWith('data: {"kind":"stopping"}\n\n')).toBe(true);
  });

  it('opens no stream for who asks for its headers alone', async () => {
    const path = `/${server.secret}/events?viewer=viewer-one`;

    const answer = await rawRequest({ port: server.port, path, method: 'HEAD' });

    expect([answer.status, hub.viewers]).toEqual([405, 0]);
  });

  it('keeps the connection alive while nothing happens', async () => {
    const timers = jest.spyOn(globalThis, 'setInterval');
    const other = new EventRoutes({ hub, onSlow: () => undefined });
    const [beat, everyMs] = timers.mock.calls[0] as [() => void, number];
    const second = await startLoopbackServer({ routes: other.routes });
    const stream = await OpenEvents.open(second.address, 'viewer-one');
    opened.push(stream);
    await stream.until(() => stream.text.includes('"history"'));

    beat();
    await stream.until(() => stream.text.endsWith('\n\n:\n\n'));

    expect(everyMs).toBe(15_000);
    other.close();
    await second.close();
  });
});
