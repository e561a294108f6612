import { performance } from 'node:perf_hooks';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Longest wait for one answer, in milliseconds: a first answer may build an index. */
const timeout = 600_000;

/** A server for agents that a client starts over standard input and output. */
export interface ServerCommand {
  /** A script, and its arguments. */
  readonly parameters: readonly string[];
  /** Where it is started. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Calls one tool. @throws {LexichordError} if the answer says that the call failed */
export type CallTool = (name: string, args?: Readonly<Record<string, unknown>>) => Promise<CallToolResult>;

/**
 * Starts a server, works with it, and ends it.
 *
 * @param work gets what calls a tool, and when the server was started, by `performance.now()`
 */
export async function withServer<T>(
  { parameters, folder, environment }: ServerCommand,
  work: (call: CallTool, startedMs: number) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: 'lexichord-benchmark', version: '1.0.0' });
  const env = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const startedMs = performance.now();
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...parameters], cwd: folder, env, stderr: 'ignore' }),
    { timeout },
  );
  try {
    return await work(async (name, args = {}) => {
      const answer = await client.callTool({ name, arguments: args }, { timeout });
      if (answer.isError !== true) return answer;
      throw new LexichordError(ErrorCode.internal, `${name} failed: ${JSON.stringify(answer.content).slice(0, 500)}`);
    }, startedMs);
  } finally {
    await client.close();
  }
}
