import { once } from 'node:events';
import { PassThrough } from 'node:stream';

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
