import {
  type Token,
  contextIdPattern,
  contextIdRule,
  defaultContextBudget,
  styleCategories,
  token,
} from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

const contextId = z.string().regex(contextIdPattern, { error: contextIdRule });

const tokenLimit = z.int().min(1).max(100_000_000);

/** Options of the context assembler; `context.assembler` in the configuration (DES-072c §4.3). */
export const assemblerSection = z.strictObject({
  defaultBudget: tokenLimit
    .default(defaultContextBudget.maxTokens)
    .describe('Budget in tokens when neither the caller nor the agent names one.'),
  strategyTimeoutMs: z
    .int()
    .min(1)
    .max(600_000)
    .default(5_000)
    .describe('Time limit of each strategy in milliseconds, from the start of the assembly. A slower one is left out.'),
  enableDeduplication: z.boolean().default(true).describe('Leave out text that another fragment already contains.'),
  deduplicationThreshold: z
    .number()
    .gt(0)
    .max(1)
    .default(0.85)
    .describe('Similarity of word sets (Jaccard) from which two fragments are duplicates; 1 means the same words.'),
  framing: z
    .enum(['auto', 'fenced'])
    .default('auto')
    .describe(
      "When to put text into a code fence. auto: if it reads like a label or note of an assembly. fenced: always. Not in a workspace's file.",
    ),
  maxParallelism: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Maximum number of strategies that run at the same time. Not set: all of them.'),
  strategies: z
    .record(
      contextId,
      z.strictObject({
        enabled: z.boolean().optional().describe('Whether the strategy runs. Not set: the default of the strategy.'),
        maxTokens: tokenLimit
          .optional()
          .describe('Maximum size of its fragment in tokens. Not set: the default of the strategy.'),
      }),
    )
    .default({})
    .meta({ keyName: 'strategy' }),
});

/** New agents, and changes to the built-in ones, by id; `context.agents` in the configuration (SBD-072 §11.1). */
export const agentsSection = z
  .record(
    contextId,
    z.strictObject({
      displayName: z.string().min(1).optional().describe('Name to show. Not set: the id.'),
      strategies: z.array(contextId).optional().describe('Strategies the agent supports. Not set: all.'),
      excludedStrategies: z
        .array(contextId)
        .optional()
        .describe('Strategies that never run for the agent, custom ones included.'),
      styleCategories: z
        .array(z.enum(styleCategories))
        .optional()
        .describe('Categories of style rules for the agent. Not set: all.'),
      defaultBudget: tokenLimit
        .optional()
        .describe("The agent's budget in tokens. Not set: context.assembler.default_budget."),
    }),
  )
  .default({})
  .meta({ keyName: 'agent' });

/**
 * A value that its owner may replace while others use it. Read `current` once at the start of work that needs one
 * version.
 */
export interface Live<T> {
  readonly current: T;
}

/** Parsed options of the assembler. */
export type AgentsOptions = DeepReadonly<z.output<typeof assemblerSection>>;

/** The present options; an assembly uses those of its start. */
export const AgentsOptions: Token<Live<AgentsOptions>> = token('AgentsOptions');

/** Agents of the configuration, by id. */
export type AgentsSection = DeepReadonly<z.output<typeof agentsSection>>;
