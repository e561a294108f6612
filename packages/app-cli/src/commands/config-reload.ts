import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { toTerminalText } from '../output/terminal-text.js';
import { withCheckedConfiguration } from '../session/check-configuration.js';

const nobody =
  'No command of this version keeps running, so there was none to reload; the next one reads the configuration by itself. ' +
  'Other programs that have the workspace open follow its files if they were told to.';

/**
 * `lexichord config reload`. No command of this version goes on serving a workspace, so what is left is the check. That
 * nobody had to reload is no failure.
 */
export const runConfigReload: CommandRun = ({ globals }, io) =>
  withCheckedConfiguration(globals, io, ({ files, warnings, message }) => {
    if (globals.json) printJson({ valid: true, files, warnings, reloaded: 0, message: nobody }, io);
    else io.stdout.write(`${toTerminalText(message)}\n${nobody}\n`);
    return ExitCode.done;
  });
