import type { CheckProgress, CheckReport } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { type CommandIo, columnsOf } from '../command-io.js';
import { countOf, formatCount } from './numbers.js';
import { showProgressLine } from './progress-line.js';
import { formatTable } from './table.js';
import { type Colors, colorsFor } from './text-layout.js';

const columns = [
  { heading: 'Checked', isFlexible: true },
  { heading: 'Number', align: 'right' },
  { heading: 'State' },
] as const;

/** The findings of a deep check, then a table of what was checked, then what could not be compared. */
export function checkReportText(reports: readonly CheckReport[], io: CommandIo): string {
  const colors = colorsFor(io.stdout, io.environment);
  const findings = reports.flatMap((report) => findingLines(report, colors));
  const rows = reports.map((report) => [report.name, formatCount(report.checked), stateOf(report, colors)]);
  const table = formatTable(rows, { columns, width: columnsOf(io.stdout), colors });
  const left = reports.flatMap(({ name, checked, uncompared, uncomparedReason }) =>
    uncompared === 0
      ? []
      : [`${formatCount(uncompared)} of ${formatCount(checked)} ${name} could not be compared: ${uncomparedReason}.`],
  );
  return [...findings, table, ...left].map((line) => `${line}\n`).join('');
}

function findingLines({ name, problems, findings }: CheckReport, colors: Colors): readonly string[] {
  const lines = findings.map(({ subject, problem, isMended }) => {
    const mark = isMended ? colors.yellow('mended:') : colors.red('damaged:');
    return `${mark} ${name}, ${toTerminalLine(subject)}: ${toTerminalLine(problem)}`;
  });
  const more = problems - findings.length;
  return more > 0 ? [...lines, `… and ${formatCount(more)} more of the ${name}.`] : lines;
}

function stateOf({ problems, mended }: CheckReport, colors: Colors): string {
  if (problems === 0) return colors.green('ok');
  if (mended === problems) return colors.yellow(`${formatCount(mended)} mended`);
  return colors.red(countOf(problems - mended, 'problem'));
}

/** Checks with a progress line. */
export function showCheckProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: CheckProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  const lineOf = ({ name, checked }: CheckProgress): string => `Checking ${name}: ${formatCount(checked)}`;
  return showProgressLine(io, { lineOf }, work);
}
