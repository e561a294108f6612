import { type ExclusionReason, type RejectedSource, exclusionReasons } from '@lexichord/abstractions';
import { toTerminalLine, toTerminalText } from '@lexichord/platform/terminal-text';

import { type CommandIo, columnsOf } from '../command-io.js';
import { budgetBar } from './budget-bar.js';
import { chunkTable } from './chunk-table.js';
import { countOf } from './numbers.js';
import { type AnyPack, packToJson } from './pack-json.js';
import { printJson } from './print-json.js';
import { printWarnings } from './print-warnings.js';
import { titledRows } from './table.js';
import { type TextLayout, colorsFor } from './text-layout.js';

/** Printing options. */
interface PackPrinting {
  readonly io: CommandIo;
  readonly json: boolean;
  readonly warnings: readonly string[];
  /** Whether the text was written to a file. */
  readonly isWritten: boolean;
}

/** Prints the text of a pack to standard output: a pipe gets exactly the counted text. */
export function printPackText({ content }: AnyPack, { stdout }: CommandIo): void {
  if (stdout.isTTY !== true) stdout.write(content);
  else if (content !== '') stdout.write(`${toTerminalText(content)}\n\n`);
}

/**
 * Prints the messages beside the text of a pack, or everything as one JSON document. Standard error gets a summary on a
 * terminal and when the text goes to a file, otherwise only warnings.
 */
export function printPack(packed: AnyPack, { io, json, warnings, isWritten }: PackPrinting): void {
  if (json) {
    printJson(packToJson(packed, { warnings }), io);
    return;
  }
  if (io.stderr.isTTY === true || isWritten) {
    printPackSummary(packed, { io, warnings });
    return;
  }
  printWarnings([...rejectionWarnings(packed.rejectedSources), ...warnings], io);
  const note = emptyNote(packed);
  if (note !== undefined) io.stderr.write(`${note}\n`);
}

/** Chunks in the summary; "context show" has them all. */
const maxChunks = 12;

/** Rejected sources named. */
const maxRejected = 10;

/** Prints a summary to standard error: size, chunks, omissions and reasons. */
function printPackSummary(
  packed: AnyPack,
  { io, warnings }: { readonly io: CommandIo; readonly warnings: readonly string[] },
): void {
  const layout = { colors: colorsFor(io.stderr, io.environment), columns: columnsOf(io.stderr) };
  const { yellow, dim } = layout.colors;
  const note = emptyNote(packed);
  const sections = [
    budgetBar({ usedTokens: packed.totalTokens, maxTokens: packed.availableTokens }, layout),
    note === undefined ? includedList(packed, layout) : `  ${note}`,
    titledRows('Left out', excludedRows(packed), layout),
    titledRows('Rejected sources', rejectedRows(packed.rejectedSources), layout),
    warnings.map((warning) => `${yellow('warning:')} ${toTerminalLine(warning)}`).join('\n'),
    packed.partial ? yellow('The pack is incomplete: a source failed or timed out.') : '',
    dim('Run "lexichord context show --verbose" for details.'),
  ];
  // On a terminal the text for the model is printed right above.
  const rule = io.stdout.isTTY === true && packed.content !== '' ? `${dim('─'.repeat(layout.columns))}\n` : '';
  io.stderr.write(`${rule}${sections.filter((text) => text !== '').join('\n\n')}\n`);
}

/** The reason for an empty pack, and the remedy; `undefined` when it is not (T-016 AC-016, AC-062). */
export function emptyNote({ includedChunks, excludedChunks, availableTokens, stats }: AnyPack): string | undefined {
  if (includedChunks.length > 0) return undefined;
  if (excludedChunks.length === 0) {
    return stats.rejectedSources > 0
      ? 'Nothing was packed: no source could be read.'
      : 'No relevant code or documents were found for this task. Try other or broader words, or name files with --open.';
  }
  const reasons = new Set(excludedChunks.map(({ reason }) => reason));
  if (reasons.has('budget-exceeded')) {
    return `None of ${countOf(excludedChunks.length, 'chunk')} fits into ${countOf(availableTokens, 'token')}. Raise --budget.`;
  }
  if (reasons.size === 1 && reasons.has('below-threshold')) {
    return 'All chunks score below context.ranking.inclusion_threshold. Describe the task in other words, or lower the threshold.';
  }
  if (excludedChunks.every(({ id, keptChunk }) => keptChunk === id)) {
    return 'There is nothing new: all that was found is in the pack before.';
  }
  return `Nothing was packed: all of ${countOf(excludedChunks.length, 'chunk')} were left out.`;
}

/** A warning for each rejected source, and one with the number of those beyond the limit. */
function rejectionWarnings(rejected: readonly RejectedSource[]): readonly string[] {
  const named = rejected
    .slice(0, maxRejected)
    .map(({ filePath, reason, message }) => `${filePath} is left out (${reason}): ${message}`);
  const more = rejected.length - named.length;
  return more === 0 ? named : [...named, `${countOf(more, 'more source')} left out; --json lists all.`];
}

function includedList({ includedChunks, stats }: AnyPack, layout: TextLayout): string {
  const files = new Set(includedChunks.map(({ filePath }) => filePath)).size;
  const shown = includedChunks.toSorted((a, b) => a.rank - b.rank).slice(0, maxChunks);
  const more = includedChunks.length - shown.length;
  const rest = more === 0 ? '' : `\n  ${layout.colors.dim(`… and ${countOf(more, 'more chunk')}`)}`;
  const heading = `${countOf(includedChunks.length, 'chunk')} of ${countOf(files, 'file')}, from ${countOf(stats.sources, 'source')}`;
  return `${layout.colors.bold(heading)}\n${chunkTable(shown, layout)}${rest}`;
}

/** A row for each reason. */
function excludedRows({ excludedChunks }: AnyPack): readonly (readonly string[])[] {
  return exclusionReasons.flatMap((reason) => {
    const chunks = excludedChunks.filter((chunk) => chunk.reason === reason);
    if (chunks.length === 0) return [];
    const tokens = chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
    return [[reason, `${countOf(chunks.length, 'chunk')}, ${countOf(tokens, 'token')}: ${exclusionTexts[reason]}`]];
  });
}

function rejectedRows(rejected: readonly RejectedSource[]): readonly (readonly string[])[] {
  const rows = rejected
    .slice(0, maxRejected)
    .map(({ filePath, reason, message }) => [
      toTerminalLine(filePath).slice(-60),
      `${reason}: ${toTerminalLine(message)}`,
    ]);
  const more = rejected.length - rows.length;
  return more === 0 ? rows : [...rows, ['…', `and ${countOf(more, 'more source')}`]];
}

/** Short texts of the reasons for leaving out chunks. */
const exclusionTexts: Readonly<Record<ExclusionReason, string>> = {
  duplicate: 'the same text is already included',
  overlap: 'a higher-ranked chunk has these lines',
  'below-threshold': 'scored below the threshold',
  'budget-exceeded': 'no room left in the budget',
  'category-budget-exceeded': 'no room left for this kind of source',
  secret: 'contains a possible secret',
  timeout: 'no time left',
};
