import { packLayouts, packProfiles, weightSumProblem } from '@lexichord/abstractions';
import { z } from 'zod';

const tokens = z.int().min(0).max(100_000_000);
const share = z.number().min(0).max(1);
const priority = z.number().min(0).max(100);

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
  toolResults: priority.default(100).describe('Priority of tool outputs. Higher is more important.'),
  openFiles: priority.default(80).describe('Priority of files that are open in the editor.'),
  searchResults: priority.default(60).describe('Priority of files found by search.'),
  references: priority.default(40).describe('Priority of files that other files refer to.'),
});

/** `context.ranking` (T-016 FR-016-58, AC-092). */
export const rankingSection = z
  .strictObject({
    relevanceWeight: share
      .default(0.5)
      .describe('Weight of the match between chunk and task. The three weights sum to 1.'),
    recencyWeight: share
      .default(0.3)
      .describe("Weight of the time of the file's last change. Search hits: only if a weight or the profile is set."),
    sourceWeight: share.default(0.2).describe("Weight of the source's priority."),
    inclusionThreshold: share.default(0).describe('Minimum score of a chunk. Chunks below it are left out.'),
    relevance: z
      .enum(['auto', 'keyword'])
      .default('auto')
      .describe(
        "How chunks are matched. auto: by the source's own score, or by keywords where it has none. keyword: always by keywords.",
      ),
    profile: z
      .enum(packProfiles)
      .optional()
      .describe('Named set of ranking weights that pack uses unless --profile names another.'),
  })
  .check(({ value: { relevanceWeight, recencyWeight, sourceWeight }, issues }) => {
    const weights = { relevance: relevanceWeight, recency: recencyWeight, source: sourceWeight };
    const problem = weightSumProblem(weights);
    if (problem !== undefined) issues.push({ code: 'custom', message: `${problem}; set all three`, input: weights });
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
    .describe('Number of the best chunks that are fitted before all others.'),
  breadthTokens: tokens
    .default(2_000)
    .describe('Maximum tokens for the best search result of each file, before further chunks of a file.'),
  breadthShare: share
    .default(0.4)
    .describe('Maximum of breadth_tokens as a share of the budget. 1: breadth_tokens alone decides.'),
  outlineShare: share
    .max(0.5)
    .default(0.05)
    .describe('Maximum share of the budget for an outline of chunks without room, above 1,000 tokens. 0: no outline.'),
  categoryBudgets: z
    .strictObject({
      toolResults: tokens.optional().describe('Maximum size of tool outputs in tokens. Not set: no limit.'),
      openFiles: tokens.optional().describe('Maximum size of open files in tokens. Not set: no limit.'),
      searchResults: tokens.optional().describe('Maximum size of search results in tokens. Not set: no limit.'),
      references: tokens.optional().describe('Maximum size of referenced files in tokens. Not set: no limit.'),
    })
    .prefault({}),
});

/** `context.closure`. */
export const closureSection = z.strictObject({
  share: share
    .optional()
    .describe(
      'Maximum share of the budget for signatures of definitions that packed code uses, and of those that a profile adds. 0: none. Not set: 0.1 with a profile, else 0.',
    ),
});

/** `context.formatting`. */
export const formattingSection = z.strictObject({
  validateLineNumbers: z
    .boolean()
    .default(true)
    .describe("Check the line numbers in packed text against the file's content, and warn where they differ."),
  layout: z
    .enum(packLayouts)
    .default('ranked')
    .describe(
      'Order of packed text: ranked, or stable, which keeps the content of the last pack in its position, for prompt caches.',
    ),
  template: z
    .string()
    .min(1)
    .default('markdown')
    .describe(
      "Template of packed text: markdown, xml, json, or a template file, relative to the file that names it. No template file in a workspace's file.",
    ),
});

/** `context.cache` (T-016, troubleshooting 6). */
export const cacheSection = z.strictObject({
  enabled: z.boolean().default(true).describe('Reuse chunks, counts and ranks of files that have not changed.'),
});

/** `context.deduplication` (T-016 FR-016-91..105, threat 5). */
export const deduplicationSection = z.strictObject({
  contentHashEnabled: z.boolean().default(true).describe('Leave out chunks with the same content as another.'),
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
    .describe('Handling of two overlapping ranges: keep the higher-ranked one, or merge both.'),
  normalizeWhitespace: z.boolean().default(true).describe('Treat chunks as equal that differ only in whitespace.'),
  ignoreComments: z.boolean().default(false).describe('Treat chunks as equal that differ in comments alone.'),
  caseSensitive: z
    .boolean()
    .default(true)
    .describe('Treat chunks as different that differ in upper and lower case alone.'),
  cacheEnabled: z.boolean().default(true).describe('Cache the hashes of chunks.'),
  cacheMaxSize: z.int().min(1).max(10_000_000).default(5_000).describe('Maximum number of hashes in the cache.'),
  evictionPolicy: z
    .literal('lru')
    .default('lru')
    .meta({ allowed: 'lru; others are refused, because the cache of hashes has no other policy' })
    .describe('Eviction policy of a full cache. lru: the least recently used hash goes first.'),
});
