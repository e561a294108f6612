import { setMaxListeners } from 'node:events';

import type { CommandIo } from './command-io.js';
import { guardStream } from './command-line/guard-stream.js';
import { Interruption, type InterruptingSignal, interruptingSignals } from './interruption.js';
import { runCli } from './run-cli.js';

const interruption = new AbortController();
// Every running operation listens to it; Node warns of more than ten listeners.
setMaxListeners(0, interruption.signal);
const signalNames = Object.keys(interruptingSignals) as InterruptingSignal[];
const interrupt = (name: InterruptingSignal): void => {
  // Once: a second signal gets Node's default handling and ends the process.
  for (const signalName of signalNames) process.off(signalName, interrupt);
  interruption.abort(new Interruption(name));
};
for (const signalName of signalNames) process.on(signalName, interrupt);

const io: CommandIo = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  environment: process.env,
  workingDirectory: process.cwd(),
  signal: interruption.signal,
  asksWarmProcess: true,
};
guardStream(process.stdout, process);
guardStream(process.stderr, process);

const exitCode = await runCli(process.argv.slice(2), io);
process.exitCode ??= exitCode;
// Work that ignored the interruption would keep the process alive.
if (interruption.signal.aborted) process.exit(exitCode);
