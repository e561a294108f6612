import { PassThrough } from 'node:stream';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';

import { type McpServerOptions, startStdioServer } from '../index.js';
import { StreamTransport } from './stream-transport.js';

/** The two revisions of the protocol that the server speaks. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;

/** One of {@link revisions}. */
export type Revision = (typeof revisions)[number];

/** How a test connects. */
export interface ConnectOptions extends McpServerOptions {
  readonly revision?: Revision | undefined;
  readonly client?: ClientOptions | undefined;
}

/** The client of the official SDK, connected to a server of the workspace by two streams in this process. */
export async function connectClient(
  runtime: ILexichordRuntime,
  { revision = '2026-07-28', client: clientOptions, ...options }: ConnectOptions = {},
): Promise<Client> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  startStdioServer(runtime, { ...options, input: toServer, output: toClient });
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { ...clientOptions, versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  );
  await client.connect(new StreamTransport(toClient, toServer));
  return client;
}

/** The text of a tool's answer. */
export function textOf({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
