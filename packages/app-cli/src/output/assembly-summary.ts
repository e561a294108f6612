import type { FinishedAssembly } from '../assembly/assemble-within-budget.js';
import { type CommandIo, columnsOf } from '../command-io.js';
import { budgetBar } from './budget-bar.js';
import { colorsFor } from './colors.js';
import { fragmentTable } from './fragment-table.js';
import { leftOutList, shortenedList } from './left-out-list.js';
import { secretList } from './secret-list.js';
import { toTerminalLine } from './terminal-text.js';

/** Accounts for an assembly on standard error: its size, its fragments, and each omission with its cause (SBD-072 §16.1). */
export function printAssemblySummary(
  { assembled, contentTokens }: FinishedAssembly,
  { io, warnings }: { readonly io: CommandIo; readonly warnings: readonly string[] },
): void {
  const layout = { colors: colorsFor(io.stderr, io.environment), columns: columnsOf(io.stderr) };
  const { fragments, maxTokens } = assembled;
  const sections = [
    budgetBar({ usedTokens: contentTokens, maxTokens }, layout),
    fragments.length === 0 ? '  Nothing was found that fits.' : fragmentTable(fragments, layout),
    shortenedList(assembled, layout),
    leftOutList(assembled, layout),
    secretList(assembled.secrets, layout),
    warnings.map((warning) => `${layout.colors.yellow('warning:')} ${toTerminalLine(warning)}`).join('\n'),
  ];
  // On a terminal the text for the model stands right above.
  const rule = io.stdout.isTTY === true ? `${layout.colors.dim('─'.repeat(layout.columns))}\n` : '';
  io.stderr.write(`${rule}${sections.filter((text) => text !== '').join('\n\n')}\n`);
}
