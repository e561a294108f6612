import type { FactReport, FactTally, ImportReport, ImportedDocument } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import { countOf, formatCount } from './numbers.js';
import { printWarnings } from './print-warnings.js';
import { violationList } from './rule-lists.js';
import { formatTable } from './table.js';
import { layoutFor, type TextLayout, wrapText } from './text-layout.js';

/** Documents listed. */
const maxDocuments = 30;

/** Problems listed. */
const maxProblems = 20;

/** Prints the documents, changes and problems of an import, and broken rules. */
export function printImportReport(report: ImportReport, io: CommandIo): void {
  const layout = layoutFor(io);
  const sections = [
    documentTable(report.documents, layout),
    problemList(report, layout),
    violationList(report.violations, layout),
    changeText(report, layout),
  ];
  io.stdout.write(`${sections.filter((text) => text !== '').join('\n\n')}\n`);
  printWarnings(report.warnings, io);
}

function documentTable(documents: readonly ImportedDocument[], { colors, columns }: TextLayout): string {
  if (documents.length === 0) return '';
  const rows = documents
    .slice(0, maxDocuments)
    .map(({ documentPath, format, entities, relationships, axioms }) => [
      toTerminalLine(documentPath),
      format,
      formatCount(entities),
      formatCount(relationships),
      formatCount(axioms),
    ]);
  const table = formatTable(rows, {
    columns: [
      { heading: 'Document', isFlexible: true },
      { heading: 'Format' },
      { heading: 'Entities', align: 'right' },
      { heading: 'Relationships', align: 'right' },
      { heading: 'Rules', align: 'right' },
    ],
    width: columns,
    colors,
  });
  const more = documents.length - rows.length;
  return more === 0 ? table : `${table}\n  ${colors.dim(`… and ${countOf(more, 'more document')}; --json lists all`)}`;
}

function problemList({ problems }: ImportReport, { colors, columns }: TextLayout): string {
  if (problems.length === 0) return '';
  const lines = problems.slice(0, maxProblems).flatMap(({ documentPath, line, message, isWarning }) => {
    const location = `${toTerminalLine(documentPath)}:${line}`;
    const [first = '', ...rest] = wrapText(
      `${location}  ${isWarning === true ? 'warning: ' : ''}${toTerminalLine(message)}`,
      columns - 2,
    );
    return [`  ${colors.cyan(location)}${first.slice(location.length)}`, ...rest.map((text) => `    ${text}`)];
  });
  const more = problems.length - maxProblems;
  const rest = more <= 0 ? [] : [colors.dim(`  … and ${countOf(more, 'more problem')}; --json lists all`)];
  return [colors.bold(countOf(problems.length, 'problem')), ...lines, ...rest].join('\n');
}

function changeText(
  { changes, documents, durationMs, violations, problems }: ImportReport,
  { colors }: TextLayout,
): string {
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  if (changes === undefined) {
    const why = problems.length > 0 || violations.length > 0 ? ' because of the problems above' : '';
    const isUnread = problems.some(({ isWarning }) => isWarning !== true);
    const hint = isUnread ? ' Correct the files, or store the readable facts with --partial.' : '';
    return `${colors.red(`Nothing was stored${why}.`)}${hint} ${seconds}`;
  }
  if (documents.every(({ entities, relationships, axioms }) => entities + relationships + axioms === 0)) {
    return `${colors.yellow('No facts were found to import.')} ${seconds}`;
  }
  const rows = tallies(changes).filter(([, { added, changed, removed }]) => added + changed + removed > 0);
  if (rows.length === 0) return `${colors.green('Nothing has changed.')} ${seconds}`;
  const parts = rows.map(([noun, tally]) => `${noun}: ${tallyText(tally)}`);
  return `${colors.green('Stored.')} ${parts.join('; ')}. ${seconds}`;
}

function tallies({ entities, relationships, axioms }: FactReport): readonly (readonly [string, FactTally])[] {
  return [
    ['entities', entities],
    ['relationships', relationships],
    ['rules', axioms],
  ];
}

function tallyText({ added, changed, removed }: FactTally): string {
  return [
    added > 0 ? `${formatCount(added)} added` : '',
    changed > 0 ? `${formatCount(changed)} changed` : '',
    removed > 0 ? `${formatCount(removed)} removed` : '',
  ]
    .filter((text) => text !== '')
    .join(', ');
}
