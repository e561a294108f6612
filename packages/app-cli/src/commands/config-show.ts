import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';

import { type CommandIo, columnsOf } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { optionalArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { colorsFor } from '../output/colors.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { toTerminalLine } from '../output/terminal-text.js';
import { findSettingsFolder } from '../session/find-workspace.js';
import { type Setting, listSettings } from '../session/list-settings.js';
import { readSettings } from '../session/read-settings.js';

/** `lexichord config show [key]` (T-016, troubleshooting 8): a setting, a section, or all. */
export const runConfigShow: CommandRun = async (invocation, io) => {
  const { globals } = invocation;
  const workspaceRoot = await findSettingsFolder(globals, io);
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

/** As in a YAML file: the setting, and where it comes from as a comment. */
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
