import type { IndexReport } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { colorsFor } from './colors.js';
import { countOf, formatCount } from './numbers.js';
import { printWarnings } from './print-warnings.js';
import { toTerminalLine } from './terminal-text.js';

/** Files that could not be indexed are named up to this many. */
const maxNamed = 10;

/** What an update of the index did. */
export function printIndexReport(report: IndexReport, io: CommandIo): void {
  const { files, chunks, added, changed, removed, embedded, durationMs, skipped, warnings } = report;
  const colors = colorsFor(io.stdout, io.environment);
  const seconds = (durationMs / 1000).toFixed(1);
  io.stdout.write(
    `${colors.bold(`${countOf(files, 'file')}, ${countOf(chunks, 'chunk')}`)} in the index, ${seconds} s\n`,
  );
  const changes = [`${formatCount(added)} added`, `${formatCount(changed)} changed`, `${formatCount(removed)} removed`];
  io.stdout.write(`${changes.join(', ')}; ${countOf(embedded, 'chunk')} embedded\n`);
  for (const { filePath, reason } of skipped.slice(0, maxNamed)) {
    io.stdout.write(`${colors.dim('not indexed:')} ${toTerminalLine(filePath)} (${reason})\n`);
  }
  if (skipped.length > maxNamed) {
    io.stdout.write(colors.dim(`… and ${countOf(skipped.length - maxNamed, 'more file')}\n`));
  }
  printWarnings(warnings, io);
}
