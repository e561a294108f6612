import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

import { describeLanguageName, isLanguageName } from './languages/language-names.js';

/** Sizes of the chunks of the search index; `context.chunking.index` in the configuration. */
const indexSection = z
  .strictObject({
    maxChunkTokens: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(400)
      .describe(
        'Maximum size of a chunk of the search index in tokens. Smaller: a pack finds more files and has less of each.',
      ),
    minChunkTokens: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(80)
      .describe('Minimum size of a chunk of the search index in tokens. Shorter neighbours are joined.'),
  })
  .check(requireOrder);

/** Options of chunking that users set; `context.chunking` in the configuration (T-016 FR-016-26..55, threat 3). */
export const chunkingSection = z
  .strictObject({
    maxChunkTokens: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(2_000)
      .describe('Maximum size of a chunk in tokens. A longer function or class is split.'),
    minChunkTokens: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(100)
      .describe('Minimum size of a chunk in tokens. Shorter neighbours are joined.'),
    index: indexSection.prefault({}),
    preferStructural: z
      .boolean()
      .default(true)
      .describe('Cut at functions and classes where there is a parser. false: cut at lines, which is faster.'),
    maxFileSizeBytes: z
      .int()
      .min(1)
      .default(10_000_000)
      .describe('Maximum size of a file in bytes. Larger files are rejected.'),
    maxParseTimeMs: z
      .int()
      .min(1)
      .max(600_000)
      .default(1_000)
      .describe('Time limit for parsing a file in milliseconds. A slower file is cut at lines.'),
    maxNestingDepth: z
      .int()
      .min(1)
      .max(100_000)
      .default(500)
      .describe('Maximum depth of a syntax tree. A deeper file is cut at lines; ordinary code exceeds 50.'),
    fallbackOnError: z
      .boolean()
      .default(true)
      .describe('Cut a file at lines when it cannot be parsed. false: reject the file.'),
    validateSyntax: z
      .boolean()
      .default(false)
      .describe('Warn of incomplete chunks, and join them with their neighbours.'),
    snapshotFiles: z
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
  .check(requireOrder);

/** All options of chunking, including those only for hosts. */
export const chunkingOptionsSchema = chunkingSection.safeExtend({
  /** A class or section up to this size is one chunk; a larger one is cut between its members. In tokens. */
  targetChunkTokens: z.int().min(1).max(1_000_000).default(600),
  /** Lines of a chunk in a text without structure (T-016 AC-044). */
  linesPerChunk: z.int().min(1).max(100_000).default(50),
});

/** Parsed {@link chunkingOptionsSchema}. */
export type ChunkingOptions = DeepReadonly<z.output<typeof chunkingOptionsSchema>>;

/** Options as a host passes them; all have defaults. */
export type ChunkingOptionsInput = z.input<typeof chunkingOptionsSchema>;

export const ChunkingOptions: Token<ChunkingOptions> = token('ChunkingOptions');

/** Options for the chunks of the search index, which are never larger than other chunks. */
export function indexChunkingOptions(options: ChunkingOptions): ChunkingOptions {
  const maxChunkTokens = Math.min(options.index.maxChunkTokens, options.maxChunkTokens);
  const minChunkTokens = Math.min(options.index.minChunkTokens, maxChunkTokens);
  return { ...options, maxChunkTokens, minChunkTokens };
}

function requireOrder({ value: { maxChunkTokens, minChunkTokens }, issues }: SizeCheck): void {
  if (minChunkTokens <= maxChunkTokens) return;
  const message = `the smallest chunk (${minChunkTokens} tokens) must not be above the largest (${maxChunkTokens})`;
  issues.push({ code: 'custom', message, input: minChunkTokens });
}

interface SizeCheck {
  readonly value: { readonly maxChunkTokens: number; readonly minChunkTokens: number };
  readonly issues: z.core.$ZodRawIssue[];
}
