import { configurationJsonSchema } from '@lexichord/runtime';

import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';

/** `lexichord config schema`. It is JSON with `--json` and without. */
export const runConfigSchema: CommandRun = async (_invocation, io) => {
  printJson(await configurationJsonSchema(), io);
  return ExitCode.done;
};
