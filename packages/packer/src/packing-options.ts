import { type Token, packProfiles, sourceTypes, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform';
import { z } from 'zod';

const share = z.number().min(0).max(1);
const priority = z.number().min(0).max(100);
const tokens = z.int().min(0).max(100_000_000);

/** The weights need not be exact in binary: 0.3 + 0.6 + 0.1 is not 1 (T-016 AC-092). */
const weightTolerance = 1e-9;

/** How much each factor of the ranking counts (T-016 FR-016-58..61). */
export const rankWeightsSchema = z
  .strictObject({
    relevance: share.default(0.5),
    recency: share.default(0.3),
    source: share.default(0.2),
  })
  .check(({ value: { relevance, recency, source }, issues }) => {
    const sum = relevance + recency + source;
    if (Math.abs(sum - 1) <= weightTolerance) return;
    const message = `the weights must sum to 1, and sum to ${Number(sum.toFixed(9))}`;
    issues.push({ code: 'custom', message, input: sum });
  });

/** Everything a host can set about packing: names, ranges and defaults. */
export const packingOptionsSchema = z.strictObject({
  /** An excerpt of a file up to this size stays whole, in tokens; a larger one is cut as a file is. */
  maxWholeTokens: z.int().min(1).max(1_000_000).default(2_000),
  /** A larger output of a tool is refused, in bytes of UTF-8. */
  maxOutputBytes: z.int().min(1).default(10_000_000),
  weights: rankWeightsSchema.prefault({}),
  /** Higher is more important (T-016 FR-016-62..66). */
  sourcePriorities: z
    .strictObject({
      'tool-result': priority.default(100),
      'open-file': priority.default(80),
      'search-result': priority.default(60),
      reference: priority.default(40),
    })
    .prefault({}),
  /** `auto`: a source's own score where it has one, else keywords; `keyword`: always keywords. */
  relevance: z.enum(['auto', 'keyword']).default('auto'),
  /** Weights for a kind of work, in place of `weights`. */
  profile: z.enum(packProfiles).optional(),
  /** Chunks with a lower score are left out. */
  inclusionThreshold: share.default(0),
  deduplication: z
    .strictObject({
      isContentCompared: z.boolean().default(true),
      areRangesCompared: z.boolean().default(true),
      /** Shared lines divided by the lines of the longer range (T-016 AC-105). */
      overlapThreshold: share.default(0.3),
      /** Of two ranges that overlap: keep the better one, or put one in place of both (T-016 FR-016-99..101). */
      overlapMode: z.enum(['keep', 'merge']).default('keep'),
      ignoresWhiteSpace: z.boolean().default(true),
      ignoresComments: z.boolean().default(false),
      isCaseSensitive: z.boolean().default(true),
      /** Hashes that are remembered; 0: none (T-016 threat 5). */
      cacheSize: z.int().min(0).max(10_000_000).default(5_000),
    })
    .prefault({}),
  selection: z
    .strictObject({
      /** Take from the kinds of source in turn instead of by rank alone (T-016 FR-016-115, -116). */
      isBalanced: z.boolean().default(false),
      /** So many of the best chunks are fitted before all others (T-016 FR-016-119, -120). */
      minimumChunks: z.int().min(0).max(1_000).default(1),
      /** Most tokens of a kind of source (T-016 FR-016-86, -87). */
      categoryBudgets: z.partialRecord(z.enum(sourceTypes), tokens.optional()).default({}),
    })
    .prefault({}),
  /** Name of a template, or the path of one: relative to the workspace, or absolute and anywhere. */
  template: z.string().min(1).default('markdown'),
  /** Whether the lines of the packed text are compared with the files at the end. */
  areLineNumbersChecked: z.boolean().default(true),
  maxSources: z.int().min(1).max(1_000_000).default(1_000),
  /** Most hits that are taken from a search for the task. */
  maxSearchHits: z.int().min(0).max(10_000).default(100),
  /** After so long a pack ends with what is done by then, in milliseconds. */
  timeoutMs: z.int().min(1).max(600_000).default(5_000),
  /** Whether the chunks of files that have not changed are remembered. */
  isCacheEnabled: z.boolean().default(true),
});

/** Parsed {@link packingOptionsSchema}. */
export type PackingOptions = DeepReadonly<z.output<typeof packingOptionsSchema>>;

/** What a host passes; everything has a default. */
export type PackingOptionsInput = z.input<typeof packingOptionsSchema>;

export const PackingOptions: Token<PackingOptions> = token('PackingOptions');
