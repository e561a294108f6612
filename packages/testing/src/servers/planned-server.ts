import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface SeenRequest<Body> {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

/** What a request is answered. */
export interface PlannedAnswer {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server on this machine that takes JSON, and answers what a test has planned. `Body` is taken on trust. */
export class PlannedServer<Body = unknown> {
  readonly seen: SeenRequest<Body>[] = [];
  /** In place of the usual answer; `silence`: nothing at all; `hang-up`: the connection is closed. */
  planned: PlannedAnswer | 'silence' | 'hang-up' | undefined;

  private constructor(private readonly server: Server) {}

  /** @param usual what is answered unless something else is planned */
  static async start<Body = unknown>(
    usual: (request: SeenRequest<Body>) => PlannedAnswer = () => ({ body: '{}' }),
  ): Promise<PlannedServer<Body>> {
    const server = createServer();
    const made = new PlannedServer<Body>(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString()) as Body;
        const seen = { path: request.url ?? '', headers: request.headers, body };
        made.seen.push(seen);
        if (made.planned === 'silence') return;
        if (made.planned === 'hang-up') {
          request.socket.destroy();
          return;
        }
        const { status = 200, body: answer, headers = {} } = made.planned ?? usual(seen);
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
