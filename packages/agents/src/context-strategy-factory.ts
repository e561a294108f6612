import 'reflect-metadata';
import {
  ErrorCode,
  IContextStrategy,
  type IContextStrategyFactory,
  LexichordError,
  StrategyDescriptor,
  contextIdPattern,
} from '@lexichord/abstractions';
import { injectAll, injectable } from 'tsyringe';

/**
 * The registered strategies; only licensed ones have an instance (SBD-072 §5.1, §8).
 *
 * @throws {LexichordError} on construction: `duplicate-strategy` for a repeated id, `invalid-argument` for an id that
 *   does not match {@link contextIdPattern}
 */
@injectable()
export class ContextStrategyFactory implements IContextStrategyFactory {
  private readonly strategies: readonly IContextStrategy[];
  private readonly descriptors: readonly StrategyDescriptor[];

  constructor(
    @injectAll(IContextStrategy, { isOptional: true }) strategies: readonly IContextStrategy[],
    @injectAll(StrategyDescriptor, { isOptional: true }) descriptors: readonly StrategyDescriptor[],
  ) {
    const described = new Set(descriptors.map(({ strategyId }) => strategyId));
    const undescribed = strategies.filter(({ strategyId }) => !described.has(strategyId)).map(describeStrategy);
    this.strategies = strategies.toSorted(byPriority);
    this.descriptors = [...descriptors, ...undescribed].toSorted(byPriority);
    validateIds(this.strategies);
    validateIds(this.descriptors);
  }

  createAllStrategies(): readonly IContextStrategy[] {
    return this.strategies;
  }

  describeAllStrategies(): readonly StrategyDescriptor[] {
    return this.descriptors;
  }
}

/** Describes a strategy that was registered without a descriptor; it needs the highest tier. */
function describeStrategy({ strategyId, displayName, priority, maxTokens }: IContextStrategy): StrategyDescriptor {
  return { strategyId, displayName, priority, maxTokens, tier: 'Enterprise' };
}

interface Ordered {
  readonly strategyId: string;
  readonly priority: number;
}

function byPriority(left: Ordered, right: Ordered): number {
  return right.priority - left.priority || (left.strategyId < right.strategyId ? -1 : 1);
}

function validateIds(all: readonly Ordered[]): void {
  const seen = new Set<string>();
  for (const { strategyId } of all) {
    requireFreshStrategyId(strategyId, seen);
    seen.add(strategyId);
  }
}

/**
 * @throws {LexichordError} `invalid-argument` for an id that no configuration can name, `duplicate-strategy` for a taken
 *   one
 */
export function requireFreshStrategyId(strategyId: string, takenIds: ReadonlySet<string>): void {
  if (!contextIdPattern.test(strategyId)) {
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `The strategy id "${strategyId}" must have 1 to 80 characters, each a letter, a digit, "_", "." or "-".`,
      { details: { strategyId } },
    );
  }
  if (takenIds.has(strategyId)) {
    throw new LexichordError(
      ErrorCode.duplicateStrategy,
      `Two strategies have the id "${strategyId}". Give one of them another id.`,
      { details: { strategyId } },
    );
  }
}
