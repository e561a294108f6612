import { PassThrough } from 'node:stream';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';

import { type McpServerOptions, startHttpServer, startStdioServer } from '../index.js';
import { StreamTransport } from './stream-transport.js';

/** The two revisions of the protocol that the server speaks. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;

/** One of {@link revisions}. */
export type Revision = (typeof revisions)[number];

/** Every way to connect: two transports, two revisions. */
export const connections = revisions.flatMap((revision) =>
  (['streams', 'HTTP'] as const).map((transport) => ({ transport, revision })),
);

/** How a test connects. */
export interface ConnectOptions extends McpServerOptions {
  readonly transport?: 'streams' | 'HTTP' | undefined;
  readonly revision?: Revision | undefined;
  readonly client?: ClientOptions | undefined;
}

/** A client and the server that is there for it. */
export interface Connection {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

/** The client of the official SDK, connected to a server of the workspace in this process. */
export async function connect(
  runtime: ILexichordRuntime,
  { transport = 'streams', revision, client: clientOptions, ...options }: ConnectOptions = {},
): Promise<Connection> {
  const client = createClient(revision, clientOptions);
  const served = await (transport === 'HTTP'
    ? overHttp(runtime, options)
    : Promise.resolve(overStreams(runtime, options)));
  await client.connect(served.transport);
  return {
    client,
    close: async () => {
      await client.close();
      await served.close();
    },
  };
}

export function createClient(revision: Revision = '2026-07-28', options: ClientOptions = {}): Client {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  return new Client({ name: 'test', version: '1.0.0' }, { ...options, versionNegotiation: { mode } });
}

interface Served {
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

function overStreams(runtime: ILexichordRuntime, options: McpServerOptions): Served {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = startStdioServer(runtime, { ...options, input: toServer, output: toClient });
  return { transport: new StreamTransport(toClient, toServer), close: () => server.close() };
}

async function overHttp(runtime: ILexichordRuntime, options: McpServerOptions): Promise<Served> {
  const server = await startHttpServer(runtime, options);
  return { transport: new StreamableHTTPClientTransport(new URL(server.address)), close: () => server.close() };
}

/** The text of a tool's answer. */
export function textOf({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
