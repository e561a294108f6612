import { readFileSync } from 'node:fs';

import { McpServer } from '@modelcontextprotocol/server';

import { callScope } from '../calls/client-roots.js';
import { registerPrompts } from '../prompts/all-prompts.js';
import { registerResources } from '../resources/all-resources.js';
import { registerSubscriptions } from '../resources/subscriptions.js';
import { allTools } from '../tools/all-tools.js';
import { boundedSchema } from '../tools/bounded-schema.js';
import { callTool } from '../tools/call-tool.js';
import type { OpenStreams } from './open-streams.js';
import type { ServedWorkspace } from './served-workspace.js';

/** Instructions about the server, for the client's model. */
const instructions =
  'Lexichord knows this repository. search_code finds a place, pack_context collects what a task needs into one text, ' +
  'repository_map gives an overview. recall_conversation and remember are a memory over sessions, lookup_knowledge has ' +
  'facts of the product. Every answer keeps to budget_tokens and says what it leaves out; expand_context with a handle ' +
  'from an answer shows that part.';

/** Cached version of this package's manifest. */
let cachedVersion: string | undefined;

/** Time limit for a client's answer to a question, in milliseconds; it has its roots at hand. */
const questionTimeoutMs = 10_000;

/** Options of a protocol server. */
export interface ServerPurpose {
  /** `legacy`: revision 2025-11-25 and earlier; `modern`: 2026-07-28. */
  readonly era: 'legacy' | 'modern';
  /** Whether it lasts as long as its client's connection, instead of a single request. */
  readonly isLasting: boolean;
  /** Streams for notifications of its client; absent: the connection itself. */
  readonly streams?: OpenStreams | undefined;
}

/** Creates a protocol server on the shared state of a workspace. */
export function createServer(workspace: ServedWorkspace, purpose: ServerPurpose): McpServer {
  const server = new McpServer(
    { name: 'lexichord', title: 'Lexichord', version: serverVersion() },
    {
      instructions,
      capabilities: { resources: { subscribe: true, listChanged: true } },
      inputRequired: { roundTimeoutMs: questionTimeoutMs },
    },
  );
  registerTools(server, workspace);
  registerResources(server, workspace);
  registerPrompts(server, workspace);
  if (purpose.isLasting) registerSubscriptions(server, workspace, purpose);
  return server;
}

/** The version of this package, and of the command, because all packages have the same version. */
function serverVersion(): string {
  const manifest = new URL('../../package.json', import.meta.url);
  cachedVersion ??= (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
  return cachedVersion;
}

function registerTools(server: McpServer, workspace: ServedWorkspace): void {
  for (const tool of allTools) {
    const { name, title, description, annotations, reach } = tool;
    const { workspaceRoot } = workspace.runtime;
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: boundedSchema(tool.input), outputSchema: tool.output },
      (input, context) =>
        callTool(
          { tool, input, context, scope: () => callScope({ context, server, workspaceRoot, reach }) },
          workspace,
        ),
    );
  }
}
