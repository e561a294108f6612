import {
  type ContextFragment,
  type ContextGatheringRequest,
  type IContextStrategy,
  type ITokenCounter,
  type NothingGathered,
  contextIdPattern,
  isNothingGathered,
} from '@lexichord/abstractions';
import { describe, expect, it } from '@jest/globals';

/** A strategy with everything the suite needs to try it. */
export interface StrategyUnderTest {
  readonly strategy: IContextStrategy;
  /** The counter the strategy counts with. */
  readonly tokenCounter: ITokenCounter;
  /** A request for which it has something to say, best more than its `maxTokens`. */
  readonly request: ContextGatheringRequest;
  /** Requests that lack what it needs. */
  readonly requestsWithoutInput: readonly ContextGatheringRequest[];
}

/** Limits around the places where counting goes wrong: nothing, next to nothing, and up to everything. */
const triedLimits = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 100, 144, 233, 377, 610, 987, 1_597, 2_584, 4_181];

/**
 * The contract of {@link IContextStrategy}, for every implementation to run:
 * `describeContextStrategy('MyStrategy', () => ({ strategy, tokenCounter, request, requestsWithoutInput }))`.
 *
 * @param make called for every test, so that tests share nothing
 */
export function describeContextStrategy(
  name: string,
  make: () => StrategyUnderTest | Promise<StrategyUnderTest>,
): void {
  describe(`${name} keeps the contract of a context strategy`, () => {
    it('has an id that can be named in files and on the command line, a name and a size', async () => {
      const { strategy } = await make();

      expect(strategy.strategyId).toMatch(contextIdPattern);
      expect(strategy.displayName.trim()).not.toBe('');
      expect(strategy.displayName).not.toMatch(/[\r\n]/u);
      expect(Number.isSafeInteger(strategy.maxTokens) && strategy.maxTokens > 0).toBe(true);
      expect(Number.isFinite(strategy.priority)).toBe(true);
    });

    it('gives a fragment of its own with content, an exact count and a relevance from 0 to 1', async () => {
      const { strategy, tokenCounter, request } = await make();

      const fragment = fragmentOf(await strategy.gather(request, { maxTokens: strategy.maxTokens }));

      expect(fragment?.sourceId).toBe(strategy.strategyId);
      expect(fragment?.label).not.toMatch(/[\r\n]/u);
      expect(fragment?.content.trim()).not.toBe('');
      expect(fragment?.tokenEstimate).toBe(tokenCounter.countTokens(fragment?.content ?? ''));
      expect(fragment?.relevance).toBeGreaterThanOrEqual(0);
      expect(fragment?.relevance).toBeLessThanOrEqual(1);
      expect(JSON.parse(JSON.stringify(fragment?.metadata ?? {}))).toEqual(fragment?.metadata ?? {});
    });

    it('has nothing to say, or says why, without what it needs', async () => {
      const { strategy, requestsWithoutInput } = await make();

      for (const request of requestsWithoutInput) {
        const answer = await strategy.gather(request, { maxTokens: strategy.maxTokens });
        expect(fragmentOf(answer)).toBeUndefined();
        if (answer !== undefined && isNothingGathered(answer)) expect(answer.message.trim()).not.toBe('');
      }
    });

    it('never counts to more than it may use', async () => {
      const { strategy, tokenCounter, request } = await make();

      for (const maxTokens of [...triedLimits, strategy.maxTokens, strategy.maxTokens * 10]) {
        const fragment = fragmentOf(await strategy.gather(request, { maxTokens }));
        const tokens = tokenCounter.countTokens(fragment?.content ?? '');
        expect({ maxTokens, isWithin: tokens <= maxTokens }).toEqual({
          maxTokens,
          isWithin: true,
        });
        expect(fragment?.tokenEstimate ?? 0).toBe(tokens);
      }
    });

    it('shortens a fragment of its own to the limit, if it shortens at all', async () => {
      const { strategy, tokenCounter, request } = await make();
      const fragment = fragmentOf(await strategy.gather(request, { maxTokens: strategy.maxTokens }));
      if (fragment === undefined || strategy.shorten === undefined) return;

      for (const maxTokens of triedLimits) {
        const shorter = await strategy.shorten(fragment, maxTokens, { request });
        if (shorter === undefined) continue;
        expect(shorter.sourceId).toBe(strategy.strategyId);
        expect(tokenCounter.countTokens(shorter.content)).toBeLessThanOrEqual(maxTokens);
        expect(shorter.tokenEstimate).toBe(tokenCounter.countTokens(shorter.content));
      }
    });

    it('rejects with the reason of a signal that is aborted already', async () => {
      const { strategy, request } = await make();
      const reason = new DOMException('The user moved on.', 'AbortError');

      const gathering = strategy.gather(request, { maxTokens: strategy.maxTokens, signal: AbortSignal.abort(reason) });

      await expect(gathering).rejects.toBe(reason);
    });

    it('gives the same bytes for the same request, asked again or of another instance', async () => {
      const [first, second] = [await make(), await make()];
      const options = { maxTokens: first.strategy.maxTokens };

      const once = await first.strategy.gather(first.request, options);
      const again = await first.strategy.gather(first.request, options);
      const other = await second.strategy.gather(second.request, options);

      expect(JSON.stringify(again)).toBe(JSON.stringify(once));
      expect(JSON.stringify(other)).toBe(JSON.stringify(once));
    });

    it('leaves the request as it is', async () => {
      const { strategy, request } = await make();
      const before = JSON.stringify(request);

      await strategy.gather(deepFrozen(request), { maxTokens: strategy.maxTokens });

      expect(JSON.stringify(request)).toBe(before);
    });
  });
}

function fragmentOf(answer: ContextFragment | NothingGathered | undefined): ContextFragment | undefined {
  return answer === undefined || isNothingGathered(answer) ? undefined : answer;
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFrozen(part);
    Object.freeze(value);
  }
  return value;
}
