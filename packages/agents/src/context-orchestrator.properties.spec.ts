import {
  type AssembledContext,
  type ContextBudget,
  type ITokenCounter,
  combineContent,
  emptyRequest,
} from '@lexichord/abstractions';
import { normalizeWhiteSpace } from '@lexichord/markdown';
import { WordTokenCounter, aStrategy } from '@lexichord/testing';
import { isSimilar, wordSet } from '@lexichord/text-index/internal';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import * as fc from 'fast-check';
import { shareOf } from './orchestrator/gather-fragments.js';
import { fenceBody, splitBlocks } from './orchestrator/split-blocks.js';
import { anOrchestrator } from './test-support/an-orchestrator.js';

const threshold = 0.85;
const sourceIds = ['document', 'selection', 'cursor', 'heading', 'rag', 'style', 'custom'];

/** Paragraphs from a small pool, so that fragments really repeat each other, and text that tries to break things. */
const paragraph = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 5 }).map((index) => sentence(index)) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 3 }).map((index) => `\`\`\`ts\n${sentence(index)}\n\n${sentence(9)}\n\`\`\``),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('## Heading', '# A much longer heading that has more than forty characters'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '```',
      '~~~~\nopen',
      '\r\n\r\n',
      '\u0085',
      '   ',
      '<|endoftext|>',
      '日本語の文章です。'.repeat(9),
    ),
  },
);

const fragmentContent = fc
  .array(paragraph, { minLength: 1, maxLength: 8 })
  .chain((parts) => fc.constantFrom('\n\n', '\n', '\r\n\r\n', '\n\n\n').map((separator) => parts.join(separator)));

interface Setup {
  readonly sourceId: string;
  readonly content: string;
  readonly priority: number;
  readonly relevance: number;
  readonly tokenEstimate: number;
  readonly maxTokens: number;
  /** Whether it gives no more than it is offered, and says what it has; else it gives everything at once. */
  readonly keepsToOffer: boolean;
}

const setups = fc.uniqueArray(
  fc.record<Setup>({
    sourceId: fc.constantFrom(...sourceIds),
    content: fragmentContent,
    priority: fc.constantFrom(100, 90, 60, 60, 40),
    relevance: fc.constantFrom(1, 0.5, 0),
    tokenEstimate: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.integer({ min: 0, max: 600 })),
    maxTokens: fc.oneof({ weight: 3, arbitrary: fc.constant(4000) }, fc.integer({ min: 1, max: 200 })),
    keepsToOffer: fc.boolean(),
  }),
  { selector: ({ sourceId }) => sourceId, minLength: 1, maxLength: 7 },
);

const budgets = fc.record<ContextBudget>({
  maxTokens: fc.oneof(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 60, max: 700 }),
    fc.integer({ min: 700, max: 3000 }),
    fc.constant(8000),
  ),
  requiredStrategies: fc.subarray(sourceIds),
  excludedStrategies: fc.subarray(sourceIds, { maxLength: 2 }),
});

function sentence(index: number): string {
  return `This sentence of the pool tells its readers about topic ${index} with every detail there is, and at length.`;
}

async function assemble(
  all: readonly Setup[],
  budget: ContextBudget,
  { tokenCounter, arrival = [] }: { tokenCounter: ITokenCounter; arrival?: readonly number[] },
): Promise<AssembledContext> {
  const known = (id: string): boolean => all.some(({ sourceId }) => sourceId === id);
  const strategies = all.map(({ sourceId, content, keepsToOffer, ...rest }, index) =>
    aStrategy({
      ...rest,
      strategyId: sourceId,
      displayName: `Label of ${sourceId}`,
      gather: async (_request, { maxTokens }) => {
        for (let turn = 0; turn < (arrival[index] ?? 0); turn += 1) await Promise.resolve();
        const fragment = { sourceId, label: `Label of ${sourceId}`, content, ...rest };
        const originalTokens = Math.max(rest.tokenEstimate, tokenCounter.countTokens(content));
        if (!keepsToOffer || originalTokens <= maxTokens) return fragment;
        const given = tokenCounter.truncateToTokens(content, maxTokens);
        return {
          ...fragment,
          content: given.content,
          tokenEstimate: given.tokenCount,
          metadata: { originalTokens },
        };
      },
    }),
  );
  const { orchestrator } = anOrchestrator({ strategies, tokenCounter, options: { deduplicationThreshold: threshold } });
  return orchestrator.assemble(emptyRequest('test'), {
    maxTokens: budget.maxTokens,
    requiredStrategies: budget.requiredStrategies?.filter(known),
    excludedStrategies: budget.excludedStrategies?.filter(known),
  });
}

