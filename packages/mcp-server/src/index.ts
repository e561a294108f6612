export { type StdioServer, type StdioServerOptions, startStdioServer } from './serving/serve-stdio.js';
export type { McpServerOptions } from './serving/served-workspace.js';
