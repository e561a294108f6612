import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What the next requests are answered. */
export interface PlannedAnswer {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server on this machine that answers what a test has planned. */
export class PlannedServer {
  readonly seen: SeenRequest[] = [];
  /** `silence`: nothing at all; `hang-up`: the connection is closed. */
  planned: PlannedAnswer | 'silence' | 'hang-up' = { body: '{}' };

  private constructor(private readonly server: Server) {}

  static async start(): Promise<PlannedServer> {
    const server = createServer();
    const made = new PlannedServer(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(parts).toString());
        made.seen.push({ path: request.url ?? '', headers: request.headers, body });
        if (made.planned === 'silence') return;
        if (made.planned === 'hang-up') {
          request.socket.destroy();
          return;
        }
        const { status = 200, body: answer, headers = {} } = made.planned;
        response.writeHead(status, headers).end(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
