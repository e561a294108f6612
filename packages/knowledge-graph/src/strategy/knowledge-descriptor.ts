import type { StrategyDescriptor } from '@lexichord/abstractions';

/** The knowledge graph as a source of an assembly (KG-e §4.1; priority from the project's own table). */
export const knowledgeDescriptor = {
  strategyId: 'knowledge',
  displayName: 'Knowledge Graph',
  priority: 30,
  maxTokens: 5_000,
  tier: 'WriterPro',
} as const satisfies StrategyDescriptor;

/** Message for a workspace without facts. */
export const emptyGraphMessage =
  'The knowledge graph is empty. Run "lexichord knowledge import" with the files that describe the product.';
