import {
  type Token,
  contextIdPattern,
  contextIdRule,
  knowledgeContextFormats,
  token,
  weightSumProblem,
} from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

const contextId = z.string().regex(contextIdPattern, { error: contextIdRule });
const share = z.number().min(0).max(1);
const entityTypes = z.array(z.string().min(1).max(200)).max(1_000);

/** Weight of each signal in an entity's relevance; see `relevanceSignals`. */
const relevanceSchema = z
  .strictObject({
    semantic: share
      .default(0.35)
      .describe('Weight of the similarity in meaning between entity and query. The five weights sum to 1.'),
    mention: share.default(0.25).describe('Weight of a mention in the open document.'),
    type: share.default(0.2).describe('Weight of a type that the query mentions or the agent works with.'),
    recency: share.default(0.1).describe("Weight of the time of the entity's last change."),
    name: share.default(0.1).describe("Weight of the match between the name and the query's words."),
  })
  .check(({ value, issues }) => {
    const problem = weightSumProblem(value);
    if (problem !== undefined) issues.push({ code: 'custom', message: `${problem}; set all five`, input: value });
  });

/** Configured differences of one agent from KG-e's table; absent keys keep the table's values (KG-e §3.1). */
const agentSchema = z.strictObject({
  maxTokens: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe("Maximum size of the knowledge in tokens. Not set: the agent's own."),
  maxEntities: z.int().min(0).max(10_000).optional().describe("Maximum number of entities. Not set: the agent's own."),
  minRelevanceScore: share.optional().describe("Minimum relevance of an entity. Not set: the agent's own."),
  includeEntityTypes: entityTypes.optional().describe("Only entities of these types. Not set: the agent's own."),
  excludeEntityTypes: entityTypes.optional().describe('No entities of these types.'),
  includeRelationships: z.boolean().optional().describe("Include relationships. Not set: the agent's own."),
  relationshipDepth: z
    .int()
    .min(1)
    .max(10)
    .optional()
    .describe('Maximum number of steps between two related entities. Not set: 1.'),
  includeAxioms: z.boolean().optional().describe("Include rules. Not set: the agent's own."),
  includeProperties: z.boolean().optional().describe('Include properties of entities. Not set: true.'),
  maxPropertiesPerEntity: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe('Maximum number of properties of an entity. Not set: 10.'),
  format: z
    .enum(knowledgeContextFormats)
    .optional()
    .describe('Format of knowledge for the agent. Not set: knowledge.format.'),
});

/** Options of the knowledge graph that a user sets; `knowledge` in the configuration (KG-e). */
export const knowledgeSection = z.strictObject({
  workspace: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Name that is part of every entity's id. Not set: the name of the workspace's folder."),
  format: z.enum(knowledgeContextFormats).default('yaml').describe('Format of knowledge for agents.'),
  relevance: relevanceSchema.prefault({}),
  agents: z.record(contextId, agentSchema).default({}).meta({ keyName: 'agent' }),
});

/** All options of the knowledge graph that a host can set. */
export const knowledgeOptionsSchema = knowledgeSection.extend({
  /**
   * Part of every id: the same fact has the same id in all workspaces of this name. Users who share a store between
   * workspaces give them different names.
   */
  workspace: knowledgeSection.shape.workspace.unwrap(),
});

/** Parsed {@link knowledgeOptionsSchema}. */
export type KnowledgeOptions = DeepReadonly<z.output<typeof knowledgeOptionsSchema>>;

/** Options as a host passes them. */
export type KnowledgeOptionsInput = DeepReadonly<z.input<typeof knowledgeOptionsSchema>>;

/** Weights of the signals of relevance, together 1. */
export type RelevanceWeights = KnowledgeOptions['relevance'];

/** Changes of a host for one agent. */
export type AgentKnowledgeOptions = KnowledgeOptions['agents'][string];

export const KnowledgeOptions: Token<KnowledgeOptions> = token('KnowledgeOptions');
