import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

const share = z.number().gt(0).max(1);
const days = z.number().gt(0).max(36_500).optional();

/** Where a segment may end: at a change of topic, a pause, or its maximum size; `hybrid` at any of them. */
export const segmentBoundaries = ['hybrid', 'topic', 'time', 'size'] as const;

/** Methods of compression: from the conversation's own sentences, or by a language model. */
export const compressionMethods = ['extractive', 'abstractive'] as const;

const segmentsSchema = z.strictObject({
  boundary: z
    .enum(segmentBoundaries)
    .default('hybrid')
    .describe(
      'What a segment ends at: a change of topic, a pause (time), its size alone; hybrid: whichever comes first.',
    ),
  maxMessages: z
    .int()
    .min(1)
    .max(10_000)
    .default(20)
    .describe('Most messages of a segment. What belongs together, such as a tool call and its results, may be more.'),
  maxTokens: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(4_000)
    .describe('Most tokens of a segment. A longer message is a segment by itself.'),
  gapMinutes: z.number().gt(0).max(525_600).default(60).describe('A pause as long as this ends a segment.'),
});

const sharesSchema = z.strictObject({
  detailed: share.default(0.33).describe("Tokens at the level detailed, as a share of the segment's."),
  brief: share.default(0.1).describe('The same at the level brief.'),
  tags: share.default(0.02).describe('The same at the level tags.'),
});

const cacheSchema = z.strictObject({
  maxEntries: z.int().min(0).max(1_000_000).default(1_000).describe('Expanded segments that are remembered.'),
  maxAgeMinutes: z.number().gt(0).max(525_600).default(30).describe('For so long.'),
});

const retentionSchema = z
  .strictObject({
    levelsDays: days.describe('Compressed levels are removed after so many days, and made again when asked for.'),
    originalsDays: days.describe('Conversations to which nothing was added for so many days are removed for good.'),
  })
  .describe("Not in a workspace's file. What is not set is kept for ever.");

const chatSchema = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .meta({ secret: true })
    .describe("Address of a server that speaks OpenAI's protocol, such as http://localhost:11434/v1."),
  model: z.string().min(1).describe('Model, by the name the server knows.'),
  apiKey: z.string().min(1).meta({ secret: true }).optional().describe('Key that the server wants.'),
  timeoutMs: z.int().min(1).max(3_600_000).default(60_000).describe('After so long a request has failed.'),
});

/** Options of conversation memory; `compression` in the configuration. */
export const compressionOptionsSchema = z.strictObject({
  segments: segmentsSchema.prefault({}),
  method: z
    .enum(compressionMethods)
    .default('extractive')
    .describe(
      "How levels are made: of the conversation's own sentences, or by the model of chat (abstractive). Not in a workspace's file.",
    ),
  shares: sharesSchema.prefault({}),
  cache: cacheSchema.prefault({}),
  retention: retentionSchema.prefault({}),
  chat: chatSchema
    .optional()
    .describe(
      "Language model. Segments are sent to it for their anchors, and for the method abstractive. Not set: none. Not in a workspace's file.",
    ),
});

/** Parsed {@link compressionOptionsSchema}. */
export type CompressionOptions = DeepReadonly<z.output<typeof compressionOptionsSchema>>;

/** Options as a host passes them, before defaults. */
export type CompressionOptionsInput = DeepReadonly<z.input<typeof compressionOptionsSchema>>;

/** Options of segmentation. */
export type SegmentOptions = CompressionOptions['segments'];

/** Sizes of the levels as shares of Full. */
export type LevelShares = CompressionOptions['shares'];

export const CompressionOptions: Token<CompressionOptions> = token('CompressionOptions');
