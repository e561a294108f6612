import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request on its way to the server. */
export interface PassingRequest {
  readonly method: string;
  /** Path and query, decoded. */
  readonly path: string;
}

/** What happens to a request; `hang-up` and a status take the place of the server's answer after it has been carried out. */
export type Disturbance = 'pass' | 'hang-up' | number;

/** Stands before an HTTP server on this machine, and lets a test hold its requests or lose its answers. */
export class DisturbingProxy {
  /** Asked for every request, which waits for what it gives. */
  disturb: (request: PassingRequest) => Disturbance | Promise<Disturbance> = () => 'pass';

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async start(target: string): Promise<DisturbingProxy> {
    const server = createServer();
    const proxy = new DisturbingProxy(server, new URL(target));
    server.on('request', (incoming, response) => void proxy.pass(incoming, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = incoming;
    try {
      const body = await bytesOf(incoming);
      const disturbance = await this.disturb({ method, path: decodeURIComponent(url) });
      const answer = await this.ask(incoming, body);
      const content = await bytesOf(answer);
      if (disturbance === 'hang-up') response.destroy();
      else if (disturbance === 'pass') response.writeHead(answer.statusCode ?? 500, answer.rawHeaders).end(content);
      else response.writeHead(disturbance).end();
    } catch {
      // The client has gone, or the server has.
      response.destroy();
    }
  }

  private ask({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { hostname, port } = this.target;
    return new Promise((resolve, reject) => {
      request({ hostname, port, method, path: url, headers }, resolve).on('error', reject).end(body);
    });
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
