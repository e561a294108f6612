import { z } from 'zod';

const embeddingSection = z.strictObject({
  provider: z
    .enum(['openai', 'ollama'])
    .describe('Protocol of the server; openai stands for every server that speaks it.'),
  endpoint: z
    .url({ protocol: /^https?$/ })
    .meta({ secret: true })
    .describe('Address of the server, such as http://localhost:11434 or https://api.openai.com/v1.'),
  model: z.string().min(1).describe('Model, by the name the server knows.'),
  dimension: z.int().min(1).max(8_192).describe("Numbers in one of the model's vectors."),
  api_key: z.string().min(1).meta({ secret: true }).optional().describe('Key that the server wants.'),
  max_chars: z.int().min(1).max(1_000_000).default(8_000).describe('Longer texts are cut before they are sent.'),
  max_batch: z.int().min(1).max(2_048).default(64).describe('Most texts of one request.'),
  fusion_weight: z.number().min(0).max(1).default(0.5).describe('How much meaning counts beside words.'),
  timeout_ms: z.int().min(1).max(600_000).default(30_000).describe('After so long a request has failed.'),
  query_prefix: z.string().default('').describe('What the model wants before a question.'),
  document_prefix: z.string().default('').describe('What the model wants before a text.'),
});

/** `search`. */
export const searchSection = z.strictObject({
  embedding: embeddingSection
    .optional()
    .describe("Server that makes embeddings. Not set: the built-in embedding. Not in a workspace's file."),
  max_file_size_bytes: z.int().min(1).max(100_000_000).default(1_000_000).describe('Larger files are not indexed.'),
  recent_searches: z.int().min(0).max(10_000).default(100).describe('Searches whose ranking is remembered.'),
});
