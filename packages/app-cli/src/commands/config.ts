import { type ConfigurationChange, ErrorCode, type ILexichordRuntime, LexichordError } from '@lexichord/abstractions';
import type { ProcessReply } from '@lexichord/control';
import { findClosestName } from '@lexichord/platform/internal';
import { toTerminalLine, toTerminalText } from '@lexichord/platform/terminal-text';
import { configurationJsonSchema } from '@lexichord/runtime/internal';

import { type CommandIo, columnsOf } from '../command-io.js';
import type { CommandRun, GlobalOptions } from '../command-line/command-definition.js';
import { optionalArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { colorsFor } from '../output/text-layout.js';
import { answerJson, askProcesses, failuresOf, nameOf, noServingProcess } from '../session/ask-others.js';
import { findSettingsFolder } from '../session/find-workspace.js';
import { type Setting, listSettings } from '../session/list-settings.js';
import { readSettings } from '../session/read-settings.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord config show [key]` (T-016, troubleshooting 8): a setting, a section, or all. */
export const runConfigShow: CommandRun = async (invocation, io) => {
  const { globals } = invocation;
  const workspaceRoot = findSettingsFolder(globals, io);
  const { configuration } = await readSettings(globals, { io, workspaceRoot });
  const settings = selectSettings(await listSettings(configuration), optionalArgument(invocation, 0));
  const { files, warnings } = configuration;
  if (globals.json) {
    printJson({ settings, files, warnings }, io);
    return ExitCode.done;
  }
  printWarnings(warnings, io);
  printSettings(settings, io);
  return ExitCode.done;
};

function selectSettings(settings: readonly Setting[], key: string | undefined): readonly Setting[] {
  if (key === undefined) return settings;
  const selected = settings.filter((setting) => setting.key === key || setting.key.startsWith(`${key}.`));
  if (selected.length > 0) return selected;
  throw unknownKey(key, settings);
}

function unknownKey(key: string, settings: readonly Setting[]): LexichordError {
  const keys = settings.flatMap((setting) => {
    const parts = setting.key.split('.');
    return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  });
  const meant = findClosestName(key, [...new Set(keys)]);
  const hint = meant === undefined ? 'Run "lexichord config show" to see them all.' : `Did you mean "${meant}"?`;
  return new LexichordError(ErrorCode.invalidArgument, `There is no setting ${JSON.stringify(key)}. ${hint}`, {
    details: { key },
  });
}

/** Prints settings as YAML, each with its origin as a comment. */
function printSettings(settings: readonly Setting[], io: CommandIo): void {
  const colors = colorsFor(io.stdout, io.environment);
  const lines = settings.map((setting) => ({ text: `${setting.key}: ${valueText(setting)}`.trimEnd(), setting }));
  const widest = Math.max(...lines.map(({ text }) => text.length));
  const width = Math.min(widest, columnsOf(io.stdout) - 16);
  for (const { text, setting } of lines) {
    const origin = `# ${setting.origin}${setting.formula === undefined ? '' : `: ${setting.formula}`}`;
    const isQuiet = setting.origin === 'default' || setting.origin === 'not set';
    io.stdout.write(`${text.padEnd(width)}  ${isQuiet ? colors.dim(origin) : colors.cyan(origin)}\n`);
  }
}

function valueText({ value, isSecret }: Setting): string {
  if (isSecret === true) return '(secret)';
  return value === undefined ? '' : toTerminalLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** `lexichord config validate`. Throws an invalid configuration, with every problem. */
export const runConfigValidate: CommandRun = ({ globals }, io) =>
  withCheckedConfiguration(globals, io, ({ files, warnings, message }) => {
    if (globals.json) printJson({ valid: true, files, warnings }, io);
    else io.stdout.write(`${toTerminalText(message)}\n`);
    return ExitCode.done;
  });

/** `lexichord config schema`. Prints JSON with and without `--json`. */
export const runConfigSchema: CommandRun = async (_invocation, io) => {
  printJson(await configurationJsonSchema(), io);
  return ExitCode.done;
};

const nothingToReload = `${noServingProcess}, so no process was reloaded; every other command reads the configuration when it starts.`;

type Reload = ProcessReply<'reload-configuration'>;

/**
 * `lexichord config reload` (T-016 scenario 10). Succeeds without serving processes; fails when one could not reload.
 */
export const runConfigReload: CommandRun = ({ globals }, io) =>
  withCheckedConfiguration(globals, io, async ({ files, warnings, message, runtime }) => {
    const answers = await askProcesses(runtime, 'reload-configuration', { signal: io.signal });
    const reloaded = answers.filter(({ failure }) => failure === undefined).length;
    if (globals.json) {
      const note = answers.length === 0 ? { message: nothingToReload } : {};
      printJson({ valid: true, files, warnings, reloaded, processes: answers.map(answerJson), ...note }, io);
    } else {
      printReloads(message, answers, io);
    }
    return reloaded === answers.length ? ExitCode.done : ExitCode.failed;
  });

function printReloads(message: string, answers: readonly Reload[], io: CommandIo): void {
  const lines = answers.flatMap((answer) => describeReload(answer));
  const ending =
    answers.length === 0
      ? [nothingToReload]
      : failuresOf(answers).length > 0
        ? []
        : ['Configuration reloaded successfully.'];
  io.stdout.write(toTerminalText([message, ...lines, ...ending, ''].join('\n')));
  printWarnings(failuresOf(answers), io);
}

function describeReload(reload: Reload): readonly string[] {
  const { answer } = reload;
  return answer === undefined ? [] : [`${nameOf(reload)} ${describeChange(answer)}.`];
}

/** Describes a change. A panel watches its files, so it has often applied the change already. */
function describeChange({ appliedKeys, restartKeys }: ConfigurationChange): string {
  const applied = appliedKeys.length === 0 ? 'has it already' : `took up ${appliedKeys.join(', ')}`;
  return restartKeys.length === 0 ? applied : `${applied}; a restart is needed for ${restartKeys.join(', ')}`;
}

/** A configuration with which a workspace can be opened. */
interface CheckedConfiguration {
  /** Display names of the files, lowest precedence first. */
  readonly files: readonly string[];
  /** Warnings; already printed to standard error, unless the output is JSON. */
  readonly warnings: readonly string[];
  /** One sentence for people. */
  readonly message: string;
  /** The workspace, opened with it. */
  readonly runtime: ILexichordRuntime;
}

/**
 * Opens the workspace, which finds errors that the schema cannot, such as a model without a known tokenizer.
 *
 * @throws {LexichordError} `invalid-configuration` with every problem
 */
async function withCheckedConfiguration(
  globals: GlobalOptions,
  io: CommandIo,
  work: (checked: CheckedConfiguration) => number | Promise<number>,
): Promise<number> {
  return withRuntime({ globals, io }, async ({ runtime, settings }) => {
    const { files } = settings.configuration;
    const read =
      files.length === 0 ? 'no configuration file, so the defaults apply' : `read from ${files.join(' and ')}`;
    const message = `The configuration is valid (${read}).`;
    return work({ files, warnings: runtime.configurationWarnings, message, runtime });
  });
}
