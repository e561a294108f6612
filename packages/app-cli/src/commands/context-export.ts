import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandRun } from '../command-line/command-definition.js';
import { flagOption, requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { requireLastPack } from '../packing/last-pack.js';
import { withRuntime } from '../session/with-runtime.js';
import { checkOutputFile, writeOutputFile } from '../session/write-output.js';

/** `lexichord context export`: the last packed text, as it was. */
export const runContextExport: CommandRun = (invocation, io) => {
  const file = requiredArgument(invocation, 0);
  const { globals } = invocation;
  const { signal, workingDirectory } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const { content, totalTokens } = (await requireLastPack(runtime, io)).packed;
    const replaces = flagOption(invocation, 'force');
    const target = { workingDirectory, workspaceRoot: runtime.workspaceRoot, replaces };
    const output = await checkOutputFile(file, target);
    const shown = await screenOutput({ file }, { runtime, signal });
    await writeOutputFile(output, content);
    const outcome = output.isThere ? 'replaced' : 'written';
    if (globals.json) printJson({ ...shown, outcome, totalTokens }, io);
    else
      io.stdout.write(
        `Exported the packed text to ${toTerminalLine(shown.file)} (${countOf(totalTokens, 'token')}).\n`,
      );
    return ExitCode.done;
  });
};
