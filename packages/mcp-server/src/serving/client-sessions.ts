import { randomUUID } from 'node:crypto';

import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

import { maxMessageBytes } from './message-limit.js';
import { OpenStreams } from './open-streams.js';

/** Maximum number of sessions, because killed clients do not end theirs. The least recently used one is closed. */
const maxSessions = 64;

/** Header with the id of a session. */
const sessionHeader = 'mcp-session-id';

/** Session of a client, with the streams for its notifications. */
interface ClientSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly streams: OpenStreams;
}

/** Sessions of clients of the earlier revision, in which connections have state. */
export class ClientSessions {
  private readonly sessions = new Map<string, ClientSession>();

  constructor(private readonly createServer: (streams: OpenStreams) => McpServer) {}

  get size(): number {
    return this.sessions.size;
  }

  async answer(request: Request): Promise<Response> {
    const id = request.headers.get(sessionHeader);
    if (id === null) return this.begin(request);
    const session = this.sessions.get(id);
    // This status makes a client start a new session.
    if (session === undefined) return unknownSession();
    this.sessions.delete(id);
    this.sessions.set(id, session);
    const { transport, streams } = session;
    const response = await transport.handleRequest(request);
    return request.method === 'GET' ? streams.track(response) : response;
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions.values()].map(({ transport }) => transport.close()));
    this.sessions.clear();
  }

  /** Begins a session with its first request; the transport rejects any other request without a session. */
  private async begin(request: Request): Promise<Response> {
    const streams = new OpenStreams();
    const transport = new WebStandardStreamableHTTPServerTransport({
      maxRequestBodySize: maxMessageBytes,
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        this.sessions.set(id, { transport, streams });
      },
      onsessionclosed: (id) => {
        this.sessions.delete(id);
      },
    });
    const server = this.createServer(streams);
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    await this.dropOldest();
    return response;
  }

  private async dropOldest(): Promise<void> {
    for (const [id, { transport }] of this.sessions) {
      if (this.sessions.size <= maxSessions) break;
      this.sessions.delete(id);
      await transport.close();
    }
  }
}

function unknownSession(): Response {
  const error = { code: -32_001, message: 'The session does not exist. Start a new one.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
