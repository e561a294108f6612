import { readFileSync } from 'node:fs';

import { Command, Option } from 'commander';

import { type CommandIo, columnsOf } from '../command-io.js';
import { colorsFor, hasColors } from '../output/text-layout.js';
import type {
  CommandDefinition,
  CommandGroup,
  GlobalOptions,
  Invocation,
  OptionDefinition,
} from './command-definition.js';
import { commandTable } from './command-table.js';
import { globalOptionDefinitions } from './global-options.js';

/** Called with the parsed command line. */
type OnCommand = (definition: CommandDefinition, invocation: Invocation) => Promise<void>;

const globalHeading = 'Global options:';

/** Builds the commander program. Loads no command's code. */
export function createProgram(io: CommandIo, onCommand: OnCommand): Command {
  const program = configure(new Command('lexichord'), io)
    .description(
      'Builds the context of an AI agent: relevant code and text, ranked, without repetition, within a token budget.',
    )
    .version(readVersion(), '--version', 'print the version')
    .enablePositionalOptions()
    .addHelpText('after', () => exampleText(programExamples, io));
  addGlobalOptions(program);
  for (const entry of commandTable) {
    program.addCommand(isGroup(entry) ? createGroup(entry, io, onCommand) : createCommand(entry, io, onCommand));
  }
  return program;
}

const programExamples: CommandDefinition['examples'] = [
  ['lexichord start', 'a short introduction, and the answer to a first question'],
  ['lexichord init --agent claude', 'add the server to your agent'],
  ['lexichord demo', 'assemble a sample context'],
  ['lexichord assemble README.md --cursor 40:1', 'the context for line 40 of README.md'],
  ['lexichord pack "why does login fail for OAuth users"', 'the code and documents relevant to a question'],
  ['lexichord assemble --help', 'all options of assemble'],
];

function createGroup(group: CommandGroup, io: CommandIo, onCommand: OnCommand): Command {
  const command = configure(new Command(group.name), io).summary(group.summary).description(sentence(group.summary));
  addGlobalOptions(command);
  command.enablePositionalOptions();
  command.addHelpText('after', () =>
    exampleText(
      group.commands.flatMap(({ examples }) => examples.slice(0, 1)),
      io,
    ),
  );
  for (const definition of group.commands) command.addCommand(createCommand(definition, io, onCommand));
  return command;
}

function createCommand(definition: CommandDefinition, io: CommandIo, onCommand: OnCommand): Command {
  const command = configure(new Command(definition.name), io)
    .summary(definition.summary)
    .description(definition.description ?? sentence(definition.summary))
    .addHelpText('after', () => exampleText(definition.examples, io));
  for (const { name, summary } of definition.arguments ?? []) command.argument(name, summary);
  for (const option of definition.options ?? []) command.addOption(toOption(option));
  addGlobalOptions(command);
  command.action(async () => {
    await onCommand(definition, {
      arguments: command.processedArgs as Invocation['arguments'],
      options: command.opts(),
      globals: globalsOf(command),
    });
  });
  return command;
}

function configure(command: Command, io: CommandIo): Command {
  const colors = colorsFor(io.stdout, io.environment);
  return command
    .exitOverride()
    .helpCommand(false)
    .addHelpOption(new Option('-h, --help', 'print this help').helpGroup(globalHeading))
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // Errors are thrown and printed in one place, as JSON with --json.
      outputError: () => undefined,
      getOutHelpWidth: () => columnsOf(io.stdout),
      getErrHelpWidth: () => columnsOf(io.stderr),
      getOutHasColors: () => hasColors(io.stdout, io.environment),
      getErrHasColors: () => hasColors(io.stderr, io.environment),
    })
    .configureHelp({ styleTitle: (title) => colors.bold(title), subcommandTerm: commandTerm, minWidthToWrap: 20 });
}

/** A command in a list of commands: its name and arguments. All have options, so `[options]` is left out. */
function commandTerm(command: Command): string {
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...words].join(' ');
}

function addGlobalOptions(command: Command): void {
  for (const option of globalOptionDefinitions) command.addOption(toOption(option).helpGroup(globalHeading));
}

function toOption({ flags, summary, isRepeatable }: OptionDefinition): Option {
  const option = new Option(flags, summary);
  return isRepeatable === true
    ? option.argParser((value: string, previous: readonly string[] | undefined) => [...(previous ?? []), value])
    : option;
}

/** The option nearest to the command's arguments wins: `--workspace a assemble --workspace b` uses `b`. */
function globalsOf(command: Command): GlobalOptions {
  const { workspace, tier, trustState, json, debug }: Partial<GlobalOptions> = {
    ...command.parent?.parent?.opts(),
    ...command.parent?.opts(),
    ...command.opts(),
  };
  return { workspace, tier, trustState, json: json === true, debug: debug === true };
}

function exampleText(examples: CommandDefinition['examples'], io: CommandIo): string {
  const colors = colorsFor(io.stdout, io.environment);
  const lines = examples.map(([commandLine, effect]) => `  ${commandLine}\n      ${colors.dim(effect)}`);
  return `\n${colors.bold('Examples:')}\n${lines.join('\n')}`;
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

function isGroup(entry: CommandDefinition | CommandGroup): entry is CommandGroup {
  return 'commands' in entry;
}

/** The version in this package's manifest. */
function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
