import { toTerminalText } from '@lexichord/platform/terminal-text';

import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { printSecrets } from '../output/secret-list.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord context expand`: prints the lines byte for byte; on a terminal, control characters are escaped. */
export const runContextExpand: CommandRun = (invocation, io) => {
  const handle = requiredArgument(invocation, 0);
  const { globals } = invocation;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const body = await runtime.expand(handle, { signal: io.signal });
    if (globals.json) {
      printJson(body, io);
      return ExitCode.done;
    }
    io.stdout.write(io.stdout.isTTY === true ? toTerminalText(body.content) : body.content);
    printSecrets(body.secrets, io);
    printWarnings(body.warnings, io);
    return ExitCode.done;
  });
};
