import type { ConfigurationChange } from '@lexichord/abstractions';
import type { ProcessReply } from '@lexichord/control';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { toTerminalText } from '../output/terminal-text.js';
import { answerJson, askOthers, failuresOf, nameOf, nobodyServes } from '../serving/ask-others.js';
import { withCheckedConfiguration } from '../session/check-configuration.js';

const nobody = `${nobodyServes}, so there was none to reload; every other command reads the configuration when it starts.`;

type Reload = ProcessReply<'reload-configuration'>;

/**
 * `lexichord config reload` (T-016 scenario 10). That nobody had to reload is no failure; that somebody could not is one.
 */
export const runConfigReload: CommandRun = ({ globals }, io) =>
  withCheckedConfiguration(globals, io, async ({ files, warnings, message, runtime }) => {
    const answers = await askOthers(runtime, 'reload-configuration', { signal: io.signal });
    const reloaded = answers.filter(({ failure }) => failure === undefined).length;
    if (globals.json) {
      const note = answers.length === 0 ? { message: nobody } : {};
      printJson({ valid: true, files, warnings, reloaded, processes: answers.map(answerJson), ...note }, io);
    } else {
      printReloads(message, answers, io);
    }
    return reloaded === answers.length ? ExitCode.done : ExitCode.failed;
  });

function printReloads(message: string, answers: readonly Reload[], io: CommandIo): void {
  const lines = answers.flatMap((answer) => describeReload(answer));
  const ending =
    answers.length === 0 ? [nobody] : failuresOf(answers).length > 0 ? [] : ['Configuration reloaded successfully.'];
  io.stdout.write(toTerminalText([message, ...lines, ...ending, ''].join('\n')));
  printWarnings(failuresOf(answers), io);
}

function describeReload(reload: Reload): readonly string[] {
  const { answer } = reload;
  return answer === undefined ? [] : [`${nameOf(reload)} ${describeChange(answer)}.`];
}

/** A panel follows its files, so often it has taken up everything before it is asked. */
function describeChange({ appliedKeys, restartKeys }: ConfigurationChange): string {
  const applied = appliedKeys.length === 0 ? 'has it already' : `took up ${appliedKeys.join(', ')}`;
  return restartKeys.length === 0 ? applied : `${applied}; a restart is needed for ${restartKeys.join(', ')}`;
}
