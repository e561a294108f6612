import { PanelAddress } from './panel-address.js';
import { PanelCalls } from './panel-calls.js';
import { pageKey, renewingAnswer } from './test-support/renewing-panel.js';

describe('PanelCalls', () => {
  let answers: ((body: unknown) => Response | Promise<Response>)[];
  let asked: { readonly url: string; readonly init: RequestInit }[];

  const makeCalls = (): PanelCalls => {
    const ask = (url: string, init: RequestInit): Promise<Response> => {
      asked.push({ url, init });
      return Promise.resolve().then(() => answers.shift()!(init.body));
    };
    const address = new PanelAddress({
      address: 'http://localhost:4747/first/page.html?x#y',
      renewalKey: pageKey,
      fetch: ask as typeof fetch,
      onMoved: () => undefined,
    });
    return new PanelCalls(address, { fetch: ask as typeof fetch, viewerId: 'viewer-one' });
  };

  beforeEach(() => {
    answers = [];
    asked = [];
  });

  it('says who calls, and what', async () => {
    answers = [() => Response.json({ found: 1 })];

    expect(await makeCalls().ask('find-documents', { words: 'x', left: undefined })).toEqual({ found: 1 });
    expect(asked).toEqual([
      {
        url: 'http://localhost:4747/first/api/find-documents',
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'lexichord-viewer': 'viewer-one' },
          body: '{"words":"x"}',
        },
      },
    ]);
  });

  it('makes errors of refusals, recognisable by their code', async () => {
    const details = { feature: 'The source "Style"', required: 'Teams', current: 'WriterPro' };
    const error = { code: 'license-required', message: 'It requires Teams.', details };
    answers = [() => Response.json({ error }, { status: 402 })];

    await expect(makeCalls().ask('switch-strategy', {})).rejects.toMatchObject({
      name: 'LexichordError',
      code: 'license-required',
      message: 'It requires Teams.',
      details,
    });
  });

  it.each<[string, () => Response]>([
    [
      'is not there',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
    ['says what no panel says', () => new Response('<html>', { status: 502 })],
    ['says half of it', () => Response.json({ error: { code: 'x' } }, { status: 500 })],
    ['breaks off', () => new Response(new ReadableStream({ start: (out) => out.error(new TypeError('gone')) }))],
    ['refuses', () => Response.json({ error: { code: 'forbidden', message: 'Not from there.' } }, { status: 421 })],
  ])('fails as unreachable when the panel %s', async (_what, answer) => {
    answers = [answer];

    await expect(makeCalls().ask('cancel', {})).rejects.toMatchObject({ code: 'io-failed' });
  });

  it('asks again at the new address when the panel was started again', async () => {
    answers = [
      () => Response.json({ error: { code: 'forbidden', message: 'No secret.' } }, { status: 403 }),
      (body) => renewingAnswer(body, 'http://127.0.0.1:4747/second/'),
      () => new Response(null, { status: 204 }),
    ];

    expect(await makeCalls().ask('cancel', { correlationId: 'a' })).toBeUndefined();
    expect(asked.map(({ url }) => url)).toEqual([
      'http://localhost:4747/first/api/cancel',
      'http://localhost:4747/renew',
      'http://localhost:4747/second/api/cancel',
    ]);
    expect(asked[1]?.init.body).not.toContain('first');
  });

  it('sends nothing more to a panel that was lost, before that has shown to be there again', async () => {
    const calls = makeCalls();
    answers = [
      () => {
        throw new TypeError('fetch failed');
      },
      () => Response.json({ nonce: 'n', sealed: 's', proof: 'p' }),
      (body) => renewingAnswer(body, 'http://127.0.0.1:4747/second/'),
      () => new Response(null, { status: 204 }),
    ];

    await expect(calls.ask('cancel', {})).rejects.toMatchObject({ code: 'io-failed' });
    await expect(calls.ask('edit-document', { content: 'text' })).rejects.toMatchObject({ code: 'io-failed' });
    await calls.ask('edit-document', { content: 'text' });

    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
      '/first/api/cancel',
      '/renew',
      '/renew',
      '/second/api/edit-document',
    ]);
    expect(asked.slice(1, 3).map(({ init }) => [init.credentials, /first|text/u.test(init.body as string)])).toEqual(
      Array(2).fill(['omit', false]),
    );
  });

  it('does not wait for ever for who listens and says nothing', async () => {
    const address = new PanelAddress({
      address: 'http://localhost:4747/first/',
      renewalKey: pageKey,
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('Too late.', 'TimeoutError')));
        }),
      answerMs: 1,
      onMoved: () => undefined,
    });
    address.distrust();

    expect([await address.renew(), await address.isTheirs()]).toEqual(['unreachable', false]);
  });

  it('gives up when the panel does not know this page', async () => {
    const forbidden = (): Response =>
      Response.json({ error: { code: 'forbidden', message: 'The address lacks the secret.' } }, { status: 403 });
    answers = [forbidden, forbidden];

    await expect(makeCalls().ask('cancel', {})).rejects.toMatchObject({
      code: 'io-failed',
      message: 'The address lacks the secret.',
    });
  });

  it('rejects with the reason of a caller that does not wait any more', async () => {
    const controller = new AbortController();
    const reason = new RangeError('enough');
    answers = [
      () => {
        controller.abort(reason);
        throw new DOMException('aborted', 'AbortError');
      },
    ];

    await expect(makeCalls().ask('cancel', {}, { signal: controller.signal })).rejects.toBe(reason);
  });
});
