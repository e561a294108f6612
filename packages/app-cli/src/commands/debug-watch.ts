import type { ProcessReply, WatchDescription } from '@lexichord/control';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { type Fact, formatFacts } from '../output/print-facts.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { colorsFor } from '../output/text-layout.js';
import { answerJson, askProcesses, failuresOf, nameOf, noServingProcess } from '../session/ask-others.js';
import { withRuntime } from '../session/with-runtime.js';

const noProcessNote = `${noServingProcess}, so no file is watched: every other command checks the files when it starts.`;

/**
 * `lexichord debug watch` (T-016, troubleshooting 6): shows the watched files of each serving process. Succeeds without
 * any.
 */
export const runDebugWatch: CommandRun = ({ globals }, io) =>
  withRuntime({ globals, io }, async ({ runtime }) => {
    const answers = await askProcesses(runtime, 'describe-watch', { signal: io.signal });
    const active = answers.some(({ answer }) => answer?.active === true);
    if (globals.json) {
      const note = answers.length === 0 ? { message: noProcessNote } : {};
      printJson({ active, watchers: answers.map(answerJson), ...note }, io);
    } else {
      printWatchers(answers, io);
    }
    return ExitCode.done;
  });

function printWatchers(answers: readonly ProcessReply<'describe-watch'>[], io: CommandIo): void {
  const colors = colorsFor(io.stdout, io.environment);
  const watchers = answers.flatMap((watcher) =>
    watcher.answer === undefined
      ? []
      : [`${colors.bold(nameOf(watcher))}\n${formatFacts(factsOf(watcher.startedAt, watcher.answer), colors)}\n`],
  );
  io.stdout.write(answers.length === 0 ? `${noProcessNote}\n` : watchers.join('\n'));
  printWarnings(failuresOf(answers), io);
}

function factsOf(startedAt: string, watch: WatchDescription): readonly Fact[] {
  const { active, folders, documents, configurationFiles, lastEvent } = watch;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['active', active ? 'yes' : 'no'],
    ['since', startedAt],
    ['folders', listOf(folders.map((folder) => (folder === '.' ? 'the whole workspace' : folder)))],
    ['documents', listOf(documents)],
    ['configuration', listOf(configurationFiles)],
    ['last event', lastEvent && `${lastEvent.at}, ${lastEvent.what}`],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, toTerminalLine(value)] as const]));
}

function listOf(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.join(', ');
}