describe.each<[string, ITokenCounter, number]>([
  ['words', new WordTokenCounter(), 400],
  ['o200k_base', new BpeTokenCounter({ encoding: 'o200k_base' }), 400],
  ['cl100k_base', new BpeTokenCounter({ encoding: 'cl100k_base' }), 100],
])(
  'ContextOrchestrator, counting %s, for any fragments, budget, required and excluded sets',
  (_name, tokenCounter, numRuns) => {
    it('SBD-072 AC-3: the combined text is never over the budget', async () => {
      await fc.assert(
        fc.asyncProperty(setups, budgets, async (all, budget) => {
          const result = await assemble(all, budget, { tokenCounter });

          const counted = tokenCounter.countTokens(combineContent(result));
          expect(counted).toBe(result.renderedTokens);
          expect(counted).toBeLessThanOrEqual(budget.maxTokens);
          expect(result.totalTokens).toBeLessThanOrEqual(budget.maxTokens);
          for (const { content, tokenEstimate } of result.fragments) {
            expect(tokenEstimate).toBeGreaterThanOrEqual(tokenCounter.countTokens(content));
          }
        }),
        { numRuns },
      );
    });

    it('gives the same bytes in whatever order the fragments arrive and the strategies are registered', async () => {
      const orders = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 7 });
      await fc.assert(
        fc.asyncProperty(setups, budgets, orders, async (all, budget, arrival) => {
          const straight = await assemble(all, budget, { tokenCounter });
          const shuffled = await assemble(all.toReversed(), budget, { tokenCounter, arrival });

          expect(JSON.stringify(shuffled)).toBe(JSON.stringify(straight));
        }),
        { numRuns: numRuns / 2 },
      );
    });

    it('nothing vanishes without a reason', async () => {
      await fc.assert(
        fc.asyncProperty(setups, budgets, async (all, budget) => {
          const { fragments, skipped, truncated, deduplicated } = await assemble(all, budget, { tokenCounter });

          const accounted = [...fragments, ...skipped].map(({ sourceId }) => sourceId).toSorted();
          expect(accounted).toEqual(all.map(({ sourceId }) => sourceId).toSorted());
          const changed = new Set([...truncated, ...deduplicated].map(({ sourceId }) => sourceId));
          for (const { sourceId, content } of fragments) {
            const gathered = all.find((setup) => setup.sourceId === sourceId)?.content;
            if (content !== gathered) expect(changed).toContain(sourceId);
          }
        }),
        { numRuns },
      );
    });

    it('no text that a kept fragment does not hold is lost as a duplicate', async () => {
      await fc.assert(
        fc.asyncProperty(setups, budgets, async (all, budget) => {
          const result = await assemble(all, budget, { tokenCounter });

          const suspects = [...result.skipped.filter(({ reason }) => reason === 'duplicate'), ...result.deduplicated];
          for (const { sourceId } of suspects) {
            const setup = all.find((entry) => entry.sourceId === sourceId)!;
            const { content: gathered, keepsToOffer } = setup;
            // What a strategy's share cut off was lost to its share.
            const maxTokens = keepsToOffer ? shareOf(setup.maxTokens, budget.maxTokens) : setup.maxTokens;
            // What a strategy's own size cut off was lost to its size.
            const isCut = result.truncated.some((truncation) => truncation.sourceId === sourceId);
            if (isCut || Math.max(setup.tokenEstimate, tokenCounter.countTokens(gathered)) > maxTokens) continue;
            for (const lost of textsOf(gathered)) expect(isHeldBy(result, lost)).toBe(true);
          }
        }),
        { numRuns },
      );
    });
  },
);

/** What the blocks of a text say. Headings are labels of what is under them and say nothing alone. */
function textsOf(content: string): string[] {
  return splitBlocks(content)
    .filter(({ kind }) => kind !== 'heading')
    .map((block) => normalizeWhiteSpace(block.kind === 'fence' ? fenceBody(block) : block.text));
}

function isHeldBy({ fragments }: AssembledContext, text: string): boolean {
  return fragments.some(
    ({ content }) =>
      normalizeWhiteSpace(content).includes(text) ||
      splitBlocks(content).some(
        (block) => isSimilar(wordSet(block.text), wordSet(text), threshold) && hasNumbersOf(block.text, text),
      ),
  );
}

/** Sentences of the pool differ in their numbers alone, and the numbers are what must not be lost. */
function hasNumbersOf(holder: string, text: string): boolean {
  const held = new Set(holder.match(/\d+/gu));
  return (text.match(/\d+/gu) ?? []).every((number) => held.has(number));
}
