import { type KnowledgeContextConfig, type LicenseTier, tierIncludes } from '@lexichord/abstractions';

import type { AgentKnowledgeOptions, KnowledgeOptions } from '../knowledge-options.js';
import type { LicensedConfig } from './license-limits.js';

/** Default settings for all agents (KG-e §3.1). */
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

/** Differences of agents from {@link common} (KG-e §4). */
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

/** The default configuration of an agent (KG-e §4). */
export function agentDefaults(agentId: string): KnowledgeContextConfig {
  return { ...common, ...byAgent.get(agentId) };
}

/** The configuration of an agent with the host's changes, which apply from the Enterprise tier on (KG-e §7). */
export function agentConfig(
  agentId: string,
  { options, tier }: { readonly options: KnowledgeOptions; readonly tier: LicenseTier },
): LicensedConfig {
  const defaults = { ...agentDefaults(agentId), format: options.format };
  const own = Object.hasOwn(options.agents, agentId) ? options.agents[agentId] : undefined;
  if (own === undefined) return { config: defaults, notes: [] };
  if (!tierIncludes(tier, 'Enterprise')) {
    const note = `The knowledge configuration of the agent "${agentId}" requires the Enterprise tier and is ignored.`;
    return { config: defaults, notes: [note] };
  }
  return { config: { ...defaults, ...(withoutAbsent(own) as AgentKnowledgeOptions) }, notes: [] };
}

/** Removes keys that are `undefined`. */
function withoutAbsent(own: object): object {
  return Object.fromEntries(Object.entries(own).filter(([, value]: [string, unknown]) => value !== undefined));
}
