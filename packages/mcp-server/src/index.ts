export { type HttpServerOptions, startHttpServer } from './serving/serve-http.js';
export type { HttpServer } from './serving/serve-over-http.js';
export { type StdioServer, type StdioServerOptions, startStdioServer } from './serving/serve-stdio.js';
export type { McpServerOptions } from './serving/served-workspace.js';
