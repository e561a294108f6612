import type { StrategyState } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { type CommandIo, columnsOf } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { formatTable } from '../output/table.js';
import { type Colors, colorsFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord strategies list`: every strategy, locked ones included, highest priority first. */
export const runStrategiesList: CommandRun = ({ globals }, io) =>
  withRuntime({ globals, io }, async ({ runtime }) => {
    const strategies = runtime.orchestrator.describeStrategies();
    const { tier } = runtime.license;
    if (globals.json) printJson({ tier, strategies: strategies.map((one) => ({ ...one, state: stateOf(one) })) }, io);
    else printStrategies(strategies, io);
    return Promise.resolve(ExitCode.done);
  });

/** The state in one word. `locked` wins, because a locked strategy cannot be switched. */
function stateOf({ licensed, available, enabled }: StrategyState): 'locked' | 'not-available' | 'on' | 'off' {
  if (!licensed) return 'locked';
  if (!available) return 'not-available';
  return enabled ? 'on' : 'off';
}

function printStrategies(strategies: readonly StrategyState[], io: CommandIo): void {
  const colors = colorsFor(io.stdout, io.environment);
  const rows = strategies.map((strategy) => [
    strategy.strategyId,
    toTerminalLine(strategy.displayName),
    strategy.tier,
    String(strategy.priority),
    formatCount(strategy.maxTokens),
    stateText(strategy, colors),
  ]);
  const columns = [
    { heading: 'ID' },
    { heading: 'Name', isFlexible: true },
    { heading: 'Tier' },
    { heading: 'Priority', align: 'right' },
    { heading: 'Tokens', align: 'right' },
    { heading: 'State' },
  ] as const;
  io.stdout.write(`${formatTable(rows, { columns, width: columnsOf(io.stdout), colors })}\n`);
}

function stateText(strategy: StrategyState, colors: Colors): string {
  switch (stateOf(strategy)) {
    case 'on':
      return colors.green('on');
    case 'off':
      return colors.dim('off');
    case 'locked':
      return colors.yellow(`locked, needs ${strategy.tier}`);
    case 'not-available':
      return colors.dim('not available');
  }
}
