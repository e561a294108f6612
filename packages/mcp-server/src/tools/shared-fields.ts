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

/** What every tool that answers with texts has. */
export const budgetField = z
  .int()
  .min(minBudgetTokens)
  .max(maxBudgetTokens)
  .optional()
  .describe('Maximum size of the answer in tokens. Leave it out for the default of the server.');

export const pathField = z.string().min(1).max(maxPathLength);

/** A conversation's or a message's name. */
export const idField = z.string().trim().min(1).max(maxPathLength);

export const queryField = z.string().trim().min(1).max(maxQueryLength);

/** Such as: the index could not be brought up to date. */
export const warningsField = z.array(z.string());

/** What was left out of an answer and is named at most; the rest is counted. */
export const maxNamed = 100;

export const leftOutSchema = z.object({ handle: z.string(), reason: z.string() });
