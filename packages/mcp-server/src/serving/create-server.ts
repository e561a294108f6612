import { McpServer } from '@modelcontextprotocol/server';

import { allTools } from '../tools/all-tools.js';
import { boundedSchema } from '../tools/bounded-schema.js';
import { callTool } from '../tools/call-tool.js';
import type { ServedWorkspace } from './served-workspace.js';

/** What a client tells its model about the server. */
const instructions =
  'Lexichord knows this repository. search_code finds a place, pack_context collects what a task needs into one text. ' +
  'Every answer keeps to budget_tokens and says what it leaves out; expand_context with a handle from an answer shows ' +
  'that part.';

const serverInfo = { name: 'lexichord', title: 'Lexichord', version: '0.1.0' };

/** A protocol server for one connection; what it knows is the workspace's. */
export function createServer(workspace: ServedWorkspace): McpServer {
  const server = new McpServer(serverInfo, { instructions });
  for (const tool of allTools) {
    const { name, title, description, annotations } = tool;
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: boundedSchema(tool.input), outputSchema: tool.output },
      (input, context) => callTool({ tool, input, context }, workspace),
    );
  }
  return server;
}
