import { type Token, knowledgeContextFormats, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform';
import { z } from 'zod';

const weight = z.number().min(0).max(1);

/** How much each signal says about an entity's relevance; see `relevanceSignals`. Together 1. */
const relevanceWeightsSchema = z
  .strictObject({
    semantic: weight.default(0.35),
    mention: weight.default(0.25),
    type: weight.default(0.2),
    recency: weight.default(0.1),
    name: weight.default(0.1),
  })
  .refine((weights) => Math.abs(Object.values(weights).reduce((sum, part) => sum + part, 0) - 1) <= 1e-9, {
    error: 'the weights must sum to 1',
  });

const entityTypes = z.array(z.string().min(1).max(200)).max(1_000);

/** What differs for one agent from KG-e's table; what is absent stays. */
const agentConfigSchema = z.strictObject({
  maxTokens: z.int().min(1).max(1_000_000).optional(),
  includeEntityTypes: entityTypes.optional(),
  excludeEntityTypes: entityTypes.optional(),
  minRelevanceScore: z.number().min(0).max(1).optional(),
  includeRelationships: z.boolean().optional(),
  relationshipDepth: z.int().min(1).max(10).optional(),
  includeAxioms: z.boolean().optional(),
  maxEntities: z.int().min(0).max(10_000).optional(),
  format: z.enum(knowledgeContextFormats).optional(),
  includeProperties: z.boolean().optional(),
  maxPropertiesPerEntity: z.int().min(0).max(10_000).optional(),
});

/** Everything a host can set about the knowledge graph: names, ranges and defaults. */
export const knowledgeOptionsSchema = z.strictObject({
  /**
   * Goes into every id: the same fact has the same id wherever a workspace of this name lies. Whoever shares a store
   * between workspaces gives them different names.
   */
  workspace: z.string().min(1).max(200),
  /** How knowledge is written for agents that nobody configured. */
  format: z.enum(knowledgeContextFormats).default('yaml'),
  relevance: relevanceWeightsSchema.prefault({}),
  /** By agent id. They count from the Enterprise tier on (KG-e §7). */
  agents: z.record(z.string().min(1), agentConfigSchema).default({}),
});

/** Parsed {@link knowledgeOptionsSchema}. */
export type KnowledgeOptions = DeepReadonly<z.output<typeof knowledgeOptionsSchema>>;

/** What a host passes. */
export type KnowledgeOptionsInput = DeepReadonly<z.input<typeof knowledgeOptionsSchema>>;

/** Weights of the signals of relevance, together 1. */
export type RelevanceWeights = KnowledgeOptions['relevance'];

/** What a host changes for one agent. */
export type AgentKnowledgeOptions = KnowledgeOptions['agents'][string];

export const KnowledgeOptions: Token<KnowledgeOptions> = token('KnowledgeOptions');
