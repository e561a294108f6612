import type {
  CommandDefinition,
  CommandGroup,
  CompletionValues,
  OptionDefinition,
} from '../command-line/command-definition.js';
import { globalOptionDefinitions } from '../command-line/global-options.js';

/** A word that begins with a dash. */
export interface CompletionOption {
  readonly name: string;
  readonly summary: string;
  readonly takesValue: boolean;
  readonly values?: CompletionValues | undefined;
}

/** Completions that can follow a command path. */
export interface CompletionNode {
  /** The command path, such as `strategies enable`; empty for the program itself. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly CompletionOption[];
  /** Completion of the first argument. */
  readonly argument?: CompletionValues | undefined;
}

const helpOption: CompletionOption = { name: '--help', summary: 'print help', takesValue: false };
const versionOption: CompletionOption = { name: '--version', summary: 'print the version', takesValue: false };

/** The command line for the completion scripts: the program first, then every group and command. */
export function completionTree(table: readonly (CommandDefinition | CommandGroup)[]): readonly CompletionNode[] {
  const root: CompletionNode = {
    path: [],
    commands: table.map(({ name, summary }) => ({ name, summary })),
    options: [...globalOptionDefinitions.map(toOption), helpOption, versionOption],
  };
  return [root, ...table.flatMap((entry) => ('commands' in entry ? groupNodes(entry) : [commandNode(entry, [])]))];
}

function groupNodes({ name, commands }: CommandGroup): readonly CompletionNode[] {
  const group: CompletionNode = {
    path: [name],
    commands: commands.map((command) => ({ name: command.name, summary: command.summary })),
    options: [...globalOptionDefinitions.map(toOption), helpOption],
  };
  return [group, ...commands.map((command) => commandNode(command, [name]))];
}

function commandNode(command: CommandDefinition, parents: readonly string[]): CompletionNode {
  return {
    path: [...parents, command.name],
    commands: [],
    options: [...(command.options ?? []), ...globalOptionDefinitions].map(toOption).concat(helpOption),
    argument: command.arguments?.[0]?.completion,
  };
}

function toOption({ flags, summary, completion }: OptionDefinition): CompletionOption {
  const [name = '', value] = flags.split(' ');
  return { name, summary, takesValue: value !== undefined, values: completion };
}
