import fc from 'fast-check';
import { Hono } from 'hono';
import { type RawAnswer, rawRequest } from '@lexichord/testing';

import { type LoopbackServer, startLoopbackServer } from './loopback-server.js';
import { responseHeaders } from './response-headers.js';
import type { RefusalReason } from './request-guard.js';

const json = { 'content-type': 'application/json' };

describe('the request guard', () => {
  let server: LoopbackServer;
  let framed: LoopbackServer;
  const refused: RefusalReason[] = [];

  beforeAll(async () => {
    const routes = new Hono();
    routes.get('/', (context) => context.text('the page'));
    routes.post('/call', async (context) => context.json(await context.req.json()));
    const openRoutes = new Hono();
    openRoutes.post('/renew', (context) => context.json({ renewed: true }));
    server = await startLoopbackServer({ routes, openRoutes, onRefused: (reason) => refused.push(reason) });
    framed = await startLoopbackServer({ routes, frameAncestors: ['vscode-webview:', 'https://*.example.org'] });
  });

  beforeEach(() => {
    refused.length = 0;
  });

  afterAll(async () => {
    await Promise.all([server.close(), framed.close()]);
  });

  const page = (headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> =>
    rawRequest({ port: server.port, path: `/${server.secret}/`, headers });
  const call = (headers: Readonly<Record<string, string>>, body = '{"a":1}'): Promise<RawAnswer> =>
    rawRequest({ port: server.port, path: `/${server.secret}/call`, method: 'POST', headers, body });

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('answers to its own name %s', async (name) => {
    expect((await page({ host: `${name}:${server.port}` })).status).toBe(200);
  });

  it.each([
    ['another name, as of a page that has its own name lead here', 'evil.example', true],
    ['another name that begins like its own', '127.0.0.1.evil.example', true],
    ['another port', '127.0.0.1', false],
    ['no port', 'localhost', false],
    ['a name with a user', 'me@127.0.0.1', true],
  ])('refuses %s', async (_what, name, hasPort) => {
    const answer = await page({
      host: hasPort ? `${name}:${server.port}` : `${name}${name === 'localhost' ? '' : ':1'}`,
    });

    expect(answer.status).toBe(421);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'forbidden' } });
    expect(answer.body).not.toContain(server.secret);
  });

  it.each(['cross-site', 'same-site', 'anything'])('refuses requests of other sites (%s)', async (site) => {
    expect((await page({ 'sec-fetch-site': site })).status).toBe(403);
    expect((await call({ ...json, 'sec-fetch-site': site })).status).toBe(403);
    expect(refused).toEqual(['cross-site', 'cross-site']);
  });

  it('answers to its own page, and to a person who opens the address', async () => {
    const host = `localhost:${server.port}`;

    expect((await page({ 'sec-fetch-site': 'none' })).status).toBe(200);
    expect(await call({ ...json, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toMatchObject({
      status: 200,
      body: '{"a":1}',
    });
  });

  it.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://localhost'])(
    'refuses the foreign origin %s',
    async (origin) => {
      const withPort = origin.startsWith('http') && !origin.includes('evil') ? `${origin}:${server.port}` : origin;
      // The server's own, under another of its names, is another origin too.
      expect((await call({ ...json, origin: withPort })).status).toBe(403);
      expect(refused).toEqual(['origin']);
    },
  );

  it('refuses a wrong secret and none in one way, whatever is asked', async () => {
    const almost = `${server.secret.slice(0, -1)}${server.secret.endsWith('A') ? 'B' : 'A'}`;
    const paths = ['/', '/call', '/metrics', `/${almost}/`, `/${server.secret}x/`, `/${server.secret.slice(1)}/`, '//'];
    const answers = await Promise.all(paths.map((path) => rawRequest({ port: server.port, path })));

    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(403);
    expect(new Set(refused)).toEqual(new Set(['secret']));
  });

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', 'json'])(
    'refuses the content type %s',
    async (type) => {
      const answer = await call(type === undefined ? {} : { 'content-type': type });

      expect([answer.status, refused]).toEqual([415, ['content-type']]);
    },
  );

  it('takes JSON with its usual charset', async () => {
    expect((await call({ 'content-type': 'application/json; charset=UTF-8' })).status).toBe(200);
  });

  it('puts the headers on every answer', async () => {
    const answers = [
      await page(),
      await page({ host: 'evil.example' }),
      await rawRequest({ port: server.port, path: '/health' }),
      await rawRequest({ port: server.port, path: '/' }),
      await rawRequest({ port: server.port, path: `/${server.secret}/nothing` }),
      await rawRequest({ port: server.port, path: `/${server.secret}/call` }),
      await rawRequest({ port: server.port, path: '/renew', method: 'POST', headers: json, body: '{}' }),
      await rawRequest({ port: server.port, path: `/${server.secret}` }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 421, 200, 403, 404, 405, 200, 308]);
    const expected = Object.entries(responseHeaders()).map(([name, value]) => [name.toLowerCase(), value]);
    for (const { headers } of answers) expect(headers).toMatchObject(Object.fromEntries(expected) as object);
    expect(answers[0]?.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
  });

  it('lets the hosts that were named show the page in a frame, and nothing else of theirs pass', async () => {
    const frame = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
    const ask = (headers: Readonly<Record<string, string>>): Promise<RawAnswer> =>
      rawRequest({ port: framed.port, path: `/${framed.secret}/`, headers });

    const answer = await ask(frame);
    expect([answer.status, answer.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining('frame-ancestors vscode-webview: https://*.example.org;'),
    ]);
    expect((await ask({ ...frame, 'sec-fetch-dest': 'document' })).status).toBe(403);
    expect((await ask({ ...frame, 'sec-fetch-mode': 'cors' })).status).toBe(403);
    expect((await page(frame)).status).toBe(403);
  });

  it.each(["'self'; script-src *", 'a b', '', 'https://x,y'])('refuses the frame ancestor "%s"', async (ancestor) => {
    await expect(startLoopbackServer({ routes: new Hono(), frameAncestors: [ancestor] })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });

  it('never says anything to a request without the secret but that it is refused', async () => {
    const secret = server.secret;
    const part = fc.oneof(
      fc.constantFrom('', '.', '..', '%2e%2e', 'inside', 'outside', 'health', 'renew', 'call', 'api', 'assets', secret),
      fc.string({ maxLength: 12 }).map(encodeURIComponent),
      fc.constant(secret.toLowerCase()),
    );
    // Anything but the secret first; what a server makes of `..` must not bring it to the front.
    const path = fc
      .array(part, { minLength: 1, maxLength: 5 })
      .map((parts) => `/${parts.join('/')}`)
      .filter((made) => {
        const { pathname } = new URL(`http://127.0.0.1${made}`);
        return pathname.split('/')[1] !== secret && !['/health', '/renew'].includes(pathname);
      });
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND');
    const host = fc.constantFrom(`127.0.0.1:${server.port}`, 'evil.example', `localhost:${server.port}`);

    await fc.assert(
      fc.asyncProperty(path, method, host, async (madePath, madeMethod, madeHost) => {
        const asked = { port: server.port, path: madePath, method: madeMethod, headers: { ...json, host: madeHost } };
        const { status, body } = await rawRequest(asked);
        expect([403, 421]).toContain(status);
        expect(body).not.toContain(secret);
      }),
      { numRuns: 200 },
    );
  });
});
