import { RecordingListener } from '../../hub/test-support/recording-listener.js';
import { type EventSourceLike, MessageStream } from './message-stream.js';
import { PanelAddress } from './panel-address.js';
import { pageKey, renewingAnswer } from './test-support/renewing-panel.js';

type Handler = ((event: never) => void) | null;

/** One that does what a test says. */
class ScriptedSource implements EventSourceLike {
  static made: ScriptedSource[] = [];
  onopen: Handler = null;
  onerror: Handler = null;
  onmessage: Handler = null;
  isClosed = false;

  constructor(readonly url: string) {
    ScriptedSource.made.push(this);
  }

  close(): void {
    this.isClosed = true;
  }

  opens(): void {
    this.onopen?.({} as never);
  }

  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }

  fails(): void {
    this.onerror?.({} as never);
  }
}

describe('MessageStream', () => {
  let listener: RecordingListener;
  let waits: { readonly call: () => void; readonly delayMs: number }[];
  let renewal: (body: unknown) => Response | Promise<Response>;
  let stream: MessageStream;
  const moved: string[] = [];
  let renewals = 0;

  const open = async (): Promise<void> => {
    ScriptedSource.made = [];
    listener = new RecordingListener();
    waits = [];
    moved.length = 0;
    renewals = 0;
    const address = new PanelAddress({
      address: 'http://localhost:4747/first/',
      renewalKey: pageKey,
      fetch: (_url, init) => {
        renewals += 1;
        return Promise.resolve().then(() => renewal(init?.body));
      },
      onMoved: (where) => moved.push(where),
    });
    stream = new MessageStream({
      listener,
      address,
      viewerId: 'viewer-one',
      eventSource: ScriptedSource,
      timers: { set: (call, delayMs) => waits.push({ call, delayMs }), clear: () => (waits = []) },
    });
    stream.open();
    await turn();
  };
  const last = (): ScriptedSource => ScriptedSource.made.at(-1)!;
  const again = async (): Promise<void> => {
    const [waited, made] = [waits.length, ScriptedSource.made.length];
    waits.at(-1)!.call();
    while (waits.length === waited && ScriptedSource.made.length === made) await turn();
  };

  beforeEach(() => {
    renewal = (body) => renewingAnswer(body, 'http://127.0.0.1:4747/first/');
  });

  it('tells messages in their order, and that it is open', async () => {
    await open();
    last().opens();
    last().says({ kind: 'refresh-requested' });
    last().says({ kind: 'stopping' });

    expect(last().url).toBe('http://localhost:4747/first/events?viewer=viewer-one');
    expect(listener.statuses).toEqual(['connecting', 'open']);
    expect(listener.kinds()).toEqual(['refresh-requested', 'stopping']);
  });

  it('is made again when it is lost, each time a little later, and at once again after it was there', async () => {
    await open();
    last().opens();
    last().says({ kind: 'refresh-requested' });
    for (let time = 0; time < 7; time += 1) {
      last().fails();
      await again();
    }
    last().opens();
    last().says({ kind: 'refresh-requested' });
    last().fails();

    expect(waits.map(({ delayMs }) => delayMs)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 250]);
    expect(listener.statuses).toEqual(['connecting', 'open', 'lost', 'open', 'lost']);
    expect(ScriptedSource.made.slice(0, -1).every(({ isClosed }) => isClosed)).toBe(true);
  });

  it('waits longer each time for one that takes connections and says nothing', async () => {
    await open();
    for (let time = 0; time < 3; time += 1) {
      last().opens();
      last().fails();
      await again();
    }

    expect(waits.map(({ delayMs }) => delayMs)).toEqual([250, 500, 1_000]);
  });

  it('goes on at the new address after a restart, on the origin that the page has', async () => {
    await open();
    last().opens();
    renewal = (body) => renewingAnswer(body, 'http://127.0.0.1:4747/second/');
    last().fails();
    await again();

    expect(last().url).toBe('http://localhost:4747/second/events?viewer=viewer-one');
    expect(moved).toEqual(['http://localhost:4747/second/']);
  });

  it.each<[string, (body: unknown) => Response | Promise<Response>]>([
    [
      'nobody listens',
      () => {
        throw new TypeError('refused');
      },
    ],
    ['the page is unknown', () => Response.json({ error: {} }, { status: 403 })],
    ['somebody else listens', () => new Response('<html>')],
    ['somebody says a new address', () => Response.json({ address: 'http://127.0.0.1:4747/second/' })],
    ['somebody proves another key', (body) => renewingAnswer(body, 'http://a/', { key: 'x'.repeat(43) })],
    ['the panel of another port answers', (body) => renewingAnswer(body, 'http://a/', { port: 4_748 })],
    ['an answer is said again', () => Response.json({ nonce: 'n', sealed: '', proof: 'p' })],
  ])('connects to nobody while %s, and asks again', async (_what, answer) => {
    await open();
    const { length } = ScriptedSource.made;
    const knowing = renewal;
    renewal = answer;
    last().fails();
    await again();
    await again();
    expect([ScriptedSource.made.length, renewals]).toEqual([length, 2]);
    expect([listener.statuses, moved]).toEqual([['connecting'], []]);

    renewal = knowing;
    await again();
    expect(ScriptedSource.made).toHaveLength(length + 1);
  });

  it('never goes to another server, whatever it is told', async () => {
    await open();
    renewal = (body) => renewingAnswer(body, 'http://evil.example/second/');
    last().fails();
    await again();

    expect(last().url).toBe('http://localhost:4747/second/events?viewer=viewer-one');
  });

  it('tells nothing once it was closed, and is not made again', async () => {
    await open();
    const source = last();
    source.opens();
    source.fails();
    const { call } = waits[0]!;
    stream.close();
    call();
    await turn();
    source.says({ kind: 'stopping' });
    source.opens();

    expect([ScriptedSource.made.length, source.isClosed, waits]).toEqual([1, true, []]);
    expect([listener.kinds(), listener.statuses]).toEqual([[], ['connecting', 'open', 'lost']]);
  });

  it('is not even begun when it was closed at once', async () => {
    await open();
    const before = ScriptedSource.made.length;
    stream.open();
    stream.close();
    await turn();

    expect(ScriptedSource.made).toHaveLength(before);
  });
});

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
