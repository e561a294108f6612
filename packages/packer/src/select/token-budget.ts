import { ErrorCode, LexichordError, type SourceType, type Token, token } from '@lexichord/abstractions';

/** A reservation of tokens. */
export interface Allocation {
  readonly tokens: number;
  readonly category: SourceType;
}

/** Allocates the tokens of one pack to source types (T-016 FR-016-81..90). */
export interface IBudgetManager {
  readonly totalTokens: number;
  readonly allocatedTokens: number;
  readonly remainingTokens: number;
  /** Tokens that are left for the category, at most {@link remainingTokens}. */
  remainingOf(category: SourceType): number;
  /** Returns `undefined`, and allocates nothing, if fewer tokens are left (T-016 FR-016-85). */
  tryAllocate(tokens: number, category: SourceType): Allocation | undefined;
  /** @throws {LexichordError} `budget-exceeded` if fewer tokens are left (T-016 FR-016-90) */
  allocate(tokens: number, category: SourceType): Allocation;
  /** Frees the tokens; a second call has no effect (T-016 FR-016-88). */
  rollBack(allocation: Allocation): void;
}

/** Creates the budget of a pack. */
export interface IBudgetManagerFactory {
  /** @param categoryTokens maximum tokens of a source type; absent: no separate limit */
  create(totalTokens: number, categoryTokens?: Readonly<Partial<Record<SourceType, number>>>): IBudgetManager;
}
export const IBudgetManagerFactory: Token<IBudgetManagerFactory> = token('IBudgetManagerFactory');

/** Counts the allocated tokens of one pack. */
export class TokenBudget implements IBudgetManager {
  private readonly open = new Set<Allocation>();
  private readonly byCategory = new Map<SourceType, number>();
  private allocated = 0;

  /** @param categoryTokens maximum tokens of a source type; absent: no separate limit */
  constructor(
    readonly totalTokens: number,
    private readonly categoryTokens: Readonly<Partial<Record<SourceType, number>>> = {},
  ) {}

  get allocatedTokens(): number {
    return this.allocated;
  }

  get remainingTokens(): number {
    return this.totalTokens - this.allocated;
  }

  remainingOf(category: SourceType): number {
    const limit = this.categoryTokens[category] ?? Infinity;
    return Math.min(this.remainingTokens, limit - (this.byCategory.get(category) ?? 0));
  }

  tryAllocate(tokens: number, category: SourceType): Allocation | undefined {
    if (!Number.isSafeInteger(tokens) || tokens < 0) {
      throw new LexichordError(
        ErrorCode.invalidArgument,
        `A number of tokens to set aside must be whole and not negative, not ${tokens}.`,
        { details: { tokens: String(tokens) } },
      );
    }
    if (tokens > this.remainingOf(category)) return undefined;
    const allocation: Allocation = { tokens, category };
    this.open.add(allocation);
    this.book(allocation, tokens);
    return allocation;
  }

  allocate(tokens: number, category: SourceType): Allocation {
    const allocation = this.tryAllocate(tokens, category);
    if (allocation !== undefined) return allocation;
    const remaining = this.remainingOf(category);
    throw new LexichordError(
      ErrorCode.budgetExceeded,
      `${tokens} tokens of ${category} were requested, but only ${remaining} are left. Raise the budget or request fewer.`,
      { details: { tokens, remaining, category } },
    );
  }

  rollBack(allocation: Allocation): void {
    if (this.open.delete(allocation)) this.book(allocation, -allocation.tokens);
  }

  private book({ category }: Allocation, tokens: number): void {
    this.allocated += tokens;
    this.byCategory.set(category, (this.byCategory.get(category) ?? 0) + tokens);
  }
}

/** Creates {@link TokenBudget}s. */
export class TokenBudgetFactory implements IBudgetManagerFactory {
  create(totalTokens: number, categoryTokens?: Readonly<Partial<Record<SourceType, number>>>): IBudgetManager {
    return new TokenBudget(totalTokens, categoryTokens);
  }
}
