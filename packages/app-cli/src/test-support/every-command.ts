import { commandTable } from '../command-line/command-table.js';
import { FollowedCommand } from './followed-command.js';
import { type CommandResult, type RunOptions, runCommand } from './run-command.js';

/** Names of the things in a workspace that commands are run on. */
export interface CommandSubjects {
  /** A Markdown document. */
  readonly document: string;
  /** A question that the document answers, as a task, a query and a text. */
  readonly query: string;
  /** Lines of the last pack, as `PATH:A-B`. */
  readonly chunk: string;
  /** The same of another chunk. */
  readonly otherChunk: string;
  /** A file that `knowledge import` reads. */
  readonly facts: string;
  /** The name of an entity in it. */
  readonly entity: string;
  /** A file with messages. */
  readonly transcript: string;
  /** The id of a stored conversation. */
  readonly conversation: string;
  /** The id of one of its segments. */
  readonly segment: string;
  /** File that `memory backup` wrote. */
  readonly memoryBackup: string;
  /** File that `knowledge backup` wrote. */
  readonly knowledgeBackup: string;
}

/** Arguments of a command. */
export interface CommandLine {
  readonly argv: readonly string[];
  /** Text that it prints once it serves, for a command that runs until it is interrupted. */
  readonly serving?: { readonly stream: 'stdout' | 'stderr'; readonly text: string };
}

/** The full name of every command, such as `memory add`, in the order of the command table. */
export function commandNames(): readonly string[] {
  return commandTable.flatMap((entry) =>
    'commands' in entry ? entry.commands.map(({ name }) => `${entry.name} ${name}`) : [entry.name],
  );
}

/**
 * Command lines of every command by its full name, each of which ends with exit code 0 (a serving one: with that of its
 * interruption) where the subjects are there. In this order they can be run one after the other in one workspace: what
 * they write has names of its own, and what removes something comes last.
 */
export function everyCommand(subjects: CommandSubjects): ReadonlyMap<string, readonly CommandLine[]> {
  const lines: Readonly<Record<string, readonly CommandLine[]>> = {
    ...assemblyCommands(subjects),
    ...packingCommands(subjects),
    ...searchCommands(subjects),
    ...knowledgeCommands(subjects),
    ...memoryCommands(subjects),
    ...otherCommands(subjects),
  };
  return new Map(Object.entries(lines));
}

type CommandLines = Readonly<Record<string, readonly CommandLine[]>>;

/** A line that ends by itself. */
function line(...argv: readonly string[]): CommandLine {
  return { argv };
}

function assemblyCommands({ document, query, conversation }: CommandSubjects): CommandLines {
  return {
    start: [line('start', query), line('start')],
    demo: [line('demo')],
    assemble: [line('assemble', document, '--query', query, '--conversation', conversation)],
    // Not by its line on standard error: what comes on two streams comes in any order.
    preview: [{ argv: ['preview', document], serving: { stream: 'stdout', text: 'http://' } }],
  };
}

function packingCommands({ document, query, chunk, otherChunk }: CommandSubjects): CommandLines {
  return {
    // First what tells of the last pack, then what replaces it.
    'context show': [line('context', 'show'), line('context', 'show', '--verbose')],
    'context export': [line('context', 'export', 'exported-pack.md')],
    'context sources': [line('context', 'sources')],
    'context validate-sources': [line('context', 'validate-sources')],
    'context explain-rank': [line('context', 'explain-rank', '--chunk', chunk)],
    'context compare-chunks': [line('context', 'compare-chunks', '--chunk1', chunk, '--chunk2', otherChunk)],
    'context expand': [line('context', 'expand', chunk)],
    'context verify': [line('context', 'verify')],
    'context refresh': [line('context', 'refresh')],
    pack: [
      line('pack', query, '--open', document),
      line('pack', query, '--layout', 'stable'),
      line('pack', query, '--since', 'last'),
    ],
  };
}

