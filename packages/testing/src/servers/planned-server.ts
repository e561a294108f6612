import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { LoopbackServer, bodyOf } from './loopback-server.js';

/** A request as it came. */
export interface SeenRequest<Body> {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

/** Answer to a request. */
export interface PlannedAnswer {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server on this machine that takes JSON, and answers what a test has planned. `Body` is taken on trust. */
export class PlannedServer<Body = unknown> extends LoopbackServer {
  readonly seen: SeenRequest<Body>[] = [];
  /** In place of the usual answer; `silence`: nothing at all; `hang-up`: the connection is closed. */
  planned: PlannedAnswer | 'silence' | 'hang-up' | undefined;

  private constructor(private readonly usual: (request: SeenRequest<Body>) => PlannedAnswer) {
    super();
  }

  /** @param usual what is answered unless something else is planned */
  static start<Body = unknown>(
    usual: (request: SeenRequest<Body>) => PlannedAnswer = () => ({ body: '{}' }),
  ): Promise<PlannedServer<Body>> {
    return new PlannedServer<Body>(usual).listen();
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    const seen = { path: url, headers, body: JSON.parse((await bodyOf(request)).toString()) as Body };
    this.seen.push(seen);
    if (this.planned === 'silence') return;
    if (this.planned === 'hang-up') {
      request.socket.destroy();
      return;
    }
    const answer = this.planned ?? this.usual(seen);
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body);
  }
}
