import { type AssembledContext, combineContent, emptyRequest } from '@lexichord/abstractions';
import { aStrategy } from '@lexichord/testing';

import { anOrchestrator } from '../test-support/an-orchestrator.js';

const request = emptyRequest('test');
const fine = aStrategy({ strategyId: 'fine', priority: 10 });

function reasonsOf({ skipped }: AssembledContext): string[] {
  return skipped.map(({ sourceId, reason }) => `${sourceId}: ${reason}`);
}

describe('describeAssembly', () => {
  it('warns of a required fragment that is cut, and of one of which nothing fits', async () => {
    const words = (name: string): string => Array.from({ length: 90 }, (_unused, index) => `${name}${index}`).join(' ');
    const { orchestrator } = anOrchestrator({
      strategies: [
        aStrategy({ strategyId: 'first', displayName: 'First', priority: 30, content: words('first') }),
        aStrategy({ strategyId: 'second', displayName: 'Second', priority: 20, content: words('second') }),
        aStrategy({ strategyId: 'top', displayName: 'Top', priority: 100, content: words('top') }),
      ],
    });

    const result = await orchestrator.assemble(request, { maxTokens: 50, requiredStrategies: ['first', 'second'] });

    expect(result.warnings).toEqual([
      'First is required and was cut from 90 to 48 tokens to fit the budget.',
      'Second is required, but no useful part of it fits the budget.',
    ]);
    expect(combineContent(result)).toMatch(/^## First\nfirst0 /u);
    expect(reasonsOf(result)).toEqual(['top: over-budget', 'second: over-budget']);
  });

  it('warns of a required fragment that does not fit into its own size, alone or with its fence', async () => {
    const strategies = [
      aStrategy({ strategyId: 'framed', displayName: 'Framed', content: '## Fine', maxTokens: 2 }),
      aStrategy({
        strategyId: 'sized',
        displayName: 'Sized',
        content: 'one two three',
        tokenEstimate: 90,
        maxTokens: 1,
      }),
      fine,
    ];
    const { orchestrator } = anOrchestrator({ strategies });

    const result = await orchestrator.assemble(request, {
      maxTokens: 500,
      requiredStrategies: ['framed', 'sized', 'fine'],
    });

    expect(reasonsOf(result)).toEqual(['framed: over-budget', 'sized: over-budget']);
    expect(result.warnings).toEqual(
      result.skipped.map(({ sourceId, message }) => `"${sourceId}" is required but not in the result: ${message}`),
    );
  });
});
