import { type SourceType, type Token, token } from '@lexichord/abstractions';

/** Tokens that were set aside. */
export interface Allocation {
  readonly tokens: number;
  readonly category: SourceType;
}

/** The tokens of one pack: who has how many (T-016 FR-016-81..90). */
export interface IBudgetManager {
  readonly totalTokens: number;
  readonly allocatedTokens: number;
  readonly remainingTokens: number;
  /** What the category may still have: at most {@link remainingTokens}. */
  remainingOf(category: SourceType): number;
  /** `undefined`, and nothing is set aside, when that many are not left (T-016 FR-016-85). */
  tryAllocate(tokens: number, category: SourceType): Allocation | undefined;
  /** @throws {LexichordError} `budget-exceeded` when that many are not left (T-016 FR-016-90) */
  allocate(tokens: number, category: SourceType): Allocation;
  /** Gives them back; a second time changes nothing (T-016 FR-016-88). */
  rollBack(allocation: Allocation): void;
}

/** Makes the budget of a pack. */
export interface IBudgetManagerFactory {
  /** @param categoryTokens most tokens of a kind of source; absent: no limit of its own */
  create(totalTokens: number, categoryTokens?: Readonly<Partial<Record<SourceType, number>>>): IBudgetManager;
}
export const IBudgetManagerFactory: Token<IBudgetManagerFactory> = token('IBudgetManagerFactory');
