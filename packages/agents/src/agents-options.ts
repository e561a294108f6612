import { type Token, token } from '@lexichord/abstractions';
import { z } from 'zod';

/** Options of the context assembler (DES-072c §4.3). The only place for their names, ranges and defaults. */
export const agentsOptionsSchema = z.strictObject({
  /** Budget in tokens when neither the caller nor the agent gives one. */
  defaultBudget: z.int().min(1).default(8_000),
  /** Longest an assembly waits for any strategy, in milliseconds from its start. */
  strategyTimeoutMs: z.int().min(1).default(5_000),
  /** Whether text that a kept fragment holds already is cut. */
  enableDeduplication: z.boolean().default(true),
  /** Word similarity from which two texts are duplicates, above 0 to 1. */
  deduplicationThreshold: z.number().gt(0).max(1).default(0.85),
  /** Strategies that run at once; by default all of them. */
  maxParallelism: z.int().min(1).optional(),
  /** Changes to single strategies, by id. */
  strategies: z
    .record(
      z.string(),
      z.strictObject({
        /** Whether it runs unless switched off later. */
        enabled: z.boolean().optional(),
        /** Most tokens it contributes, instead of what it declares. */
        maxTokens: z.int().min(1).optional(),
      }),
    )
    .default({}),
});

export type AgentsOptionsInput = z.input<typeof agentsOptionsSchema>;
export type AgentsOptions = Readonly<z.infer<typeof agentsOptionsSchema>>;
export const AgentsOptions: Token<AgentsOptions> = token('AgentsOptions');
