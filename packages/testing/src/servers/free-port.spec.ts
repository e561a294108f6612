import { once } from 'node:events';
import { createServer } from 'node:net';

import { freePort } from './free-port.js';

describe('freePort', () => {
  it('gives ports to listen on, each time another, outside of those that the system hands out', async () => {
    const [one, other] = [await freePort(), await freePort()];
    const server = createServer().listen(one, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');

    expect(one).not.toBe(other);
    for (const port of [one, other]) {
      expect(port).toBeGreaterThanOrEqual(16_000);
      expect(port).toBeLessThan(32_000);
    }
  });
});
