import { PassThrough } from 'node:stream';

import { startStdioServer } from '@lexichord/mcp-server';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace();
const [fromClient, toClient] = [new PassThrough(), new PassThrough()];
fromClient.end();

// #region serve
const runtime = await createRuntime({ workspaceRoot, license: developmentLicense });
const server = startStdioServer(runtime, { input: fromClient, output: toClient, defaultBudgetTokens: 4_000 });
await server.ended; // the client has closed the connection
await runtime.dispose();
// #endregion

expect(toClient.read()).toBeNull();
