import { answerBudgets } from '@lexichord/runtime/internal';
import { z } from 'zod';

/** Maximum length of a query or task, in UTF-16 units: a stack trace fits, a whole file does not. */
export const maxQueryLength = 20_000;

/** Maximum length of a path or handle, in UTF-16 units. */
export const maxPathLength = 1_024;

/** Maximum length of a list in a call. */
export const maxListLength = 50;

/**
 * Maximum length of all texts of a call together, in UTF-16 units: in a message each unit takes up to six bytes, and
 * input that a schema allows must fit into a message.
 */
export const maxTextsLength = 2_500_000;

export const tooLongTogether = `Too long: expected all texts together to have <=${maxTextsLength} characters`;

/** Whether the texts of a call are together short enough. */
export function fitMessage(texts: readonly string[]): boolean {
  return texts.reduce((sum, { length }) => sum + length, 0) <= maxTextsLength;
}

/** Fields of every tool that answers with texts. */
export const budgetField = z
  .int()
  .min(answerBudgets.min)
  .max(answerBudgets.max)
  .optional()
  .describe('Maximum size of the answer in tokens. Leave it out for the default of the server.');

export const pathField = z.string().min(1).max(maxPathLength);

/** Characters that are not allowed in names: lone surrogates, which an address cannot contain, and controls. */
const notInName = /[\p{Surrogate}\p{Cc}\u2028\u2029]/u;

/** Name of a conversation or a message. */
export const idField = z
  .string()
  .trim()
  .min(1)
  .max(maxPathLength)
  .refine((id) => !notInName.test(id), { error: 'Expected no control characters and no half of a surrogate pair' });

export const queryField = z.string().trim().min(1).max(maxQueryLength);

/** Warnings, such as that the index could not be updated. */
export const warningsField = z.array(z.string());

/** Maximum number of omissions that an answer names; the rest is counted. */
export const maxNamed = 100;

export const leftOutSchema = z.object({ handle: z.string(), reason: z.string() });
