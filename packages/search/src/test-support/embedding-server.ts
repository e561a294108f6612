import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly model: string;
  readonly input: readonly string[];
}

/** An answer that the next request gets in place of vectors. */
export interface PlannedAnswer {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server on this machine that speaks OpenAI's and Ollama's protocols: vectors of three numbers. */
export class EmbeddingServer {
  readonly seen: SeenRequest[] = [];
  /** What is answered in place of vectors; `silence`: nothing at all. */
  planned: PlannedAnswer | 'silence' | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EmbeddingServer> {
    const server = createServer();
    const made = new EmbeddingServer(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const path = request.url ?? '';
        const { model, input } = JSON.parse(Buffer.concat(parts).toString()) as Pick<SeenRequest, 'model' | 'input'>;
        made.seen.push({ path, headers: request.headers, model, input });
        if (made.planned === 'silence') return;
        const { status = 200, body, headers = {} } = made.planned ?? vectorsFor(path, input);
        response.writeHead(status, headers).end(body);
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

function vectorsFor(path: string, input: readonly string[]): PlannedAnswer {
  const vectors = input.map((text) => [text.length, text.charCodeAt(0), 1]);
  if (path === '/api/embed') return { body: JSON.stringify({ embeddings: vectors }) };
  // Not in their order, which the protocol allows.
  const data = vectors.map((embedding, index) => ({ index, embedding })).reverse();
  return { body: JSON.stringify({ data }) };
}
