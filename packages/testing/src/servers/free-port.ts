import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that the system gives to nobody who asks for any port, and to no outgoing connection. */
const range = { first: 16_000, count: 16_000 } as const;

/** Next port to try. Processes begin at different ports, so that concurrent searches do not meet. */
let next = (process.pid * 61) % range.count;

/**
 * A port of the loopback interface on which nobody listens. Each call in a process gives another one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + next;
    next = (next + 1) % range.count;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
