import { packProfiles } from '@lexichord/abstractions';
import { z } from 'zod';

const tokens = z.int().min(0).max(100_000_000);
const share = z.number().min(0).max(1);
const priority = z.number().min(0).max(100);

/** The weights need not be exact in binary: 0.3 + 0.6 + 0.1 is not 1 (T-016 AC-092). */
const weightTolerance = 1e-9;

/** `context.budget` (T-016 FR-016-76..80). */
export const budgetSection = z
  .strictObject({
    total: tokens.min(1).default(100_000).describe("The model's whole context window, in tokens."),
    response_reserve: tokens.default(8_000).describe("Tokens kept free for the model's answer."),
    system_reserve: tokens.default(2_000).describe('Tokens kept free for the system prompt.'),
  })
  .check(({ value: { total, response_reserve, system_reserve }, issues }) => {
    if (response_reserve + system_reserve < total) return;
    const message =
      `the reserves for response (${response_reserve}) and system prompt (${system_reserve}) leave nothing of ` +
      `the total (${total}); raise total or lower a reserve`;
    issues.push({ code: 'custom', message, input: total });
  });

/** `context.source_priority` (T-016 FR-016-62). */
export const sourcePrioritySection = z.strictObject({
  tool_results: priority.default(100).describe('How much output of tools counts; higher is more important.'),
  open_files: priority.default(80).describe('How much files that are open in the editor count.'),
  search_results: priority.default(60).describe('How much files found by search count.'),
  references: priority.default(40).describe('How much files that others refer to count.'),
});

/** `context.ranking` (T-016 FR-016-58, AC-092). */
export const rankingSection = z
  .strictObject({
    relevance_weight: share
      .default(0.5)
      .describe('Weight of how well a chunk matches the task. The three weights sum to 1.'),
    recency_weight: share.default(0.3).describe('Weight of how recently the file was changed.'),
    source_weight: share.default(0.2).describe("Weight of the source's priority."),
    inclusion_threshold: share.default(0).describe('Chunks with a lower score than this are left out.'),
    relevance: z
      .enum(['auto', 'keyword'])
      .default('auto')
      .describe("With auto a source's own score counts where it has one, else keywords; with keyword always keywords."),
    profile: z
      .enum(packProfiles)
      .optional()
      .describe('Named set of ranking weights that pack uses unless --profile names another.'),
  })
  .check(({ value: { relevance_weight, recency_weight, source_weight }, issues }) => {
    const sum = relevance_weight + recency_weight + source_weight;
    if (Math.abs(sum - 1) <= weightTolerance) return;
    const weights = `relevance_weight ${relevance_weight}, recency_weight ${recency_weight}, source_weight ${source_weight}`;
    const message = `the weights must sum to 1, and sum to ${Number(sum.toFixed(9))} (${weights}); set all three`;
    issues.push({ code: 'custom', message, input: sum });
  });

/** `context.selection`: T-016 FR-016-86, -87, -115, -116, -119 and -120, which name no keys. */
export const selectionSection = z.strictObject({
  balance: z
    .boolean()
    .default(false)
    .describe('Take chunks from the kinds of source in turn instead of by rank alone.'),
  minimum_chunks: z
    .int()
    .min(0)
    .max(1_000)
    .default(1)
    .describe('So many of the best chunks are fitted before all others.'),
  category_budgets: z
    .strictObject({
      tool_results: tokens.optional().describe('Most tokens that output of tools may take. Not set: no limit.'),
      open_files: tokens.optional().describe('Most tokens that open files may take. Not set: no limit.'),
      search_results: tokens.optional().describe('Most tokens that search results may take. Not set: no limit.'),
      references: tokens.optional().describe('Most tokens that referenced files may take. Not set: no limit.'),
    })
    .prefault({}),
});

/** `context.formatting`. */
export const formattingSection = z.strictObject({
  validate_line_numbers: z
    .boolean()
    .default(true)
    .describe("Check the line numbers in packed text against the file's content, and warn where they differ."),
  template: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Template of packed text: markdown, xml, json, or, not from the workspace's file, a template file, relative to the file that names it. Not set: Markdown.",
    ),
});

/** `context.cache` (T-016, troubleshooting 6). */
export const cacheSection = z.strictObject({
  enabled: z.boolean().default(true).describe('Reuse chunks, counts and ranks of files that have not changed.'),
});
