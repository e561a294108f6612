import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform';
import { z } from 'zod';

/** Everything a host can set about how files are cut: names, ranges and defaults. */
export const chunkingOptionsSchema = z
  .strictObject({
    /** A longer function is split, in tokens. */
    maxChunkTokens: z.int().min(1).max(1_000_000).default(2_000),
    /** Shorter neighbours are joined, in tokens. */
    minChunkTokens: z.int().min(0).max(1_000_000).default(100),
    /** A class or section up to this size is one chunk; a larger one is cut between its members. In tokens. */
    targetChunkTokens: z.int().min(1).max(1_000_000).default(600),
    /** Lines of a chunk where there is no structure to cut by (T-016 AC-044). */
    linesPerChunk: z.int().min(1).max(100_000).default(50),
    /** False: cut all files at lines, which is faster. */
    preferStructural: z.boolean().default(true),
    /** Larger files are not parsed, in bytes of UTF-8. */
    maxFileSizeBytes: z.int().min(1).default(10_000_000),
    /** Processor time for parsing one file, in milliseconds. */
    maxParseTimeMs: z.int().min(1).max(600_000).default(1_000),
    /** Levels of a syntax tree. */
    maxNestingDepth: z.int().min(1).max(100_000).default(500),
    /** False: a file that cannot be parsed is refused instead of cut at lines. */
    fallbackOnError: z.boolean().default(true),
    /** Report chunks with syntax errors, and join those that were cut within one. */
    validateSyntax: z.boolean().default(false),
    /** How to cut files of a language, by its id; `unknown`: of all that have no parser. */
    languages: z.record(z.string(), z.enum(['structural', 'line_based'])).default({}),
  })
  .check(({ value: { maxChunkTokens, minChunkTokens }, issues }) => {
    if (minChunkTokens <= maxChunkTokens) return;
    const message = `minChunkTokens (${minChunkTokens}) must not be above maxChunkTokens (${maxChunkTokens})`;
    issues.push({ code: 'custom', message, input: minChunkTokens });
  });

/** Parsed {@link chunkingOptionsSchema}. */
export type ChunkingOptions = DeepReadonly<z.output<typeof chunkingOptionsSchema>>;

/** What a host passes; everything has a default. */
export type ChunkingOptionsInput = z.input<typeof chunkingOptionsSchema>;

export const ChunkingOptions: Token<ChunkingOptions> = token('ChunkingOptions');
