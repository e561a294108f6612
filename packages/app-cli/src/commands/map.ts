import type { RepositoryMap } from '@lexichord/abstractions';

import type { CommandRun } from '../command-line/command-definition.js';
import { countOption } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { showIndexProgress } from '../output/index-update.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord map`. */
export const runMap: CommandRun = (invocation, io) => {
  const budget = countOption(invocation, 'budget', { flag: '--budget', max: 999_999_999 });
  const refresh = invocation.options['refresh'] !== false;
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const map = await showIndexProgress(io, (onIndexProgress) =>
      runtime.map({ budget, refresh, onIndexProgress, signal }),
    );
    if (globals.json) printJson(toJson(map), io);
    else {
      io.stdout.write(map.text);
      printWarnings(map.warnings, io);
    }
    return ExitCode.done;
  });
};

function toJson({ text, totalTokens, name, description, ...map }: RepositoryMap): object {
  const { languages, entryPoints, definitions, omittedDefinitions, warnings } = map;
  return { name, description, totalTokens, languages, entryPoints, definitions, omittedDefinitions, text, warnings };
}
