import { type RawAnswer, type RawRequest, freePort, rawRequest } from '@lexichord/testing';

import { createPreviewServer } from '../create-preview-server.js';
import { type FakeRuntime, type RuntimeSetup, aRuntime } from '../hub/test-support/a-runtime.js';
import {
  type RenewalKey,
  type RenewedPanel,
  askForRenewal,
  openRenewal,
  randomWord,
  renewalKeyElement,
} from '../protocol/renewal.js';
import type { PreviewServer, PreviewServerOptions } from './preview-server.js';
import { type PageFolder, aPageFolder } from './test-support/page-folder.js';
import { readProcessRecords } from './test-support/process-records.js';

const viewer = 'viewer-one';

describe('createPreviewServer', () => {
  let runtime: FakeRuntime;
  let server: PreviewServer;
  let folder: PageFolder;

  const start = async (setup: RuntimeSetup = {}, options: PreviewServerOptions = {}): Promise<void> => {
    runtime = aRuntime({ files: { 'notes.md': '# Notes\n' }, ...setup });
    server = await createPreviewServer(runtime, { port: 0, pageFolder: folder.url, ...options });
  };
  const get = (path: string, more: Partial<RawRequest> = {}): Promise<RawAnswer> =>
    rawRequest({ port: server.port, path: `/${server.secret}/${path}`, ...more });
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> =>
    get(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'lexichord-viewer': viewer, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const codeOf = ({ status, body }: RawAnswer): readonly unknown[] => [
    status,
    (JSON.parse(body) as { error: { code: string } }).error.code,
  ];

  beforeAll(async () => {
    folder = await aPageFolder();
  });
  afterAll(() => folder.remove());
  afterEach(async () => {
    await server.close();
    await runtime.dispose();
  });

  it('US-05: is not there below WriterPro', async () => {
    await start();
    const core = aRuntime({ tier: 'Core' });

    await expect(createPreviewServer(core)).rejects.toMatchObject({ code: 'license-required' });
    await core.dispose();
  });

  describe('the port', () => {
    it('is the configured one, or a free one where that is taken', async () => {
      await start({}, { port: await freePort() });
      const other = aRuntime({ options: { port: server.port } });

      const elsewhere = await createPreviewServer(other);
      await elsewhere.close();
      await server.close();
      const there = await createPreviewServer(other);
      await there.close();

      expect(elsewhere.port).not.toBe(server.port);
      expect(there.port).toBe(server.port);
      await other.dispose();
    });

    it('is the named one or none, and what was begun is ended again', async () => {
      await start();
      const other = aRuntime();
      other.editor.setUnsavedContent('notes.md', 'x');

      await expect(createPreviewServer(other, { port: server.port })).rejects.toMatchObject({ code: 'io-failed' });
      await other.dispose();
    });
  });

  describe('the page', () => {
    it('is served with its files, each as what it is', async () => {
      await start();

      const answers = await Promise.all(
        ['', 'assets/main-1a2B.js', 'assets/main.css', 'assets/icon.svg'].map((path) => get(path)),
      );

      expect(answers.map(({ status, headers, body }) => [status, headers['content-type'], body])).toEqual([
        [200, 'text/html; charset=utf-8', expect.stringMatching(/^<!doctype html><meta [^>]*><title>Panel<\/title>$/u)],
        [200, 'text/javascript; charset=utf-8', 'start();'],
        [200, 'text/css; charset=utf-8', 'body {}'],
        [200, 'image/svg+xml; charset=utf-8', '<svg/>'],
      ]);
    });

    it.each([
      'assets/../../secret.txt',
      'assets/..%2f..%2fsecret.txt',
      'assets/%2e%2e/%2e%2e/secret.txt',
      'assets/..%5c..%5csecret.txt',
      'assets/../..',
      'assets/.',
      'assets/%00',
      'assets/main.css%00.js',
      'assets/folder',
      'assets/folder/',
      'assets//main.css',
      'assets/%2fetc%2fpasswd',
      'assets/file:%2f%2f%2fetc%2fpasswd',
      'assets/missing.js',
      'made-from.txt',
      'index.html',
    ])('has nothing at %s', async (path) => {
      await start();

      const answer = await get(path);

      // What leads out of the secret's folder is refused by the guard.
      expect([403, 404]).toContain(answer.status);
      expect(answer.body).not.toContain('not for anybody');
    });

    it('says how it is built where it is not', async () => {
      await start({}, { pageFolder: new URL('missing/', folder.url) });

      const answer = await get('');

      expect(answer.status).toBe(503);
      expect(answer.body).toContain('node packages/preview/build-page.mjs');
    });
  });

  describe('calls', () => {
    it.each([
      ['assemble', 'nothing', {}],
      ['assemble', 'unknown key', { request: { agentId: 'editor', unknown: 1 } }],
      ['assemble', 'number for a name', { request: { agentId: 7 } }],
      ['assemble', 'wrong hint', { request: { agentId: 'editor', hints: { query: ['x'] } } }],
      ['assemble', 'text for a number', { request: { agentId: 'editor' }, maxTokens: '7' }],
      ['assemble', 'list', []],
      ['assemble', 'null', 'null'],
      ['assemble', 'no body', ''],
      ['assemble', 'half of it', '{"request": {"agentId": "editor"'],
      ['assemble', 'prototype', '{"request": {"agentId": "editor"}, "__proto__": {"isLive": true}}'],
      ['cancel', 'number for an id', { correlationId: 7 }],
      ['cancel', 'long id', { correlationId: 'x'.repeat(5_000) }],
      ['switch-strategy', 'text for a switch', { strategyId: 'heading', enabled: 'no' }],
      ['expand-segment', 'no level', { segmentId: 's', fromLevel: 9, toLevel: 1 }],
      ['find-documents', 'many words', { words: 'x'.repeat(1_001) }],
      ['edit-document', 'number for a text', { path: 'notes.md', content: 7 }],
    ])('refuses what is malformed: %s with %s', async (path, _what, body) => {
      await start();

      const answer = await post(`api/${path}`, body);

      expect(codeOf(answer)).toEqual([400, 'invalid-argument']);
      expect(runtime.orchestrator.asked).toEqual([]);
    });

    it('quotes nothing of what was sent', async () => {
      await start();

      const answers = [
        await post('api/assemble', '{"request": "my secret'),
        await post('api/assemble', { request: { agentId: 'editor', hints: { topK: 'my secret' } } }),
      ];

      for (const { body } of answers) expect(body).not.toContain('my secret');
    });

    it('refuses what is too large, whether its size is told before or not', async () => {
      await start();
      const words = 'x'.repeat(300 * 1024);

      expect(codeOf(await post('api/find-documents', { words }))).toEqual([413, 'file-too-large']);
      expect(codeOf(await post('api/find-documents', { words }, { 'transfer-encoding': 'chunked' }))).toEqual([
        413,
        'file-too-large',
      ]);
      expect(codeOf(await post('api/edit-document', `{"x":"${'x'.repeat(25 * 1024 * 1024)}"}`))).toEqual([
        413,
        'file-too-large',
      ]);
    });

    it('takes a document of 10 MB', async () => {
      await start();
      const content = '"\n'.repeat(5 * 1024 * 1024);

      expect((await post('api/edit-document', { path: 'notes.md', content })).status).toBe(204);

      expect(await runtime.editor.getContent('notes.md')).toBe(content);
    });

    it.each(['', 'short', 'x'.repeat(65), 'viewer one', '../../etc'])('refuses the viewer id "%s"', async (id) => {
      await start();

      const call = await post('api/cancel', { correlationId: 'x' }, { 'lexichord-viewer': id });
      const events = await get(`events?viewer=${encodeURIComponent(id)}`);

      expect(codeOf(call)).toEqual([400, 'invalid-argument']);
      expect(codeOf(events)).toEqual([400, 'invalid-argument']);
    });

    it('has nothing at other addresses, and for other methods', async () => {
      await start();

      expect(codeOf(await post('api/nothing', {}))).toEqual([404, 'not-found']);
      expect(codeOf(await post('nothing', {}))).toEqual([404, 'not-found']);
      expect(codeOf(await get('api/assemble'))).toEqual([405, 'invalid-argument']);
      expect(codeOf(await post('events', {}))).toEqual([405, 'invalid-argument']);
      expect(codeOf(await post('metrics', {}))).toEqual([405, 'invalid-argument']);
    });
  });

  it('says whether it is there, and nothing else, to anybody', async () => {
    await start();

    expect(await rawRequest({ port: server.port, path: '/health' })).toMatchObject({
      status: 200,
      body: '{"status":"ok"}',
    });
  });

  it('measures assemblies, viewers and refusals, with labels of few values', async () => {
    await start();
    await runtime.orchestrator.assemble({ agentId: 'agent-with-a-name' }, { maxTokens: 50 });
    await runtime.orchestrator
      .assemble({ agentId: 'editor' }, { maxTokens: 50 }, { signal: AbortSignal.abort() })
      .catch(() => undefined);
    await post('api/assemble', { request: { agentId: 'editor' } });
    await rawRequest({ port: server.port, path: '/metrics' });
    await get('', { headers: { host: 'evil.example' } });
    await get('api/assemble');

    const { status, headers, body } = await get('metrics');

    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
    for (const line of [
      'lexichord_preview_assemblies_total{origin="agent",outcome="assembled"} 1',
      'lexichord_preview_assemblies_total{origin="preview",outcome="assembled"} 1',
      'lexichord_preview_assembly_duration_seconds_count{origin="agent"} 1',
      'lexichord_preview_assembly_tokens_count{origin="preview"} 1',
      'lexichord_preview_viewers 0',
      'lexichord_preview_refused_requests_total{reason="secret"} 1',
      'lexichord_preview_refused_requests_total{reason="host"} 1',
      'lexichord_preview_refused_requests_total{reason="method"} 1',
    ]) {
      expect(body.split('\n')).toContain(line);
    }
    expect(body).toContain('process_cpu_seconds_total');
    expect(body).not.toMatch(/agent-with-a-name|viewer-one/);
  });

  it('answers commands of the same user', async () => {
    await start();
    runtime.reload = () => ({ appliedKeys: ['context.agents'], restartKeys: [] });

    const answer = await post('control/reload-configuration', {});

    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      { appliedKeys: ['context.agents'], restartKeys: [] },
    ]);
    expect(await readProcessRecords(`${runtime.workspaceRoot}/.lexichord`)).toMatchObject([
      { kind: 'preview', port: server.port, secret: server.secret },
    ]);
    await server.close();
    expect(await readProcessRecords(`${runtime.workspaceRoot}/.lexichord`)).toEqual([]);
  });

  it('is there although nobody can be told', async () => {
    await start({ files: { '.lexichord': 'in the way' } });

    expect((await get('')).status).toBe(200);
    expect(runtime.logger.templates('error')).toEqual(['Other commands cannot find this preview']);
  });

  describe('renewal', () => {
    const ask = (question: unknown): Promise<RawAnswer> =>
      rawRequest({
        port: server.port,
        path: '/renew',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
      });
    /** What a page that is loaded now is given. */
    const loadPage = async (): Promise<RenewalKey> => {
      const { body } = await get('');
      const { key = '' } =
        new RegExp(`<meta name="${renewalKeyElement}" content="(?<key>[^"]+)"`, 'u').exec(body)?.groups ?? {};
      return { key, port: server.port };
    };
    const renew = async (known: RenewalKey): Promise<RenewedPanel | undefined> => {
      const question = await askForRenewal(known);
      return openRenewal(known, question, JSON.parse((await ask(question)).body));
    };

    it('tells a page of this start or of the one before on this port where the panel is', async () => {
      await start({}, { port: await freePort() });
      const [former, page] = [server, await loadPage()];
      await former.close();
      server = await createPreviewServer(runtime, { port: former.port, pageFolder: folder.url });
      const next = await loadPage();

      expect([former.secret === server.secret, page.key === next.key]).toEqual([false, false]);
      const where = { address: server.address, key: next.key };
      expect([await renew(page), await renew(next)]).toEqual([where, where]);
    });

    it('tells it over and over, each time for the key that it was given last', async () => {
      await start({}, { port: await freePort() });
      let page = await loadPage();
      for (let time = 0; time < 3; time += 1) {
        await server.close();
        server = await createPreviewServer(runtime, { port: server.port, pageFolder: folder.url });
        const panel = await renew(page);
        expect(panel?.address).toBe(server.address);
        page = { ...page, key: panel?.key ?? '' };
      }
    });

    it('tells nothing to whoever says again what a page has said', async () => {
      await start({}, { port: await freePort() });
      const question = await askForRenewal(await loadPage());
      await server.close();
      server = await createPreviewServer(runtime, { port: server.port, pageFolder: folder.url });

      const { status, body } = await ask(question);

      expect(status).toBe(200);
      for (const secret of [server.secret, (await loadPage()).key]) expect(body).not.toContain(secret);
    });

    it('tells nothing to a page that has been without a panel for minutes', async () => {
      await start({}, { port: await freePort() });
      const page = await loadPage();
      await server.close();
      runtime.clock.advance(10 * 60_000);
      server = await createPreviewServer(runtime, { port: server.port, pageFolder: folder.url });

      expect(codeOf(await ask(await askForRenewal(page)))).toEqual([403, 'forbidden']);
    });

    it.each<[string, object]>([
      ['an unknown key', { keyId: 'A'.repeat(43), nonce: 'n', proof: 'p' }],
      ['the secret of an address', { secret: 'A'.repeat(43) }],
      ['a number', { keyId: 7, nonce: 'n', proof: 'p' }],
      ['nothing', {}],
      ['what is too long', { keyId: 'x'.repeat(65), nonce: 'n', proof: 'p' }],
    ])('tells nothing for %s', async (_what, question) => {
      await start();

      const { status, body } = await ask(question);

      expect([400, 403]).toContain(status);
      expect(body).not.toContain(server.secret);
    });

    it('tells nothing to who knows which key it is, but not the key', async () => {
      await start();
      const question = await askForRenewal(await loadPage());

      expect(codeOf(await ask({ ...question, proof: randomWord() }))).toEqual([403, 'forbidden']);
    });

    it('takes no more than a question', async () => {
      await start();

      expect((await ask('x'.repeat(10_000))).status).toBe(413);
    });
  });

  it('logs neither the secret nor what was asked', async () => {
    await start();
    await post('api/assemble', { request: { agentId: 'editor', hints: { query: 'private question' } } });
    await rawRequest({ port: server.port, path: `/${server.secret}x/` });
    await server.close();

    const logged = JSON.stringify(runtime.logger.lines);
    expect(logged).not.toContain(server.secret);
    expect(logged).not.toContain('private question');
    expect(runtime.logger.lines).toContainEqual(
      expect.objectContaining({ level: 'debug', source: 'ContextPreviewVM', template: 'Refreshing context preview' }),
    );
  });
});
