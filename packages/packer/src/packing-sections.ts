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
    responseReserve: tokens.default(8_000).describe("Tokens kept free for the model's answer."),
    systemReserve: tokens.default(2_000).describe('Tokens kept free for the system prompt.'),
  })
  .check(({ value: { total, responseReserve, systemReserve }, issues }) => {
    if (responseReserve + systemReserve < total) return;
    const message =
      `the reserves for response (${responseReserve}) and system prompt (${systemReserve}) leave nothing of ` +
      `the total (${total}); raise total or lower a reserve`;
    issues.push({ code: 'custom', message, input: total });
  });

/** `context.source_priority` (T-016 FR-016-62). */
export const sourcePrioritySection = z.strictObject({
  toolResults: priority.default(100).describe('How much output of tools counts; higher is more important.'),
  openFiles: priority.default(80).describe('How much files that are open in the editor count.'),
  searchResults: priority.default(60).describe('How much files found by search count.'),
  references: priority.default(40).describe('How much files that others refer to count.'),
});

/** `context.ranking` (T-016 FR-016-58, AC-092). */
export const rankingSection = z
  .strictObject({
    relevanceWeight: share
      .default(0.5)
      .describe('Weight of how well a chunk matches the task. The three weights sum to 1.'),
    recencyWeight: share.default(0.3).describe('Weight of how recently the file was changed.'),
    sourceWeight: share.default(0.2).describe("Weight of the source's priority."),
    inclusionThreshold: share.default(0).describe('Chunks with a lower score than this are left out.'),
    relevance: z
      .enum(['auto', 'keyword'])
      .default('auto')
      .describe("With auto a source's own score counts where it has one, else keywords; with keyword always keywords."),
    profile: z
      .enum(packProfiles)
      .optional()
      .describe('Named set of ranking weights that pack uses unless --profile names another.'),
  })
  .check(({ value: { relevanceWeight, recencyWeight, sourceWeight }, issues }) => {
    const sum = relevanceWeight + recencyWeight + sourceWeight;
    if (Math.abs(sum - 1) <= weightTolerance) return;
    const weights = `relevance ${relevanceWeight}, recency ${recencyWeight}, source ${sourceWeight}`;
    const message = `the weights must sum to 1, and sum to ${Number(sum.toFixed(9))} (${weights}); set all three`;
    issues.push({ code: 'custom', message, input: sum });
  });

/** `context.selection`: T-016 FR-016-86, -87, -115, -116, -119 and -120, which name no keys. */
export const selectionSection = z.strictObject({
  balance: z
    .boolean()
    .default(false)
    .describe('Take chunks from the kinds of source in turn instead of by rank alone.'),
  minimumChunks: z
    .int()
    .min(0)
    .max(1_000)
    .default(1)
    .describe('So many of the best chunks are fitted before all others.'),
  breadthTokens: tokens
    .default(2_000)
    .describe('So many tokens of search results go to the best chunk of each file before further chunks of a file.'),
  categoryBudgets: z
    .strictObject({
      toolResults: tokens.optional().describe('Most tokens that output of tools may take. Not set: no limit.'),
      openFiles: tokens.optional().describe('Most tokens that open files may take. Not set: no limit.'),
      searchResults: tokens.optional().describe('Most tokens that search results may take. Not set: no limit.'),
      references: tokens.optional().describe('Most tokens that referenced files may take. Not set: no limit.'),
    })
    .prefault({}),
});

/** `context.formatting`. */
export const formattingSection = z.strictObject({
  validateLineNumbers: z
    .boolean()
    .default(true)
    .describe("Check the line numbers in packed text against the file's content, and warn where they differ."),
  template: z
    .string()
    .min(1)
    .default('markdown')
    .describe(
      "Template of packed text: markdown, xml, json, or, not from the workspace's file, a template file, relative to the file that names it.",
    ),
});

/** `context.cache` (T-016, troubleshooting 6). */
export const cacheSection = z.strictObject({
  enabled: z.boolean().default(true).describe('Reuse chunks, counts and ranks of files that have not changed.'),
});

/** `context.deduplication` (T-016 FR-016-91..105, threat 5). */
export const deduplicationSection = z.strictObject({
  contentHashEnabled: z.boolean().default(true).describe('Leave out chunks whose content is already in.'),
  overlapDetectionEnabled: z.boolean().default(true).describe('Leave out ranges that overlap a better-ranked one.'),
  overlapThreshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .describe('Shared lines divided by the lines of the longer range, from which two ranges are duplicates.'),
  overlapMode: z
    .enum(['keep', 'merge'])
    .default('keep')
    .describe('Of two ranges that overlap: keep the better one, or put one range with the lines of both in its place.'),
  normalizeWhitespace: z.boolean().default(true).describe('Treat chunks as equal that differ in white space alone.'),
  ignoreComments: z.boolean().default(false).describe('Treat chunks as equal that differ in comments alone.'),
  caseSensitive: z
    .boolean()
    .default(true)
    .describe('Whether chunks that differ in upper and lower case alone are different.'),
  cacheEnabled: z.boolean().default(true).describe('Remember the hashes of chunks.'),
  cacheMaxSize: z.int().min(1).max(10_000_000).default(5_000).describe('Most hashes remembered.'),
  evictionPolicy: z
    .enum(['lru'])
    .default('lru')
    .describe('Which hash is forgotten when the cache is full: the least recently used. There is no other policy.'),
});
