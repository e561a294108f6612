import { completionScript, shells } from '../completion/completion-script.js';
import { commandTable } from '../command-line/command-table.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument, usageError } from '../command-line/read-options.js';
import { completionTree } from '../completion/completion-tree.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';

/** `lexichord completion <shell>`. */
export const runCompletion: CommandRun = (invocation, io) => {
  const name = requiredArgument(invocation, 0);
  const shell = shells.find((known) => known === name);
  if (shell === undefined) {
    throw usageError(
      `There is no completion for the shell ${JSON.stringify(name)}; it must be one of ${shells.join(', ')}.`,
    );
  }
  const script = completionScript(shell, completionTree(commandTable));
  if (invocation.globals.json) printJson({ shell, script }, io);
  else io.stdout.write(script);
  return Promise.resolve(ExitCode.done);
};
