import { type Token, token } from '@lexichord/abstractions';
import type { DeepReadonly } from '@lexichord/platform';
import { z } from 'zod';

import { defaultRankingWeights } from './ranking/ranking-weights.js';

/** A server that makes embeddings. */
export const remoteEmbeddingSchema = z.strictObject({
  /** `openai` stands for every server that speaks its protocol. */
  provider: z.enum(['openai', 'ollama']),
  /** Address up to where the protocol's own path begins, such as `https://api.openai.com/v1`. */
  endpoint: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1),
  /** Numbers in a vector of the model. */
  dimension: z.int().min(1).max(8_192),
  apiKey: z.string().min(1).optional(),
  /** Longest text, in UTF-16 units; more is cut. */
  maxChars: z.int().min(1).default(8_000),
  /** Most texts of one request. */
  maxBatch: z.int().min(1).max(2_048).default(64),
  /** How much meaning counts beside words. */
  fusionWeight: z.number().min(0).max(1).default(0.5),
  timeoutMs: z.int().min(1).default(30_000),
  /** What the model wants before a question, such as `search_query: `. */
  queryPrefix: z.string().default(''),
  documentPrefix: z.string().default(''),
});

const weight = z.number().min(0).max(10);

/** What the ranking counts, for experiments; see {@link RankingWeights}. */
const rankingSchema = z.strictObject({
  definition: weight.default(defaultRankingWeights.definition),
  fileName: weight.default(defaultRankingWeights.fileName),
  folder: weight.default(defaultRankingWeights.folder),
  coherence: weight.default(defaultRankingWeights.coherence),
  place: weight.default(defaultRankingWeights.place),
  penalties: z.number().min(0).max(1).default(defaultRankingWeights.penalties),
  repeatedFile: z.number().min(0).max(1).default(defaultRankingWeights.repeatedFile),
  /** How much meaning counts beside words; absent: what suits the embedding. */
  fusionWeight: z.number().min(0).max(1).optional(),
});

/** Everything a host can set about the search: names, ranges and defaults. */
export const searchOptionsSchema = z.strictObject({
  /** Absent: the built-in embedding. */
  embedding: remoteEmbeddingSchema.optional(),
  /** Larger files are not indexed, in bytes. */
  maxFileSizeBytes: z.int().min(1).default(1_000_000),
  ranking: rankingSchema.prefault({}),
  /** Most searches whose hits are remembered. */
  recentSearches: z.int().min(0).max(10_000).default(100),
});

/** Parsed {@link remoteEmbeddingSchema}. */
export type RemoteEmbeddingOptions = DeepReadonly<z.output<typeof remoteEmbeddingSchema>>;

/** Parsed {@link searchOptionsSchema}. */
export type SearchOptions = DeepReadonly<z.output<typeof searchOptionsSchema>>;

/** What a host passes. */
export type SearchOptionsInput = z.input<typeof searchOptionsSchema>;

export const SearchOptions: Token<SearchOptions> = token('SearchOptions');
