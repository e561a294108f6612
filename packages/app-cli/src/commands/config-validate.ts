import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { toTerminalText } from '../output/terminal-text.js';
import { withCheckedConfiguration } from '../session/check-configuration.js';

/** `lexichord config validate`. An invalid configuration is thrown, with every problem. */
export const runConfigValidate: CommandRun = ({ globals }, io) =>
  withCheckedConfiguration(globals, io, ({ files, warnings, message }) => {
    if (globals.json) printJson({ valid: true, files, warnings }, io);
    else io.stdout.write(`${toTerminalText(message)}\n`);
    return ExitCode.done;
  });
