import { once } from 'node:events';
import { connect } from 'node:net';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { freePort, rawRequest } from '@lexichord/testing';
import { Hono } from 'hono';

import { type LoopbackServer, type LoopbackServerOptions, startLoopbackServer } from './loopback-server.js';

describe('startLoopbackServer', () => {
  const started: LoopbackServer[] = [];
  const failures: unknown[] = [];

  const start = async (options: Partial<LoopbackServerOptions> = {}): Promise<LoopbackServer> => {
    const server = await startLoopbackServer({
      routes: someRoutes(),
      onFailure: (error) => failures.push(error),
      ...options,
    });
    started.push(server);
    return server;
  };

  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.close()));
    failures.length = 0;
  });

  it('listens on the loopback interface alone, with a secret of 256 bits that is another each time', async () => {
    const [one, two] = [await start(), await start()];

    expect(one.address).toBe(`http://127.0.0.1:${one.port}/${one.secret}/`);
    expect(one.secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(one.secret).not.toBe(two.secret);
    const elsewhere = rawRequest({ port: one.port, path: '/health', headers: { host: `127.0.0.1:${one.port}` } });
    expect((await elsewhere).status).toBe(200);
  });

  it.each([
    ['sends nothing', ''],
    ['does not end the head of its request', 'GET /health HTTP/1.1\r\nHost: 127'],
    ['does not end its request', 'POST /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nbody'],
  ])('hangs up on whoever %s', async (_what, sent) => {
    const { port } = await start({ headersTimeoutMs: 50, requestTimeoutMs: 50 });
    const socket = connect(port, '127.0.0.1');
    socket.write(sent);

    socket.resume();
    await once(socket, 'close');

    expect((await rawRequest({ port, path: '/health', headers: { host: `127.0.0.1:${port}` } })).status).toBe(200);
  });

  it('takes another port only where that will do', async () => {
    const port = await freePort();
    await start({ port });

    await expect(start({ port })).rejects.toMatchObject({ code: 'io-failed', details: { port } });
    const other = await start({ port, orFreePort: true });
    await started[0]?.close();
    const again = await start({ port });

    expect(other.port).not.toBe(port);
    expect(again.port).toBe(port);
  });

  it('answers below the secret, and its health to anybody', async () => {
    const { port, secret } = await start();
    const ask = (path: string) => rawRequest({ port, path });

    expect(await ask('/health')).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect(await ask(`/${secret}/hello`)).toMatchObject({ status: 200, body: 'hello' });
    expect(await ask(`/${secret}`)).toMatchObject({ status: 308, headers: { location: `/${secret}/` } });
  });

  it('says what is wrong: nothing there, another method, an error', async () => {
    const { port, secret } = await start();
    const json = { 'content-type': 'application/json' };
    const post = (path: string) => rawRequest({ port, path: `/${secret}${path}`, method: 'POST', headers: json });

    const nothing = await rawRequest({ port, path: `/${secret}/nothing` });
    const method = await post('/hello');
    const foreseen = await post('/foreseen');
    const unforeseen = await post('/unforeseen');

    expect([nothing.status, JSON.parse(nothing.body)]).toEqual([
      404,
      { error: { code: 'not-found', message: 'Not found.', details: {} } },
    ]);
    expect([method.status, method.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect([foreseen.status, JSON.parse(foreseen.body)]).toEqual([
      404,
      { error: { code: 'unknown-strategy', message: 'No such source.', details: { strategyId: 'x' } } },
    ]);
    expect([unforeseen.status, JSON.parse(unforeseen.body)]).toMatchObject([500, { error: { code: 'internal' } }]);
    expect(unforeseen.body).not.toContain('private matter');
    expect(failures).toEqual([new RangeError('private matter')]);
  });

  it('closes at once although connections are kept open, or are opened and nothing is asked', async () => {
    const { port, close } = await start();
    const idle = connect(port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const answer = await fetch(`http://127.0.0.1:${port}/health`);
    await answer.text();
    const ended = new Promise((resolve) => idle.once('close', resolve));
    idle.resume();
    // The time that answers under way have never passes.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'performance'] });

    await close();
    await ended;
    await close();
    jest.useRealTimers();

    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
  });

  it('closes in bounded time although an answer never ends', async () => {
    const { port, secret, close } = await start();
    const endless = await fetch(`http://127.0.0.1:${port}/${secret}/endless`);
    const reading = endless.text();

    await Promise.all([close(), expect(reading).rejects.toThrow()]);
  });

  it('refuses what it cannot even read', async () => {
    const { port, secret } = await start();

    const answer = await say(port, `GET /${secret}/hello HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`);
    const without = await say(port, `GET /${secret}/hello HTTP/1.0\r\n\r\n`);
    const foreign = await say(
      port,
      `GET http://127.0.0.1:${port}/${secret}/hello HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    );

    for (const said of [answer, without, foreign]) {
      expect(said).toMatch(/^HTTP\/1\.1 421 /);
      expect(said.toLowerCase()).toContain("content-security-policy: default-src 'none'");
    }
  });
});

function someRoutes(): Hono {
  const routes = new Hono();
  routes.get('/hello', (context) => context.text('hello'));
  routes.get('/endless', () => new Response(new ReadableStream({ start: (out) => out.enqueue(new Uint8Array([97])) })));
  routes.post('/foreseen', () => {
    throw new LexichordError(ErrorCode.unknownStrategy, 'No such source.', { details: { strategyId: 'x' } });
  });
  routes.post('/unforeseen', () => {
    throw new RangeError('private matter');
  });
  return routes;
}

/** What comes back for bytes as they are. */
function say(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.setEncoding('utf8').on('data', (part) => (heard += String(part)));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });
}
