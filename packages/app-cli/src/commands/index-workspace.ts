import { IIndexService, type IndexReport, isLexichordError } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { flagOption, listArgument, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { colorsFor } from '../output/colors.js';
import { countOf, formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { showIndexProgress } from '../output/show-index-progress.js';
import { toTerminalLine } from '../output/terminal-text.js';
import { withRuntime } from '../session/with-runtime.js';

/** Files that could not be indexed are named up to this many. */
const mostNamed = 10;

/** `lexichord index`. */
export const runIndex: CommandRun = (invocation, io) => {
  const paths = listArgument(invocation, 0);
  const rebuild = flagOption(invocation, 'rebuild');
  const { globals } = invocation;
  if (flagOption(invocation, 'watch')) {
    if (rebuild || paths.length > 0 || globals.json) {
      throw usageError('--watch follows the whole workspace: give it neither paths nor --rebuild nor --json.');
    }
    return watchWorkspace(invocation, io);
  }
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const report = await showIndexProgress(io, (onProgress) =>
      runtime
        .resolve(IIndexService)
        .update({ paths: paths.length === 0 ? undefined : paths, rebuild, onProgress, signal: io.signal }),
    );
    if (globals.json) printJson(report, io);
    else printReport(report, io);
    return ExitCode.done;
  });
};

/** Until the user interrupts it. Updates that found nothing new say nothing. */
function watchWorkspace({ globals }: Invocation, io: CommandIo): Promise<number> {
  return withRuntime({ globals, io }, async ({ runtime }) => {
    let isFirst = true;
    await runtime.resolve(IIndexService).watch({
      signal: io.signal,
      onReport: (report) => {
        if (isFirst || report.added + report.changed + report.removed > 0) printReport(report, io);
        if (isFirst) io.stderr.write('Following changes. Press Ctrl+C to stop.\n');
        isFirst = false;
      },
      onFailure: (error) => printWarnings([`The index could not be updated: ${messageOf(error)}`], io),
    });
    return ExitCode.interrupted;
  });
}

function messageOf(error: unknown): string {
  return isLexichordError(error) ? error.message : 'an unexpected error; --debug shows more.';
}

function printReport(report: IndexReport, io: CommandIo): void {
  const { files, chunks, added, changed, removed, embedded, durationMs, skipped, warnings } = report;
  const colors = colorsFor(io.stdout, io.environment);
  const seconds = (durationMs / 1000).toFixed(1);
  io.stdout.write(
    `${colors.bold(`${countOf(files, 'file')}, ${countOf(chunks, 'chunk')}`)} in the index, ${seconds} s\n`,
  );
  const changes = [`${formatCount(added)} added`, `${formatCount(changed)} changed`, `${formatCount(removed)} removed`];
  io.stdout.write(`${changes.join(', ')}; ${countOf(embedded, 'chunk')} embedded\n`);
  for (const { filePath, reason } of skipped.slice(0, mostNamed)) {
    io.stdout.write(`${colors.dim('not indexed:')} ${toTerminalLine(filePath)} (${reason})\n`);
  }
  if (skipped.length > mostNamed) {
    io.stdout.write(colors.dim(`… and ${countOf(skipped.length - mostNamed, 'more file')}\n`));
  }
  printWarnings(warnings, io);
}
