import type { RecalledContext, RecallReason } from '@lexichord/abstractions';

import { type CommandIo, columnsOf } from '../command-io.js';
import { levelName } from '../memory/level-option.js';
import { colorsFor } from './colors.js';
import { countOf, formatCount } from './numbers.js';
import { secretList } from './secret-list.js';
import { formatTable } from './table.js';

const reasonTexts: Readonly<Record<RecallReason, string>> = {
  recent: 'the last turns',
  relevant: 'matters to the query',
  anchors: 'what must not be forgotten',
  overview: 'in short',
};

/** Accounts for what was recalled on standard error: how much it is, of what, why, and what was left out. */
export function printRecallSummary(recalled: RecalledContext, io: CommandIo): void {
  const colors = colorsFor(io.stderr, io.environment);
  const { totalTokens, maxTokens, originalTokens, segments, leftOut, secrets, content } = recalled;
  const total = `${formatCount(totalTokens)} of ${countOf(maxTokens, 'token')}`;
  const lines = [`${colors.bold(total)}, from a conversation of ${formatCount(originalTokens)}`];
  if (segments.length > 0) {
    const rows = segments.map(({ segmentId, level, messageIds, tokenCount, reason }) => [
      segmentId,
      levelName(level),
      formatCount(messageIds.length),
      formatCount(tokenCount),
      reasonTexts[reason],
    ]);
    const columns = [
      { heading: 'Segment' },
      { heading: 'Level' },
      { heading: 'Messages', align: 'right' },
      { heading: 'Tokens', align: 'right' },
      { heading: 'Why', isFlexible: true },
    ] as const;
    lines.push(formatTable(rows, { columns, width: columnsOf(io.stderr), colors }));
  }
  if (leftOut.length > 0) {
    const tokens = leftOut.reduce((sum, one) => sum + one.tokens, 0);
    lines.push(`Left out: ${countOf(leftOut.length, 'segment')} of ${countOf(tokens, 'token')}, over the budget.`);
  }
  const kept = secretList(secrets, { colors, columns: columnsOf(io.stderr) });
  if (kept !== '') lines.push(kept);
  const rule = io.stdout.isTTY === true && content !== '' ? `${colors.dim('─'.repeat(columnsOf(io.stderr)))}\n` : '';
  io.stderr.write(`${rule}${lines.join('\n\n')}\n`);
}
