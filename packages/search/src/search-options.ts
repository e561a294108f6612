import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform/internal';
import { z } from 'zod';

import { type RankingWeights, defaultRankingWeights, packRankingWeights } from './ranking/ranking-weights.js';

/** Schema of an embedding server. */
export const remoteEmbeddingSchema = z.strictObject({
  provider: z
    .enum(['openai', 'ollama'])
    .describe("Protocol of the server. openai: OpenAI's, which many servers support."),
  endpoint: z
    .url({ protocol: /^https?$/ })
    .meta({ secret: true })
    .describe('Address of the server, such as http://localhost:11434 or https://api.openai.com/v1.'),
  model: z.string().min(1).describe('Name of the model on the server.'),
  dimension: z.int().min(1).max(8_192).describe("Dimension of the model's vectors."),
  apiKey: z.string().min(1).meta({ secret: true }).optional().describe('API key for the server.'),
  maxChars: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(8_000)
    .describe('Maximum length of a text in characters. Longer texts are cut before they are sent.'),
  maxBatch: z.int().min(1).max(2_048).default(64).describe('Maximum number of texts in a request.'),
  fusionWeight: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Weight of meaning in the ranking, from 0 to 1. Words have the rest.'),
  timeoutMs: z.int().min(1).max(600_000).default(30_000).describe('Time limit of a request in milliseconds.'),
  queryPrefix: z.string().default('').describe('Text that the model expects before a query.'),
  documentPrefix: z.string().default('').describe('Text that the model expects before a document.'),
});

/** Search options for users; `search` in the configuration. */
export const searchSection = z.strictObject({
  embedding: remoteEmbeddingSchema
    .optional()
    .describe("Server that makes embeddings. Not set: the built-in embedding. Not in a workspace's file."),
  maxFileSizeBytes: z
    .int()
    .min(1)
    .max(100_000_000)
    .default(1_000_000)
    .describe('Maximum size of a file in bytes. Larger files are not indexed.'),
  maxChunksInMemory: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(250_000)
    .describe('Maximum number of chunks that are searched in memory. A larger index is searched in its tables.'),
  recentSearches: z.int().min(0).max(10_000).default(100).describe('Number of recent searches whose ranking is kept.'),
});

const weight = z.number().min(0).max(10);

/** The schema of {@link RankingWeights}, for experiments. */
const weightsSchema = (defaults: RankingWeights) =>
  z.strictObject({
    definition: weight.default(defaults.definition),
    fileName: weight.default(defaults.fileName),
    folder: weight.default(defaults.folder),
    coherence: weight.default(defaults.coherence),
    place: weight.default(defaults.place),
    history: weight.default(defaults.history),
    recentChange: weight.default(defaults.recentChange),
    file: weight.default(defaults.file),
    kind: weight.default(defaults.kind),
    related: weight.default(defaults.related),
    penalties: z.number().min(0).max(1).default(defaults.penalties),
    barrel: z.number().min(0).max(1).default(defaults.barrel),
    repeatedFile: z.number().min(0).max(1).default(defaults.repeatedFile),
    repeatedFileDecay: z.number().min(0).max(1).default(defaults.repeatedFileDecay),
    scale: z.number().min(0.01).max(10).default(defaults.scale),
    /** Weight of meaning beside words, 0 to 1; absent: the default of the embedding. */
    fusionWeight: z.number().min(0).max(1).optional(),
  });

/** All search options for hosts. */
export const searchOptionsSchema = searchSection.extend({
  /** Weights of a list of hits. */
  ranking: weightsSchema(defaultRankingWeights).prefault({}),
  /** Weights of the hits for a pack. */
  packRanking: weightsSchema(packRankingWeights).prefault({}),
});

/** Parsed {@link remoteEmbeddingSchema}. */
export type RemoteEmbeddingOptions = DeepReadonly<z.output<typeof remoteEmbeddingSchema>>;

/** Parsed {@link searchOptionsSchema}. */
export type SearchOptions = DeepReadonly<z.output<typeof searchOptionsSchema>>;

/** Options as a host passes them. */
export type SearchOptionsInput = z.input<typeof searchOptionsSchema>;

export const SearchOptions: Token<SearchOptions> = token('SearchOptions');
