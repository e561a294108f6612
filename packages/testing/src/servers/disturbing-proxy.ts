import { type IncomingMessage, type ServerResponse, request } from 'node:http';

import { LoopbackServer, bodyOf } from './loopback-server.js';

/** A request on its way to the server. */
export interface PassingRequest {
  readonly method: string;
  /** Path and query, decoded. */
  readonly path: string;
}

/**
 * Disturbance of a request; `hang-up` and a status replace the server's answer after it has carried out the request.
 */
export type Disturbance = 'pass' | 'hang-up' | number;

/** Stands before an HTTP server on this machine, and lets a test hold its requests or lose its answers. */
export class DisturbingProxy extends LoopbackServer {
  /** Asked for every request, which waits for what it gives. */
  disturb: (request: PassingRequest) => Disturbance | Promise<Disturbance> = () => 'pass';

  private constructor(private readonly target: URL) {
    super();
  }

  static start(target: string): Promise<DisturbingProxy> {
    return new DisturbingProxy(new URL(target)).listen();
  }

  protected async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = incoming;
    const body = await bodyOf(incoming);
    const disturbance = await this.disturb({ method, path: decodeURIComponent(url) });
    const answer = await this.pass(incoming, body);
    const content = await bodyOf(answer);
    if (disturbance === 'hang-up') response.destroy();
    else if (disturbance === 'pass') response.writeHead(answer.statusCode ?? 500, answer.rawHeaders).end(content);
    else response.writeHead(disturbance).end();
  }

  private pass({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { hostname, port } = this.target;
    return new Promise((resolve, reject) => {
      request({ hostname, port, method, path: url, headers }, resolve).on('error', reject).end(body);
    });
  }
}
