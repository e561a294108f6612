import { logLevels } from '@lexichord/platform/internal';
import { z } from 'zod';
import { tokenEncodings } from '@lexichord/abstractions';

/** Source of the licence token. */
export const licenseSection = z.strictObject({
  file: z.string().min(1).optional().describe("File that holds the licence token. Not in a workspace's file."),
});

/** `logging` (T-016, troubleshooting 1). */
export const loggingSection = z
  .object({
    level: z
      .enum(logLevels)
      .default('warn')
      .describe('Minimum level of log lines on standard error, for every component.'),
  })
  .catchall(z.enum(logLevels).describe('Minimum level for one component, such as context_packer: debug.'))
  .meta({ keyName: 'component' });

/** `model` (T-016, troubleshooting 5). */
export const modelSection = z.strictObject({
  name: z
    .string()
    .min(1)
    .optional()
    .describe('Model that receives the context; determines the encoding unless one is set.'),
  tokenizer: z
    .string()
    .min(1)
    .optional()
    .describe('Encoding or model family of the tokenizer. Not set: that of model.name.'),
});

/** `context.tokenizer` (T-016 FR-016-71..75, threat 2, troubleshooting 5). */
export const tokenizerSection = z.strictObject({
  encoding: z
    .enum(tokenEncodings)
    .optional()
    .describe(
      'Encoding to count with. The last three need the package js-tiktoken. Not set: the encoding of the keys under model, else o200k_base.',
    ),
  useExact: z
    .literal(true)
    .default(true)
    .meta({ allowed: 'true; false is refused, because with an estimate the text could exceed the budget' })
    .describe('Count exactly as the tokenizer of the model.'),
  cacheEnabled: z.boolean().default(true).describe('Cache the token counts of texts.'),
  cacheMaxEntries: z.int().min(1).max(10_000_000).default(10_000).describe('Maximum number of counts in the cache.'),
  timingMitigation: z
    .boolean()
    .default(false)
    .describe('Take the same time to count cached texts as new ones. Only for a process that serves several users.'),
  safetyFactor: z
    .number()
    .min(1)
    .max(4)
    .optional()
    .describe(
      'Factor for a model without a published tokenizer. Counts are multiplied by it and reported as estimates.',
    ),
});

/**
 * Budgets of answers of the server for agents, in tokens. The usual one is below the 10,000 from which clients warn of a
 * large answer; the notes of an answer need the minimum.
 */
export const answerBudgets = { min: 200, usual: 8_000, max: 200_000 } as const;

/** `mcp`: the server for agents. */
export const mcpSection = z.strictObject({
  budgetTokens: z
    .int()
    .min(answerBudgets.min)
    .max(answerBudgets.max)
    .default(answerBudgets.usual)
    .describe('Maximum size of an answer of the server for agents in tokens, unless the agent gives one.'),
});

/** `serve`: the warm process of a workspace. */
export const serveSection = z.strictObject({
  idleMinutes: z
    .number()
    .min(0.1)
    .max(10_080)
    .default(30)
    .describe('Minutes without a command and without a session of an agent after which "lexichord serve" ends.'),
});
