import type { KnowledgeContextConfig } from '@lexichord/abstractions';

/** What an agent is told that nobody described (KG-e §3.1). */
const common: KnowledgeContextConfig = {
  maxTokens: 4_000,
  minRelevanceScore: 0.5,
  includeRelationships: true,
  relationshipDepth: 1,
  includeAxioms: true,
  maxEntities: 20,
  format: 'yaml',
  includeProperties: true,
  maxPropertiesPerEntity: 10,
};

/** KG-e §4, as far as it differs from {@link common}. */
const byAgent: ReadonlyMap<string, Partial<KnowledgeContextConfig>> = new Map([
  ['editor', { maxEntities: 30, maxTokens: 5_000, minRelevanceScore: 0.4 }],
  [
    'simplifier',
    {
      maxEntities: 10,
      maxTokens: 2_000,
      includeEntityTypes: ['Concept', 'Term', 'Definition'],
      includeAxioms: false,
      includeRelationships: false,
      minRelevanceScore: 0.6,
    },
  ],
  ['tuning', { includeEntityTypes: ['Endpoint', 'Parameter', 'Response', 'Schema'] }],
  [
    'summarizer',
    {
      maxEntities: 15,
      maxTokens: 3_000,
      includeEntityTypes: ['Product', 'Component', 'Feature', 'Service'],
      includeAxioms: false,
    },
  ],
  ['copilot', { maxEntities: 25, minRelevanceScore: 0.4 }],
]);

/** The configuration of an agent that nobody configured (KG-e §4). */
export function agentDefaults(agentId: string): KnowledgeContextConfig {
  return { ...common, ...byAgent.get(agentId) };
}
