import { ErrorCode, type ILexichordRuntime, LexichordError, type StrategyState } from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { columnsOf, type CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { formatTable } from '../output/table.js';
import { type Colors, colorsFor } from '../output/text-layout.js';
import { askProcesses, failuresOf } from '../session/ask-others.js';
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

/** `lexichord strategies enable`. */
export const runStrategiesEnable: CommandRun = switchTo(true);

/** `lexichord strategies disable`. */
export const runStrategiesDisable: CommandRun = switchTo(false);

/** A locked strategy has no switch (SBD-072 §1.4), so the licence is checked before anything is written. */
function switchTo(enabled: boolean): CommandRun {
  return (invocation, io) =>
    withRuntime({ globals: invocation.globals, io }, async ({ runtime }) => {
      const strategy = findStrategy(requiredArgument(invocation, 0), runtime.orchestrator.describeStrategies());
      const { strategyId, displayName, tier } = strategy;
      runtime.license.require(tier, `The strategy "${strategyId}"`);
      await runtime.switchStrategy(strategyId, enabled);
      const unreached = await notifyProcesses(runtime, io);
      if (invocation.globals.json) printJson({ strategyId, enabled }, io);
      else io.stdout.write(`${displayName} (${strategyId}) is ${enabled ? 'on' : 'off'} in this workspace.\n`);
      if (!invocation.globals.json) printWarnings(unreached, io);
      return ExitCode.done;
    });
}

/** Timeout for telling running processes; one that hangs reads the file when it starts again. */
const notifyTimeoutMs = 5_000;

/** @returns a warning for each process that could not be notified */
async function notifyProcesses(runtime: ILexichordRuntime, { signal }: CommandIo): Promise<readonly string[]> {
  const answers = await askProcesses(runtime, 'reread-strategies', { signal, timeoutMs: notifyTimeoutMs });
  return failuresOf(answers);
}

function findStrategy(id: string, strategies: readonly StrategyState[]): StrategyState {
  const strategy = strategies.find(({ strategyId }) => strategyId === id);
  if (strategy !== undefined) return strategy;
  const strategyIds = strategies.map(({ strategyId }) => strategyId);
  const meant = findClosestName(id, strategyIds);
  const hint = meant === undefined ? `Available strategies: ${strategyIds.join(', ')}.` : `Did you mean "${meant}"?`;
  throw new LexichordError(ErrorCode.unknownStrategy, `There is no strategy ${JSON.stringify(id)}. ${hint}`, {
    details: { strategyId: id, known: strategyIds },
  });
}
