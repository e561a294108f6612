import { type StrategyState, emptyAssembledContext } from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';

import type { AssemblyRecord, PanelDescription } from '../../protocol/preview-message.js';

/** A strategy of which a test names only what it is about. */
export function aStrategyOf(strategyId: string, overrides: Partial<StrategyState> = {}): StrategyState {
  return {
    strategyId,
    displayName: `The ${strategyId}`,
    priority: 50,
    maxTokens: 1_000,
    tier: 'WriterPro',
    licensed: true,
    enabled: true,
    available: true,
    ...overrides,
  };
}

/** A WriterPro panel with two open sources and a locked one. */
export function aPanel(overrides: Partial<PanelDescription> = {}): PanelDescription {
  return {
    workspaceName: 'novel',
    tier: 'WriterPro',
    strategies: [
      aStrategyOf('document', { displayName: 'Document Content', priority: 100 }),
      aStrategyOf('style', { displayName: 'Style Rules', tier: 'Teams', licensed: false }),
      aStrategyOf('heading', { displayName: 'Heading Hierarchy', priority: 40 }),
    ],
    agents: [
      { agentId: 'copilot', displayName: 'Co-pilot', defaultBudget: 8_000 },
      { agentId: 'editor', displayName: 'Editor', defaultBudget: 4_000 },
    ],
    defaultAgentId: 'copilot',
    maxBudget: 10_000,
    historySize: 20,
    warnings: [],
    ...overrides,
  };
}

/** Settings of a record; the rest of it follows from them. */
export interface RecordSetup extends Partial<Omit<AssemblyRecord, 'result'>> {
  readonly result?: Partial<AssemblyRecord['result']> | undefined;
}

/** An assembly with a fragment of the document, unless the test says otherwise. */
export function aRecord(correlationId: string, { result, ...overrides }: RecordSetup = {}): AssemblyRecord {
  const { agentId = 'copilot', maxTokens = 8_000 } = overrides;
  const fragments = result?.fragments ?? [aFragment({ content: `Text of ${correlationId}.` })];
  const totalTokens = fragments.reduce((sum, { tokenEstimate }) => sum + tokenEstimate, 0);
  return {
    correlationId,
    origin: 'preview',
    agentId,
    startedAt: '2026-01-01T10:00:00.000Z',
    assembledAt: '2026-01-01T10:00:01.000Z',
    request: { agentId },
    maxTokens,
    isLive: false,
    ...overrides,
    result: {
      ...emptyAssembledContext(agentId, maxTokens),
      fragments,
      totalTokens,
      renderedTokens: totalTokens + 2 * fragments.length,
      assemblyDurationMs: 5,
      ...result,
    },
  };
}
