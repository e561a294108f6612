export type { CommandIo, TextSink } from './command-io.js';
export { runCli } from './run-cli.js';