function searchCommands({ query }: CommandSubjects): CommandLines {
  return {
    search: [line('search', query, '--no-refresh'), line('search', query, '--explain')],
    map: [line('map'), line('map', '--budget', '300')],
    mcp: [
      // Its client ends the connection at once.
      line('mcp'),
      { argv: ['mcp', '--http', '0'], serving: { stream: 'stdout', text: 'http://' } },
    ],
    index: [
      line('index'),
      { argv: ['index', '--watch'], serving: { stream: 'stderr', text: 'Following changes' } },
      line('index', '--rebuild'),
    ],
  };
}

function knowledgeCommands({ document, query, facts, entity, knowledgeBackup }: CommandSubjects): CommandLines {
  return {
    'knowledge search': [line('knowledge', 'search', query)],
    'knowledge show': [line('knowledge', 'show', entity, '--history')],
    'knowledge axioms': [line('knowledge', 'axioms')],
    'knowledge check': [line('knowledge', 'check')],
    'knowledge context': [line('knowledge', 'context', query, '--document', document)],
    'knowledge export': [line('knowledge', 'export')],
    'knowledge backup': [line('knowledge', 'backup', 'written-knowledge.backup')],
    'knowledge restore': [line('knowledge', 'restore', knowledgeBackup)],
    'knowledge import': [line('knowledge', 'import', facts)],
  };
}

function memoryCommands(subjects: CommandSubjects): CommandLines {
  const { query, transcript, conversation, segment, memoryBackup } = subjects;
  return {
    'memory list': [line('memory', 'list')],
    'memory find': [line('memory', 'find', query)],
    'memory show': [line('memory', 'show', conversation)],
    'memory expand': [line('memory', 'expand', segment, '--from', 'brief', '--to', 'full')],
    'memory recall': [line('memory', 'recall', conversation, query)],
    'memory detect': [line('memory', 'detect', `I do not remember: ${query}`, '--conversation', conversation)],
    'memory verify': [line('memory', 'verify', conversation)],
    'memory export': [line('memory', 'export', conversation)],
    'memory backup': [line('memory', 'backup', 'written-memory.backup')],
    'memory restore': [line('memory', 'restore', memoryBackup)],
    'memory add': [line('memory', 'add', transcript, '--conversation', conversation)],
    'memory import': [line('memory', 'import', transcript, '--conversation', 'imported')],
    'memory remove': [line('memory', 'remove', conversation, '--yes')],
  };
}

function otherCommands({ document }: CommandSubjects): CommandLines {
  return {
    'strategies list': [line('strategies', 'list')],
    'strategies enable': [line('strategies', 'enable', 'style')],
    'strategies disable': [line('strategies', 'disable', 'style')],
    'config show': [line('config', 'show')],
    'config validate': [line('config', 'validate')],
    'config schema': [line('config', 'schema')],
    'config reload': [line('config', 'reload')],
    'license show': [line('license', 'show')],
    'debug tokenize': [line('debug', 'tokenize', '--file', document)],
    'debug parsers': [line('debug', 'parsers')],
    'debug watch': [line('debug', 'watch')],
    serve: [{ argv: ['serve'], serving: { stream: 'stderr', text: 'Answering commands' } }, line('serve', '--stop')],
    doctor: [line('doctor'), line('doctor', '--repair')],
    completion: [line('completion', 'bash')],
    init: [line('init'), line('init', '--agent', 'claude,codex,cursor,vscode', '--yes')],
  };
}

/**
 * Runs a command line to its end. One that serves is interrupted as soon as it does.
 *
 * @param options of a serving command count for the folder and the environment alone
 */
export async function runCommandLine({ argv, serving }: CommandLine, options: RunOptions): Promise<CommandResult> {
  if (serving === undefined) return runCommand(argv, options);
  const command = new FollowedCommand(argv, options);
  // One that cannot serve ends by itself, with an exit code that tells.
  await command.written(serving.stream, serving.text).catch(() => undefined);
  const exitCode = await command.interrupt();
  const { stdout, stderr } = command;
  return { exitCode, stdout, stderr };
}
