import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';

import { startStdioServer } from '../index.js';
import { ServedFolder } from '../test-support/served-folder.js';

describe('a server on two streams', () => {
  let folder: ServedFolder;

  beforeEach(async () => {
    folder = await ServedFolder.create({});
  });

  afterEach(() => folder.dispose());

  const start = async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    return { input, output, server: startStdioServer(await folder.open(), { input, output }) };
  };

  it('fails with the first message that is too long, while its client stays connected', async () => {
    const { input, server } = await start();

    input.write(Buffer.alloc(16 * 1024 * 1024 + 1, 'x'));

    await expect(server.ended).rejects.toMatchObject({
      code: 'io-failed',
      message: expect.stringContaining('longer than 16 MiB') as unknown,
    });
  });

  it('ends when its client dies while it is told of a new conversation, and leaves nothing to the process', async () => {
    const input = new PassThrough();
    const output = new Writable({
      // Each message waits until it is written.
      highWaterMark: 1,
      write: (chunk, _encoding, written) => {
        const isLast = String(chunk).includes('list_changed');
        setImmediate(() => written(isLast ? new Error('EPIPE') : null));
      },
    });
    const server = startStdioServer(await folder.open(), { input, output });
    const send = (message: object): boolean => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'test', version: '1.0.0' };

    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
    send({ method: 'notifications/initialized' });
    const messages = [{ role: 'user', content: 'Paint the ferry green.' }];
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'remember', arguments: { conversation_id: 'chat', messages } },
    });

    await expect(server.ended).resolves.toBeUndefined();
    // A rejection that nobody handles fails the test now.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('lets any number of answers wait for a client that reads slowly, without a warning of a leak', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ highWaterMark: 1 });
    startStdioServer(await folder.open(), { input, output });
    const ids = Array.from({ length: 20 }, (_unused, id) => id);

    for (const id of ids) input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`);
    while (output.listenerCount('drain') <= 10) await new Promise((resolve) => setImmediate(resolve));

    // Node warns once there are more listeners than this, unless it is 0.
    expect(output.getMaxListeners()).toBe(0);
    const answered: unknown[] = [];
    for await (const line of createInterface({ input: output })) {
      answered.push((JSON.parse(line) as { readonly id: unknown }).id);
      if (answered.length === ids.length) break;
    }
    expect(answered).toEqual(ids);
  });

  it('ends when its client reads no more, also where the output forgets its error, as standard output does', async () => {
    const input = new PassThrough();
    const output = new Writable({ write: (_chunk, _encoding, written) => written(new Error('EPIPE')) });
    Object.defineProperty(output, 'errored', { value: null });
    const server = startStdioServer(await folder.open(), { input, output });

    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);

    await expect(server.ended).resolves.toBeUndefined();
  });

  it.each<[string, (served: Awaited<ReturnType<typeof start>>) => unknown]>([
    ['its client ends its input', ({ input }) => input.end()],
    ['its client is killed', ({ input }) => input.destroy()],
    ['its client reads no more', ({ output }) => output.destroy(new Error('EPIPE'))],
    ['it is closed', ({ server }) => server.close()],
  ])('ends when %s', async (_what, end) => {
    const served = await start();
    served.output.resume();
    served.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    await once(served.output, 'data');

    await end(served);

    await expect(served.server.ended).resolves.toBeUndefined();
  });
});
