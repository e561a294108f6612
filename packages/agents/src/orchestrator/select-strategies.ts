import {
  type ContextBudget,
  ErrorCode,
  type IAgentCatalog,
  type IContextStrategy,
  type ILicenseService,
  LexichordError,
  type SkippedStrategy,
  type StrategyDescriptor,
  excludesStrategy,
  requiresStrategy,
} from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';

/** Criteria for choosing an assembly's strategies. */
export interface SelectionCriteria {
  readonly agentId: string;
  readonly budget: ContextBudget;
  readonly license: ILicenseService;
  readonly agents: IAgentCatalog;
  readonly isEnabled: (strategyId: string) => boolean;
}

/** The strategies to run, and the reasons for not running the others. */
export interface StrategySelection {
  /** Highest priority first, then by id. */
  readonly chosen: readonly IContextStrategy[];
  /** In the same order. */
  readonly skipped: readonly SkippedStrategy[];
}

/** Decides for every registered strategy whether it runs (SBD-072 §11.1, in its order). */
export function selectStrategies(
  descriptors: readonly StrategyDescriptor[],
  strategies: readonly IContextStrategy[],
  criteria: SelectionCriteria,
): StrategySelection {
  const chosen: IContextStrategy[] = [];
  const skipped: SkippedStrategy[] = [];
  for (const descriptor of descriptors) {
    const reason = reasonToSkip(descriptor, criteria);
    if (reason !== undefined) {
      skipped.push(reason);
      continue;
    }
    const strategy = strategies.find(({ strategyId }) => strategyId === descriptor.strategyId);
    if (strategy !== undefined) chosen.push(strategy);
    else skipped.push(unavailable(descriptor));
  }
  return { chosen, skipped };
}

/**
 * Checks the size of a budget, and the ids in its required and excluded lists.
 *
 * @throws {LexichordError} `invalid-argument` for a budget that is not a whole number of tokens from 1,
 * `unknown-strategy` for an id that is not registered
 */
export function validateBudget(budget: ContextBudget, descriptors: readonly StrategyDescriptor[]): void {
  if (!Number.isSafeInteger(budget.maxTokens) || budget.maxTokens < 1) {
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `The budget is ${budget.maxTokens} tokens; it must be a whole number from 1.`,
      { details: { maxTokens: String(budget.maxTokens) } },
    );
  }
  const registeredIds = descriptors.map(({ strategyId }) => strategyId);
  for (const strategyId of [...(budget.requiredStrategies ?? []), ...(budget.excludedStrategies ?? [])]) {
    requireRegisteredStrategy(strategyId, registeredIds);
  }
}

/** @throws {LexichordError} `unknown-strategy` */
export function requireRegisteredStrategy(strategyId: string, registeredIds: readonly string[]): void {
  if (registeredIds.includes(strategyId)) return;
  const meant = findClosestName(strategyId, registeredIds);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new LexichordError(
    ErrorCode.unknownStrategy,
    `There is no strategy "${strategyId}". Available strategies: ${registeredIds.join(', ') || 'none'}.${hint}`,
    { details: { strategyId, known: registeredIds } },
  );
}

function reasonToSkip(
  { strategyId, displayName, tier }: StrategyDescriptor,
  { agentId, budget, license, agents, isEnabled }: SelectionCriteria,
): SkippedStrategy | undefined {
  const skip = (reason: SkippedStrategy['reason'], message: string): SkippedStrategy => ({
    sourceId: strategyId,
    reason,
    message,
  });
  if (excludesStrategy(budget, strategyId)) return skip('excluded', `${displayName} was excluded by the request.`);
  if (!license.allows(tier)) {
    return skip('unlicensed', `${displayName} needs the ${tier} tier; the licence in force is ${license.tier}.`);
  }
  if (!isEnabled(strategyId)) {
    return skip(
      'disabled',
      `${displayName} is switched off. Run "lexichord strategies enable ${strategyId}" to use it.`,
    );
  }
  if (requiresStrategy(budget, strategyId)) return undefined;
  if (!agents.supports(agentId, strategyId)) {
    return skip('unsupported', `The agent "${agentId}" does not use ${displayName}.`);
  }
  return undefined;
}

function unavailable({ strategyId, displayName }: StrategyDescriptor): SkippedStrategy {
  return {
    sourceId: strategyId,
    reason: 'unsupported',
    message: `${displayName} needs a service that this host does not provide.`,
  };
}
