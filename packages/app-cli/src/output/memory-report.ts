import type { MemoryReport, SegmentSummary } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import { countOf, formatCount } from './numbers.js';
import { printFacts } from './print-facts.js';
import { printWarnings } from './print-warnings.js';
import { clearLine } from './progress-line.js';
import { colorsFor } from './text-layout.js';

/** Prints the added messages' counts, and the command that verifies them later. */
export function printMemoryReport(report: MemoryReport, io: CommandIo): void {
  const { conversationId, head, messages, added, known, segments, warnings } = report;
  const open = segments.filter(({ isOpen }) => isOpen).length;
  printFacts(
    [
      ['conversation', toTerminalLine(conversationId)],
      ['messages', `${formatCount(messages)} (${formatCount(added)} added, ${formatCount(known)} already stored)`],
      ['segments', `${formatCount(segments.length)}${open === 0 ? '' : ', the last one open'}`],
      ['tokens', tokensText(segments)],
      ['head', head],
    ],
    io,
  );
  const { dim } = colorsFor(io.stdout, io.environment);
  const check = `lexichord memory verify ${shellWord(conversationId)} --head ${head}`;
  io.stdout.write(`\n${dim('Keep the head. This command detects later changes:')}\n  ${check}\n`);
  printWarnings(warnings, io);
}

/** Tokens of all segments, level by level. */
function tokensText(segments: readonly SegmentSummary[]): string {
  return (['full', 'detailed', 'brief', 'tags'] as const)
    .map((level) => {
      const tokens = segments.reduce((sum, { tokenCounts }) => sum + tokenCounts[level], 0);
      return `${formatCount(tokens)} ${level}`;
    })
    .join(', ');
}

/** Prints how many messages are stored after an interruption. */
export function printStoredCount(messages: number, io: CommandIo): void {
  // Clears a line of progress.
  const clear = io.stderr.isTTY === true ? clearLine : '';
  const state = messages === 0 ? 'Nothing' : countOf(messages, 'message');
  const verb = messages > 1 ? 'are' : 'is';
  io.stderr.write(`${clear}${state} of the conversation ${verb} stored. Run the same command again to continue.\n`);
}

/** A value quoted for a shell. */
export function shellWord(value: string): string {
  const line = toTerminalLine(value);
  return /^[\w./:@%+-][\w./:@%+=-]*$/u.test(line) && !line.startsWith('-')
    ? line
    : `'${line.replaceAll("'", `'\\''`)}'`;
}
