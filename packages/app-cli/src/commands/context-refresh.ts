import type { ILexichordRuntime, IndexReport } from '@lexichord/abstractions';
import type { ProcessReply, RefreshOutcome } from '@lexichord/control';
import { toTerminalText } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { printIndexReport, showIndexProgress } from '../output/index-update.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { answerJson, askProcesses, failuresOf, nameOf, noServingProcess } from '../session/ask-others.js';
import { withRuntime } from '../session/with-runtime.js';

const noProcessNote = `${noServingProcess}, so only the index was updated: every other command starts with empty caches.`;

/** Timeout of a refresh, sufficient for an index with many changed files. */
const refreshTimeoutMs = 120_000;

/**
 * `lexichord context refresh` (T-016, troubleshooting 6): updates the index, which all commands use, then asks the
 * serving processes to refresh. Succeeds when there are none.
 */
export const runContextRefresh: CommandRun = ({ globals }, io) =>
  withRuntime({ globals, io }, async ({ runtime }) => {
    const index = await refreshIndex(runtime, io);
    const answers = await askProcesses(runtime, 'refresh', { signal: io.signal, timeoutMs: refreshTimeoutMs });
    const cleared = answers.filter(({ failure }) => failure === undefined).length;
    if (globals.json) {
      const note = answers.length === 0 ? { message: noProcessNote } : {};
      printJson({ index, cleared, processes: answers.map(answerJson), ...note }, io);
    } else {
      printIndexReport(index, io);
      printRefreshes(answers, io);
    }
    return cleared === answers.length ? ExitCode.done : ExitCode.failed;
  });

function printRefreshes(answers: readonly ProcessReply<'refresh'>[], io: CommandIo): void {
  const lines = answers.flatMap((refresh) =>
    refresh.answer === undefined ? [] : [`${nameOf(refresh)} ${describeRefresh(refresh.answer)}.`],
  );
  io.stdout.write(toTerminalText([...(answers.length === 0 ? [noProcessNote] : lines), ''].join('\n')));
  printWarnings(failuresOf(answers), io);
}

function describeRefresh({ viewers, index }: RefreshOutcome): string {
  if (index !== undefined) {
    return `is up to date: ${index.added} added, ${index.changed} changed, ${index.removed} removed`;
  }
  if (viewers === undefined) return 'checks all files again';
  return `assembles again for ${countOf(viewers, 'viewer')}`;
}

/**
 * Updates the search index with a progress line.
 *
 * @returns the report without secrets
 * @throws the errors of the update
 */
async function refreshIndex(runtime: ILexichordRuntime, io: CommandIo): Promise<IndexReport> {
  const { signal } = io;
  const report = await showIndexProgress(io, (onProgress) => runtime.index.update({ onProgress, signal }));
  return screenOutput(report, { runtime, signal });
}
