import type { CommandRun } from '../command-line/command-definition.js';
import { countOption, usageError } from '../command-line/read-options.js';

const maxPort = 65_535;

/**
 * `lexichord mcp`. Runs until the client ends the connection, or until it is interrupted. If another process keeps the
 * workspace warm, it serves the client of this process.
 */
export const runMcp: CommandRun = async (invocation, io) => {
  const { globals } = invocation;
  const port = countOption(invocation, 'http', { flag: '--http', min: 0, max: maxPort });
  if (port === undefined && globals.json) {
    throw usageError('--json cannot be used, because the protocol uses standard output. Leave it out, or add --http.');
  }
  const mayRelay = port === undefined && io.asksWarmProcess === true && !globals.debug;
  if (mayRelay) {
    const { relayToWarmProcess } = await import('../mcp/relay-to-warm-process.js');
    const exitCode = await relayToWarmProcess(invocation, io);
    if (exitCode !== undefined) return exitCode;
  }
  const { serveMcp } = await import('../mcp/serve-mcp.js');
  return serveMcp({ globals, port }, io);
};
