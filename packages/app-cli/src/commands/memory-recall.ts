import { IConversationRecall, type RecallReason, type RecalledContext } from '@lexichord/abstractions';
import { toTerminalText } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import { type CommandIo, columnsOf } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { listArgument, requiredArgument, tokensOrNoneOption } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { levelName } from '../memory/level-option.js';
import { requireMemory } from '../memory/require-memory.js';
import { countOf, formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { secretList } from '../output/secret-list.js';
import { formatTable } from '../output/table.js';
import { colorsFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** The share of a conversation in an assembly with the default budget, in tokens. */
const defaultBudget = 2_000;

/** `lexichord memory recall`. */
export const runMemoryRecall: CommandRun = (invocation, io) => {
  const conversationId = requiredArgument(invocation, 0);
  const query = listArgument(invocation, 1).join(' ');
  const budget = tokensOrNoneOption(invocation, 'budget', '--budget') ?? defaultBudget;
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'recall');
    const found = await runtime.resolve(IConversationRecall).allocate(conversationId, query, budget, { signal });
    const recalled = await screenOutput(found, { runtime, signal });
    if (globals.json) printJson(toJson(recalled), io);
    else printRecalled(recalled, io);
    return ExitCode.done;
  });
};

/** Writes only the model's text to standard output; a pipe gets exactly the text that was counted. */
function printRecalled(recalled: RecalledContext, io: CommandIo): void {
  const { content } = recalled;
  if (io.stdout.isTTY !== true) io.stdout.write(content);
  else if (content !== '') io.stdout.write(`${toTerminalText(content)}\n\n`);
  printRecallSummary(recalled, io);
}

function toJson({ segments, ...recalled }: RecalledContext): object {
  return { ...recalled, segments: segments.map((segment) => ({ ...segment, level: levelName(segment.level) })) };
}

const reasonTexts: Readonly<Record<RecallReason, string>> = {
  recent: 'the last turns',
  relevant: 'matters to the query',
  anchors: 'what must not be forgotten',
  overview: 'in short',
};

/** Prints a summary to standard error: tokens, segments with reasons, and omissions. */
function printRecallSummary(recalled: RecalledContext, io: CommandIo): void {
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
    lines.push(`Left out: ${countOf(leftOut.length, 'segment')} with ${countOf(tokens, 'token')}, over the budget.`);
  }
  const kept = secretList(secrets, { colors, columns: columnsOf(io.stderr) });
  if (kept !== '') lines.push(kept);
  const rule = io.stdout.isTTY === true && content !== '' ? `${colors.dim('─'.repeat(columnsOf(io.stderr)))}\n` : '';
  io.stderr.write(`${rule}${lines.join('\n\n')}\n`);
}
