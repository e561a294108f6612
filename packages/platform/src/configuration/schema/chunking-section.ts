import { tokenEncodings } from '@lexichord/abstractions';
import { z } from 'zod';

import { describeLanguageName, isLanguageName } from './language-names.js';

/** `context.chunking` (T-016 FR-016-26..55, threat 3). */
export const chunkingSection = z
  .strictObject({
    max_chunk_tokens: z.int().min(1).max(1_000_000).default(2_000).describe('A longer function or class is split.'),
    min_chunk_tokens: z.int().min(0).max(1_000_000).default(100).describe('Shorter neighbours are joined.'),
    prefer_structural: z
      .boolean()
      .default(true)
      .describe('Cut at functions and classes where there is a parser. false: cut at lines, which is faster.'),
    max_file_size_bytes: z.int().min(1).default(10_000_000).describe('Larger files are rejected.'),
    max_parse_time_ms: z
      .int()
      .min(1)
      .max(600_000)
      .default(1_000)
      .describe('A file that takes longer to parse is cut at lines.'),
    max_nesting_depth: z
      .int()
      .min(1)
      .max(100_000)
      .default(500)
      .describe('A file whose syntax is nested deeper is cut at lines. (50 would be less than ordinary code has.)'),
    fallback_on_error: z
      .boolean()
      .default(true)
      .describe('Cut a file at lines when it cannot be parsed. false: reject the file.'),
    validate_syntax: z
      .boolean()
      .default(false)
      .describe('Warn of chunks that are not complete, and join them with their neighbours.'),
    snapshot_files: z
      .literal(true)
      .default(true)
      .meta({ allowed: 'true; false is refused, because lines of one file could come from two versions of it' })
      .describe('Read each file once, so that a change in the middle of packing cannot shift its line numbers.'),
    languages: z
      .record(
        z
          .string()
          .regex(/^[a-z0-9_+#-]{1,40}$/, { error: ({ input }) => describeLanguageName(String(input)) })
          .refine(isLanguageName, { error: ({ input }) => describeLanguageName(String(input)) }),
        z.enum(['structural', 'line_based']),
      )
      .default({})
      .meta({ keyName: 'language' })
      .describe('How to cut files of one language, such as csharp: structural; unknown: those without a parser.'),
  })
  .check(({ value: { max_chunk_tokens, min_chunk_tokens }, issues }) => {
    if (min_chunk_tokens <= max_chunk_tokens) return;
    const message = `min_chunk_tokens (${min_chunk_tokens}) must not be above max_chunk_tokens (${max_chunk_tokens})`;
    issues.push({ code: 'custom', message, input: min_chunk_tokens });
  });

/** `context.deduplication` (T-016 FR-016-91..105, threat 5). */
export const deduplicationSection = z.strictObject({
  content_hash_enabled: z.boolean().default(true).describe('Leave out chunks whose content is already in.'),
  overlap_detection_enabled: z.boolean().default(true).describe('Leave out ranges that overlap a better-ranked one.'),
  overlap_threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .describe('Shared lines divided by the lines of the longer range, from which two ranges are duplicates.'),
  overlap_mode: z
    .enum(['keep', 'merge'])
    .default('keep')
    .describe('Of two ranges that overlap: keep the better one, or put one range with the lines of both in its place.'),
  normalize_whitespace: z.boolean().default(true).describe('Treat chunks as equal that differ in white space alone.'),
  ignore_comments: z.boolean().default(false).describe('Treat chunks as equal that differ in comments alone.'),
  case_sensitive: z
    .boolean()
    .default(true)
    .describe('Whether chunks that differ in upper and lower case alone are different.'),
  cache_enabled: z.boolean().default(true).describe('Remember the hashes of chunks.'),
  cache_max_size: z.int().min(1).max(10_000_000).default(5_000).describe('Most hashes remembered.'),
  eviction_policy: z
    .enum(['lru'])
    .default('lru')
    .describe('Which hash is forgotten when the cache is full: the least recently used. There is no other policy.'),
});

/** `context.tokenizer` (T-016 FR-016-71..75, threat 2, troubleshooting 5). */
export const tokenizerSection = z.strictObject({
  encoding: z
    .enum(tokenEncodings)
    .optional()
    .describe(
      'Encoding to count with; the last three need the package js-tiktoken. Not set: the one that the keys under model name, else o200k_base.',
    ),
  use_exact: z
    .literal(true)
    .default(true)
    .meta({ allowed: 'true; false is refused, because with an estimate the text could exceed the budget' })
    .describe('Count as the tokenizer itself does.'),
  cache_enabled: z.boolean().default(true).describe('Remember the counts of texts.'),
  cache_max_entries: z.int().min(1).max(10_000_000).default(10_000).describe('Most counts remembered.'),
  timing_mitigation: z
    .boolean()
    .default(false)
    .describe(
      'Make counting take as long for known texts as for new ones. Only for a process that serves several users.',
    ),
  safety_factor: z
    .number()
    .min(1)
    .max(4)
    .optional()
    .describe('For a model without a published tokenizer: counts are multiplied by it and reported as an estimate.'),
});
