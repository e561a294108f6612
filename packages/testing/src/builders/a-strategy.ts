import { type ContextFragment, type IContextStrategy, StrategyPriority } from '@lexichord/abstractions';

/** Settings of a test's strategy. */
export interface StrategySetup extends Partial<Omit<IContextStrategy, 'gather'>> {
  readonly strategyId: string;
  /** Gathered text; default: a sentence with its id. */
  readonly content?: string;
  /** Claimed token estimate; default 1, so that the orchestrator's own count holds. */
  readonly tokenEstimate?: number;
  readonly relevance?: number;
  /** Replaces the gathering altogether. */
  readonly gather?: IContextStrategy['gather'];
}

/** A strategy that gives one fixed fragment, unless the test says otherwise. */
export function aStrategy({
  strategyId,
  content,
  tokenEstimate = 1,
  relevance = 1,
  ...rest
}: StrategySetup): IContextStrategy {
  const displayName = rest.displayName ?? strategyId;
  const fragment: ContextFragment = {
    sourceId: strategyId,
    label: displayName,
    content: content ?? `What the strategy ${strategyId} has to say.`,
    tokenEstimate,
    relevance,
  };
  return {
    priority: StrategyPriority.medium,
    maxTokens: 100_000,
    gather: () => Promise.resolve(fragment),
    ...rest,
    strategyId,
    displayName,
  };
}
