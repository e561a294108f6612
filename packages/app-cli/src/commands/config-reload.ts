import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { toTerminalText } from '../output/terminal-text.js';
import { checkConfiguration } from '../session/check-configuration.js';

const nobody =
  'No process is serving this workspace, so there was nothing to reload; the next command reads the configuration by itself.';

/**
 * `lexichord config reload`. No command of this version goes on serving a workspace, so what is left is the check. That
 * nobody had to reload is no failure.
 */
export const runConfigReload: CommandRun = async ({ globals }, io) => {
  const { files, message } = await checkConfiguration(globals, io);
  if (globals.json) printJson({ valid: true, files, reloaded: 0, message: nobody }, io);
  else io.stdout.write(`${toTerminalText(message)}\n${nobody}\n`);
  return ExitCode.done;
};
