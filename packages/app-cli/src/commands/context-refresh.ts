import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printIndexReport } from '../output/print-index-report.js';
import { printJson } from '../output/print-json.js';
import { refreshIndex } from '../session/refresh-index.js';
import { withRuntime } from '../session/with-runtime.js';

const nobody =
  'No command of this version answers while it runs, so there were no caches to clear but the index: every command ' +
  'begins with empty ones, and "lexichord index --watch" follows the files by itself.';

/**
 * `lexichord context refresh` (T-016, troubleshooting 6). No command of this version can be told to forget what it has
 * read; the index, which all of them use, is brought up to date.
 */
export const runContextRefresh: CommandRun = ({ globals }, io) =>
  withRuntime({ globals, io }, async ({ runtime }) => {
    const index = await refreshIndex(runtime, io);
    if (globals.json) {
      printJson({ index, cleared: 0, message: nobody }, io);
    } else {
      printIndexReport(index, io);
      io.stdout.write(`${nobody}\n`);
    }
    return ExitCode.done;
  });
