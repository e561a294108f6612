import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform';
import { z } from 'zod';

/** What a segment may end at: a change of topic, a pause, its size; `hybrid` at any of them. */
export const segmentBoundaries = ['hybrid', 'topic', 'time', 'size'] as const;

/** How levels are made: from the conversation's own sentences, or by a language model. */
export const compressionMethods = ['extractive', 'abstractive'] as const;

const share = z.number().gt(0).max(1);

const segmentsSchema = z.strictObject({
  boundary: z.enum(segmentBoundaries).default('hybrid'),
  maxMessages: z.int().min(1).max(10_000).default(20),
  /** At Full. A message that is longer by itself, and messages that belong to each other, are a segment all the same. */
  maxTokens: z.int().min(1).max(1_000_000).default(4_000),
  /** A pause this long ends a segment. */
  gapMinutes: z.number().gt(0).max(525_600).default(60),
});

/** Tokens of a level as a share of Full; anchors are kept even where they need more. */
const sharesSchema = z.strictObject({
  detailed: share.default(0.33),
  brief: share.default(0.1),
  tags: share.default(0.02),
});

/** Recently expanded segments. */
const cacheSchema = z.strictObject({
  maxEntries: z.int().min(0).max(1_000_000).default(1_000),
  maxAgeMinutes: z.number().gt(0).max(525_600).default(30),
});

const retentionSchema = z.strictObject({
  /** Compressed levels are removed after so many days, and made again when somebody asks. Absent: never. */
  levelsDays: z.number().gt(0).max(36_500).optional(),
  /** Conversations to which nothing was added for so many days are removed, originals and all. Absent: never. */
  originalsDays: z.number().gt(0).max(36_500).optional(),
});

/** The language model of the method `abstractive`, at any endpoint that speaks OpenAI's protocol. */
const chatSchema = z.strictObject({
  /** What comes before `/chat/completions`. */
  endpoint: z.url({ protocol: /^https?$/u }),
  model: z.string().min(1),
  apiKey: z.string().min(1).optional(),
  /** For one answer. */
  timeoutMs: z.int().min(1).max(3_600_000).default(60_000),
});

/** Everything a host can set about conversation memory: names, ranges and defaults. */
export const compressionOptionsSchema = z.strictObject({
  segments: segmentsSchema.prefault({}),
  method: z.enum(compressionMethods).default('extractive'),
  shares: sharesSchema.prefault({}),
  cache: cacheSchema.prefault({}),
  retention: retentionSchema.prefault({}),
  /** Absent: the host's own `IChatCompletionService`, if it registers one. */
  chat: chatSchema.optional(),
});

/** Parsed {@link compressionOptionsSchema}. */
export type CompressionOptions = DeepReadonly<z.output<typeof compressionOptionsSchema>>;

/** What a host passes. */
export type CompressionOptionsInput = DeepReadonly<z.input<typeof compressionOptionsSchema>>;

/** When a segment ends. */
export type SegmentOptions = CompressionOptions['segments'];

/** How large the levels are. */
export type LevelShares = CompressionOptions['shares'];

export const CompressionOptions: Token<CompressionOptions> = token('CompressionOptions');
