import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { toTerminalText } from '../output/terminal-text.js';
import { checkConfiguration } from '../session/check-configuration.js';

/** `lexichord config validate`. An invalid configuration is thrown, with every problem. */
export const runConfigValidate: CommandRun = async ({ globals }, io) => {
  const { files, message } = await checkConfiguration(globals, io);
  if (globals.json) printJson({ valid: true, files }, io);
  else io.stdout.write(`${toTerminalText(message)}\n`);
  return ExitCode.done;
};
