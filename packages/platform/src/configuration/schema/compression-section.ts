import { z } from 'zod';

const share = z.number().gt(0).max(1);
const days = z.number().gt(0).max(36_500).optional();

/** What a segment may end at. */
export const segmentBoundaryNames = ['hybrid', 'topic', 'time', 'size'] as const;

/** How levels are made. */
export const compressionMethodNames = ['extractive', 'abstractive'] as const;

const segmentsSection = z.strictObject({
  boundary: z
    .enum(segmentBoundaryNames)
    .default('hybrid')
    .describe(
      'What a segment ends at: a change of topic, a pause (time), its size alone; hybrid: whichever comes first.',
    ),
  max_messages: z
    .int()
    .min(1)
    .max(10_000)
    .default(20)
    .describe('Most messages of a segment. What belongs together, such as a tool call and its results, may be more.'),
  max_tokens: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(4_000)
    .describe('Most tokens of a segment. A longer message is a segment by itself.'),
  gap_minutes: z.number().gt(0).max(525_600).default(60).describe('A pause as long as this ends a segment.'),
});

const sharesSection = z.strictObject({
  detailed: share.default(0.33).describe("Tokens at the level detailed, as a share of the segment's."),
  brief: share.default(0.1).describe('The same at the level brief.'),
  tags: share.default(0.02).describe('The same at the level tags.'),
});

const cacheSection = z.strictObject({
  max_entries: z.int().min(0).max(1_000_000).default(1_000).describe('Expanded segments that are remembered.'),
  max_age_minutes: z.number().gt(0).max(525_600).default(30).describe('For so long.'),
});

const retentionSection = z
  .strictObject({
    levels_days: days.describe('Compressed levels are removed after so many days, and made again when asked for.'),
    originals_days: days.describe('Conversations to which nothing was added for so many days are removed for good.'),
  })
  .describe("Not in a workspace's file. What is not set is kept for ever.");

const chatSection = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .meta({ secret: true })
    .describe("Address of a server that speaks OpenAI's protocol, such as http://localhost:11434/v1."),
  model: z.string().min(1).describe('Model, by the name the server knows.'),
  api_key: z.string().min(1).meta({ secret: true }).optional().describe('Key that the server wants.'),
  timeout_ms: z.int().min(1).max(3_600_000).default(60_000).describe('After so long a request has failed.'),
});

/** `compression`: how conversations are remembered. */
export const compressionSection = z.strictObject({
  segments: segmentsSection.prefault({}),
  method: z
    .enum(compressionMethodNames)
    .default('extractive')
    .describe(
      "How levels are made: of the conversation's own sentences, or by the model of chat (abstractive). Not in a workspace's file.",
    ),
  shares: sharesSection.prefault({}),
  cache: cacheSection.prefault({}),
  retention: retentionSection.prefault({}),
  chat: chatSection
    .optional()
    .describe(
      "Language model. Segments are sent to it for their anchors, and for the method abstractive. Not set: none. Not in a workspace's file.",
    ),
});
