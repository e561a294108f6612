import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { withRuntime } from '../session/with-runtime.js';

const nobody =
  'No command of this version answers while it runs, so there is no file watcher to ask. Commands look at the files ' +
  'themselves: "lexichord index --watch" prints every change that it follows, all others look when they start.';

/** `lexichord debug watch` (T-016, troubleshooting 6). That nobody watches is no failure. */
export const runDebugWatch: CommandRun = ({ globals }, io) =>
  // Opened all the same, so that a workspace or configuration that is wrong is told.
  withRuntime({ globals, io }, () => {
    if (globals.json) printJson({ active: false, watchers: [], message: nobody }, io);
    else io.stdout.write(`${nobody}\n`);
    return Promise.resolve(ExitCode.done);
  });
