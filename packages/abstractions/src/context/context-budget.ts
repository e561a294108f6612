/** Token and strategy constraints of one assembly (SBD-072 §3.3). The packer's is `PackingBudget`. */
export interface ContextBudget {
  /** Maximum tokens of the rendered context, headings and separators included. A whole number from 1. */
  readonly maxTokens: number;
  /** Strategies that run even if the agent does not ask for them, and whose fragments are fitted first. */
  readonly requiredStrategies?: readonly string[] | undefined;
  /** Strategies that do not run. Exclusion wins over requirement. */
  readonly excludedStrategies?: readonly string[] | undefined;
}

/** 8,000 tokens and no other constraint. */
export const defaultContextBudget: ContextBudget = { maxTokens: 8_000 };

/** A budget of `maxTokens` and no other constraint. */
export function contextBudgetWithLimit(maxTokens: number): ContextBudget {
  return { maxTokens };
}

/** Whether the budget requires the strategy, regardless of the agent. */
export function requiresStrategy(budget: ContextBudget, strategyId: string): boolean {
  return budget.requiredStrategies?.includes(strategyId) ?? false;
}

/** Whether the budget excludes the strategy. */
export function excludesStrategy(budget: ContextBudget, strategyId: string): boolean {
  return budget.excludedStrategies?.includes(strategyId) ?? false;
}
