import { ErrorCode } from '../errors/error-code.js';
import { isPendingSource } from './context-source.js';
import { availableTokens, type PackingBudget, packingBudgetOf } from './packing-budget.js';

/** A token for each word. */
const counter = { countTokens: (text: string): number => text.split(' ').length };
const budget: PackingBudget = { totalTokens: 1_000, responseReserve: 200, systemReserve: 3 };

describe('availableTokens', () => {
  it('T-016 AC-056: is the total less both reserves', () => {
    expect(availableTokens(budget, counter)).toBe(797);
    expect(availableTokens(packingBudgetOf(40), counter)).toBe(40);
  });

  it('T-016 AC-064: takes a system message off where it is longer than its reserve', () => {
    expect(availableTokens({ ...budget, systemMessage: 'You answer' }, counter)).toBe(797);
    expect(availableTokens({ ...budget, systemMessage: 'You answer in one sentence' }, counter)).toBe(795);
  });

  it('is never below 0', () => {
    expect(availableTokens({ ...budget, responseReserve: 2_000 }, counter)).toBe(0);
  });

  it.each<readonly [Partial<PackingBudget>, string]>([
    [{ totalTokens: -1 }, 'totalTokens'],
    [{ responseReserve: 0.5 }, 'responseReserve'],
    [{ systemReserve: Number.NaN }, 'systemReserve'],
    [{ totalTokens: Number.POSITIVE_INFINITY }, 'totalTokens'],
    [{ categoryBudgets: { 'open-file': -5 } }, 'open-file'],
    [{ categoryBudgets: { closed: 5 } as object }, 'closed'],
  ])('T-016 AC-128: refuses %j and names what is wrong', (change, name) => {
    const attempt = (): number => availableTokens({ ...budget, ...change }, counter);

    expect(attempt).toThrow(expect.objectContaining({ code: ErrorCode.invalidArgument }) as Error);
    expect(attempt).toThrow(name);
  });

  it('refuses what a careless caller gives for a budget', () => {
    expect(() => availableTokens(undefined as unknown as PackingBudget, counter)).toThrow('The budget is missing.');
  });
});

describe('isPendingSource', () => {
  it('is true for what can be loaded alone', () => {
    expect(isPendingSource({ name: 'search', sourceType: 'search-result', load: () => Promise.resolve([]) })).toBe(
      true,
    );
    expect(isPendingSource({ sourceType: 'open-file', filePath: 'a.ts', content: '' })).toBe(false);
    expect([null, undefined, 'load', { load: true }].some(isPendingSource)).toBe(false);
  });
});
