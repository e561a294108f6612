import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

const share = z.number().gt(0).max(1);
const days = z.number().gt(0).max(36_500).optional();

/**
 * Boundaries at which a segment may end: at a change of topic, a pause, or its maximum size; `hybrid` at any of them.
 */
export const segmentBoundaries = ['hybrid', 'topic', 'time', 'size'] as const;

/** Methods of compression: from the conversation's own sentences, or by a language model. */
export const compressionMethods = ['extractive', 'abstractive'] as const;

const segmentsSchema = z.strictObject({
  boundary: z
    .enum(segmentBoundaries)
    .default('hybrid')
    .describe(
      'Where a segment ends. topic: at a change of topic. time: at a pause. size: at its maximum size. hybrid: at the first of them.',
    ),
  maxMessages: z
    .int()
    .min(1)
    .max(10_000)
    .default(20)
    .describe(
      'Maximum number of messages in a segment. Messages that belong together, such as a tool call and its results, may exceed it.',
    ),
  maxTokens: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(4_000)
    .describe('Maximum size of a segment in tokens. A longer message is a segment by itself.'),
  gapMinutes: z.number().gt(0).max(525_600).default(60).describe('Pause in minutes that ends a segment.'),
});

const sharesSchema = z.strictObject({
  detailed: share.default(0.33).describe("Size of the level detailed, as a share of the segment's tokens."),
  brief: share.default(0.1).describe("Size of the level brief, as a share of the segment's tokens."),
  tags: share.default(0.02).describe("Size of the level tags, as a share of the segment's tokens."),
});

const cacheSchema = z.strictObject({
  maxEntries: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(1_000)
    .describe('Maximum number of expanded segments in the cache.'),
  maxAgeMinutes: z
    .number()
    .gt(0)
    .max(525_600)
    .default(30)
    .describe('Time in minutes for which an expanded segment stays in the cache.'),
});

const retentionSchema = z
  .strictObject({
    levelsDays: days.describe(
      'Age in days at which compressed levels are removed. They are compressed again when needed.',
    ),
    originalsDays: days.describe('Days without a new message after which a conversation is removed permanently.'),
  })
  .describe("How long conversations are kept. Not set: for ever. Not in a workspace's file.");

const chatSchema = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .meta({ secret: true })
    .describe("Address of a server with OpenAI's protocol, such as http://localhost:11434/v1."),
  model: z.string().min(1).describe('Name of the model on the server.'),
  apiKey: z.string().min(1).meta({ secret: true }).optional().describe('API key for the server.'),
  timeoutMs: z.int().min(1).max(3_600_000).default(60_000).describe('Time limit of a request in milliseconds.'),
});

/** Options of conversation memory; `compression` in the configuration. */
export const compressionOptionsSchema = z.strictObject({
  segments: segmentsSchema.prefault({}),
  method: z
    .enum(compressionMethods)
    .default('extractive')
    .describe(
      "How levels are written. extractive: from the conversation's own sentences. abstractive: by the model of chat. Not in a workspace's file.",
    ),
  shares: sharesSchema.prefault({}),
  cache: cacheSchema.prefault({}),
  retention: retentionSchema.prefault({}),
  chat: chatSchema
    .optional()
    .describe(
      "Language model that segments are sent to, for their anchors and for the method abstractive. Not set: none. Not in a workspace's file.",
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
