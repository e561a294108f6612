import { z } from 'zod';

/** Smallest budget that an answer with its notes fits into. */
export const minBudgetTokens = 200;

/** Largest budget of one answer. */
export const maxBudgetTokens = 200_000;

/** Longest query or task, in UTF-16 units: a stack trace fits, a whole file does not. */
export const maxQueryLength = 20_000;

/** Longest path or handle, in UTF-16 units. */
export const maxPathLength = 1_024;

/** Longest list of a call. */
export const maxListLength = 50;

/**
 * Longest texts of one call together, in UTF-16 units: in a message each unit takes up to six bytes, and what a schema
 * allows must not be longer than a message may be.
 */
export const maxTextsLength = 2_500_000;

export const tooLongTogether = `Too long: expected all texts together to have <=${maxTextsLength} characters`;

/** Whether the texts of one call are not too long together. */
export function fitMessage(texts: readonly string[]): boolean {
  return texts.reduce((sum, { length }) => sum + length, 0) <= maxTextsLength;
}

/** Fields of every tool that answers with texts. */
export const budgetField = z
  .int()
  .min(minBudgetTokens)
  .max(maxBudgetTokens)
  .optional()
  .describe('Maximum size of the answer in tokens. Leave it out for the default of the server.');

export const pathField = z.string().min(1).max(maxPathLength);

/** Characters that no name has: half of a surrogate pair, which an address cannot hold, and line ends. */
const notInName = /[\p{Surrogate}\p{Cc}\u2028\u2029]/u;

/** A conversation's or a message's name. */
export const idField = z
  .string()
  .trim()
  .min(1)
  .max(maxPathLength)
  .refine((id) => !notInName.test(id), { error: 'Expected no control characters and no half of a surrogate pair' });

export const queryField = z.string().trim().min(1).max(maxQueryLength);

/** Such as: the index could not be brought up to date. */
export const warningsField = z.array(z.string());

/** Maximum number of omissions that an answer names; the rest is counted. */
export const maxNamed = 100;

export const leftOutSchema = z.object({ handle: z.string(), reason: z.string() });
