import { RecordingListener } from '../../hub/test-support/recording-listener.js';
import { type EventSourceLike, MessageStream } from './message-stream.js';
import { PanelAddress } from './panel-address.js';

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
  let renewal: () => Response;
  let stream: MessageStream;
  const moved: string[] = [];

  const open = async (): Promise<void> => {
    ScriptedSource.made = [];
    listener = new RecordingListener();
    waits = [];
    moved.length = 0;
    const address = new PanelAddress({
      address: 'http://localhost:4747/first/',
      fetch: () => Promise.resolve().then(() => renewal()),
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
    waits.at(-1)!.call();
    await turn();
  };

  beforeEach(() => {
    renewal = () => Response.json({ address: 'http://127.0.0.1:4747/first/' });
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
    renewal = () => Response.json({ address: 'http://127.0.0.1:4747/second/' });
    last().fails();
    await again();

    expect(last().url).toBe('http://localhost:4747/second/events?viewer=viewer-one');
    expect(moved).toEqual(['http://localhost:4747/second/']);
  });

  it.each<[string, () => Response]>([
    [
      'nobody listens',
      () => {
        throw new TypeError('refused');
      },
    ],
    ['the secret is unknown', () => Response.json({ error: {} }, { status: 403 })],
    ['somebody else listens', () => new Response('<html>')],
    ['the address is none', () => Response.json({ address: 7 })],
  ])('tries again where it was while %s', async (_what, answer) => {
    await open();
    renewal = answer;
    last().fails();
    await again();

    expect(ScriptedSource.made.map(({ url }) => url)).toEqual(Array(2).fill(last().url));
    expect(listener.statuses).toEqual(['connecting']);
    expect(moved).toEqual([]);
  });

  it('never goes to another server, whatever it is told', async () => {
    await open();
    renewal = () => Response.json({ address: 'http://evil.example/second/' });
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
