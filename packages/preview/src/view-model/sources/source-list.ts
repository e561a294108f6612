import type { AssembledContext, SkippedStrategy, StrategyState } from '@lexichord/abstractions';

import type { AssemblyView, FragmentView, SourceView } from '../preview-state.js';
import { type Folding, isUnfolded } from './folding.js';

/** Input of the source list. */
export interface SourceFacts {
  /** Highest priority first. */
  readonly strategies: readonly StrategyState[];
  readonly fragments: AssemblyView['fragments'];
  readonly skipped: AssembledContext['skipped'];
  /** Switches that were thrown and are not confirmed yet. */
  readonly switching: ReadonlyMap<string, boolean>;
  readonly folding: Folding;
}

/** The sources, each once; those that the licence locks apart from the others (AC-9, as the design settles it). */
export interface SourceLists {
  readonly sources: readonly SourceView[];
  readonly locked: readonly SourceView[];
}

/**
 * Sources with a fragment in the order of the prompt, then those without, by priority. The prompt is never hidden: a
 * fragment of a locked or unknown source is listed too, without a switch.
 */
export function listSources({ strategies, fragments, skipped, switching, folding }: SourceFacts): SourceLists {
  const byId = new Map(strategies.map((strategy) => [strategy.strategyId, strategy]));
  const reasons = new Map(skipped.map((entry) => [entry.sourceId, entry]));
  const contributing = new Map(fragments.map((fragment) => [fragment.sourceId, fragment]));
  const view = (sourceId: string): SourceView =>
    sourceView({
      sourceId,
      strategy: byId.get(sourceId),
      fragment: contributing.get(sourceId),
      skipped: reasons.get(sourceId),
      thrown: switching.get(sourceId),
      isExpanded: isUnfolded(folding, sourceId),
    });
  const others = [...byId.values()].filter(({ strategyId }) => !contributing.has(strategyId));
  const idle = others.filter(({ licensed }) => licensed);
  return {
    sources: [...contributing.keys(), ...idle.map(({ strategyId }) => strategyId)].map(view),
    locked: others.filter(({ licensed }) => !licensed).map(({ strategyId }) => view(strategyId)),
  };
}

interface SourceParts {
  readonly sourceId: string;
  readonly strategy: StrategyState | undefined;
  readonly fragment: FragmentView | undefined;
  readonly skipped: SkippedStrategy | undefined;
  readonly thrown: boolean | undefined;
  readonly isExpanded: boolean;
}

function sourceView({ sourceId, strategy, fragment, skipped, thrown, isExpanded }: SourceParts): SourceView {
  const isLocked = strategy?.licensed === false;
  return {
    sourceId,
    displayName: strategy?.displayName ?? fragment?.label ?? sourceId,
    tier: strategy?.tier ?? 'Core',
    isEnabled: !isLocked && (thrown ?? strategy?.enabled ?? true),
    hasSwitch: strategy?.licensed === true,
    isSwitching: thrown !== undefined,
    isExpanded,
    ...(fragment === undefined ? absenceOf(skipped) : { fragment }),
  };
}

function absenceOf(skipped: SkippedStrategy | undefined): Pick<SourceView, 'absence'> {
  if (skipped === undefined) return {};
  const { reason, message, tokens } = skipped;
  return { absence: { reason, message, ...(tokens === undefined ? {} : { tokens }) } };
}
