import type { CommandDefinition, CommandGroup, CommandRun } from '../command-line/command-definition.js';
import { requiredArgument, usageError } from '../command-line/read-options.js';
import { bashScript } from '../completion/bash-script.js';
import { type CompletionNode, completionTree } from '../completion/completion-tree.js';
import { fishScript } from '../completion/fish-script.js';
import { zshScript } from '../completion/zsh-script.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';

/** `lexichord completion <shell>`, for these commands. */
export function completionOf(commands: readonly (CommandDefinition | CommandGroup)[]): CommandRun {
  return (invocation, io) => runCompletion(completionTree(commands), invocation, io);
}

function runCompletion(nodes: readonly CompletionNode[], ...[invocation, io]: Parameters<CommandRun>): Promise<number> {
  const name = requiredArgument(invocation, 0);
  const shell = shells.find((candidate) => candidate === name);
  if (shell === undefined) {
    throw usageError(
      `There is no completion for the shell ${JSON.stringify(name)}; it must be one of ${shells.join(', ')}.`,
    );
  }
  const script = completionScript(shell, nodes);
  if (invocation.globals.json) printJson({ shell, script }, io);
  else io.stdout.write(script);
  return Promise.resolve(ExitCode.done);
}

/** Supported shells. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** One of {@link shells}. */
type Shell = (typeof shells)[number];

/** The completion script of a shell. It calls no program, so completion is fast. */
function completionScript(shell: Shell, nodes: readonly CompletionNode[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](nodes);
}
