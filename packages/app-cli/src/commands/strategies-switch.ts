import { ErrorCode, type ILexichordRuntime, LexichordError, type StrategyState } from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { askProcesses, failuresOf } from '../serving/ask-others.js';
import { withRuntime } from '../session/with-runtime.js';

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

/** @returns a warning for each process that could not be told */
async function notifyProcesses(runtime: ILexichordRuntime, { signal }: CommandIo): Promise<readonly string[]> {
  const answers = await askProcesses(runtime, 'reread-strategies', { signal, timeoutMs: notifyTimeoutMs });
  return failuresOf(answers);
}

function findStrategy(id: string, strategies: readonly StrategyState[]): StrategyState {
  const strategy = strategies.find(({ strategyId }) => strategyId === id);
  if (strategy !== undefined) return strategy;
  const known = strategies.map(({ strategyId }) => strategyId);
  const meant = findClosestName(id, known);
  const hint = meant === undefined ? `Known strategies: ${known.join(', ')}.` : `Did you mean "${meant}"?`;
  throw new LexichordError(ErrorCode.unknownStrategy, `There is no strategy ${JSON.stringify(id)}. ${hint}`, {
    details: { strategyId: id, known },
  });
}
