import { ErrorCode, availableTokens, packingBudgetOf } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';
import fc from 'fast-check';

import { type Allocation, type IBudgetManager, TokenBudget, TokenBudgetFactory } from './token-budget.js';

describe('TokenBudget', () => {
  const halfUsed = (): IBudgetManager => {
    const budget = new TokenBudgetFactory().create(100);
    budget.allocate(30, 'open-file');
    budget.allocate(20, 'search-result');
    return budget;
  };

  it('T-016 FR-016-82: knows what is set aside', () => {
    expect(halfUsed()).toMatchObject({ totalTokens: 100, allocatedTokens: 50 });
  });

  it('T-016 FR-016-83: knows what remains', () => {
    expect(halfUsed().remainingTokens).toBe(50);
  });

  it('T-016 AC-058: sets nothing aside that is not there, not one token', () => {
    const budget = new TokenBudget(77_000);
    budget.allocate(76_999, 'reference');

    expect(budget.tryAllocate(2, 'reference')).toBeUndefined();
    expect(budget.allocatedTokens).toBe(76_999);
    expect(budget.tryAllocate(1, 'reference')).toMatchObject({ tokens: 1 });
    expect(budget.remainingTokens).toBe(0);
  });

  it('T-016 FR-016-90: an allocation that must succeed and cannot is an overflow', () => {
    expect(() => new TokenBudget(10).allocate(11, 'reference')).toThrow(
      expect.objectContaining({
        code: ErrorCode.budgetExceeded,
        details: { tokens: 11, remaining: 10, category: 'reference' },
      }) as Error,
    );
  });

  it('T-016 FR-016-86: limits a kind of source where a limit is set, and no other (Should_Allocate_By_Category)', () => {
    const budget = new TokenBudget(100, { reference: 10 });

    expect(budget.tryAllocate(11, 'reference')).toBeUndefined();
    expect(budget.tryAllocate(10, 'reference')).toBeDefined();
    expect(budget.remainingOf('reference')).toBe(0);
    expect(budget.remainingOf('open-file')).toBe(90);
    expect(budget.tryAllocate(90, 'open-file')).toBeDefined();
  });

  it('T-016 FR-016-87: gives a kind of source everything where no limit is set', () => {
    const budget = new TokenBudget(100);

    expect([budget.remainingOf('reference'), budget.tryAllocate(100, 'reference')?.tokens]).toEqual([100, 100]);
  });

  it('T-016 FR-016-88: takes an allocation back, once', () => {
    const budget = new TokenBudget(100, { reference: 60 });
    const allocation = budget.allocate(60, 'reference');

    budget.rollBack(allocation);
    budget.rollBack(allocation);
    budget.rollBack({ tokens: 40, category: 'reference' });

    expect(budget.remainingTokens).toBe(100);
    expect(budget.remainingOf('reference')).toBe(60);
  });

  it.each([-1, 0.5, Number.NaN, Infinity])('refuses to set %p tokens aside', (tokens) => {
    expect(() => new TokenBudget(10).tryAllocate(tokens, 'reference')).toThrow(
      expect.objectContaining({ code: ErrorCode.invalidArgument }) as Error,
    );
  });

  it('T-016 FR-016-89: never sets more aside than there is, whatever is asked for and given back', () => {
    const step = fc.record({
      tokens: fc.nat(60),
      category: fc.constantFrom('reference' as const, 'open-file' as const),
      givesBack: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.nat(100), fc.nat(50), fc.array(step), (total, limit, steps) => {
        const budget = new TokenBudget(total, { reference: limit });
        const open: Allocation[] = [];
        for (const { tokens, category, givesBack } of steps) {
          const allocation = budget.tryAllocate(tokens, category);
          if (allocation !== undefined) open.push(allocation);
          const first = givesBack ? open.shift() : undefined;
          if (first !== undefined) budget.rollBack(first);

          const sum = open.reduce((all, each) => all + each.tokens, 0);
          const ofReferences = open
            .filter((each) => each.category === 'reference')
            .reduce((all, each) => all + each.tokens, 0);
          expect(budget.allocatedTokens).toBe(sum);
          expect(sum).toBeLessThanOrEqual(total);
          expect(ofReferences).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});

describe('availableTokens', () => {
  const counter = new WordTokenCounter();

  it('T-016 AC-057: is the total less both reserves', () => {
    const budget = { totalTokens: 100_000, systemReserve: 8_000, responseReserve: 15_000 };

    expect(availableTokens(budget, counter)).toBe(77_000);
    expect(availableTokens(packingBudgetOf(500), counter)).toBe(500);
  });

  it('T-016 AC-065: counts the system message where it is longer than its reserve', () => {
    const budget = { totalTokens: 100, systemReserve: 3, responseReserve: 10 };

    expect(availableTokens({ ...budget, systemMessage: 'You help.' }, counter)).toBe(87);
    expect(availableTokens({ ...budget, systemMessage: 'You help with five words.' }, counter)).toBe(85);
  });

  it('is 0 when the reserves take all, and more than all', () => {
    expect(availableTokens({ totalTokens: 10, systemReserve: 5, responseReserve: 5 }, counter)).toBe(0);
    expect(availableTokens({ totalTokens: 10, systemReserve: 50, responseReserve: 5 }, counter)).toBe(0);
  });

  it.each([
    { totalTokens: -1, systemReserve: 0, responseReserve: 0 },
    { totalTokens: 10, systemReserve: -1, responseReserve: 0 },
    { totalTokens: 10, systemReserve: 0, responseReserve: Number.NaN },
    { totalTokens: 10.5, systemReserve: 0, responseReserve: 0 },
    { totalTokens: 10, systemReserve: 0, responseReserve: 0, categoryBudgets: { reference: -1 } },
    { totalTokens: 10, systemReserve: 0, responseReserve: 0, categoryBudgets: { other: 1 } },
  ])('T-016 AC-128: refuses %j', (budget) => {
    expect(() => availableTokens(budget, counter)).toThrow(
      expect.objectContaining({ code: ErrorCode.invalidArgument }) as Error,
    );
  });

  it.each([null, undefined, 7])('T-016 AC-127: refuses %p in place of a budget', (budget) => {
    expect(() => availableTokens(budget as never, counter)).toThrow(
      expect.objectContaining({ code: ErrorCode.invalidArgument }) as Error,
    );
  });
});
