import { join } from 'node:path';
import type { AgentConfiguration, AgentsOptions } from '@lexichord/agents';
import { type CompressionOptionsInput, derivedCompressionTables } from '@lexichord/compression';
import { type KnowledgeOptionsInput, derivedKnowledgeTables } from '@lexichord/knowledge-graph';
import { type Configuration, type LogLevels, parseOptions } from '@lexichord/platform';
import { ErrorCode, LexichordError, type SourceType } from '@lexichord/abstractions';
import type { ChunkingOptionsInput } from '@lexichord/chunker';
import type { PackingOptionsInput } from '@lexichord/packer';
import type { PreviewOptionsInput } from '@lexichord/preview';
import { type SearchOptionsInput, derivedSearchTables } from '@lexichord/search';
import type { StorageOptionsInput } from '@lexichord/storage';
import { type WorkspaceOptionsInput, workspaceOptionsSchema } from '@lexichord/workspace';

import { createTokenCounter } from './create-token-counter.js';

/** `context.assembler` under the names of the assembler's options. */
export function assemblerOptions({ context: { assembler } }: Configuration): AgentsOptions {
  return {
    strategyTimeoutMs: assembler.strategy_timeout_ms,
    enableDeduplication: assembler.enable_deduplication,
    deduplicationThreshold: assembler.deduplication_threshold,
    framing: assembler.framing,
    maxParallelism: assembler.max_parallelism,
    strategies: Object.fromEntries(
      Object.entries(assembler.strategies).map(([strategyId, { enabled, max_tokens: maxTokens }]) => [
        strategyId,
        { enabled, maxTokens },
      ]),
    ),
  };
}

/** `context.agents`: new agents, and changes to the built-in ones. */
export function agentDefinitions({ context: { agents } }: Configuration): readonly AgentConfiguration[] {
  return Object.entries(agents).map(([agentId, agent]) => ({
    agentId,
    displayName: agent.display_name,
    strategies: agent.strategies,
    excludedStrategies: agent.excluded_strategies,
    styleCategories: agent.style_categories,
    defaultBudget: agent.default_budget,
  }));
}

/** `workspace` and what the guard and the editor need beside it. */
export function workspaceOptions({ workspace }: Configuration, root: string): WorkspaceOptionsInput {
  return {
    root,
    denyPatterns: [...workspace.deny],
    maxFileSizeBytes: workspace.max_file_size_bytes,
    styleConfigPath: workspace.style_config,
  };
}

/** `context.chunking` under the names of the chunker's options. */
export function chunkingOptions({ context: { chunking } }: Configuration): ChunkingOptionsInput {
  return {
    maxChunkTokens: chunking.max_chunk_tokens,
    minChunkTokens: chunking.min_chunk_tokens,
    preferStructural: chunking.prefer_structural,
    maxFileSizeBytes: chunking.max_file_size_bytes,
    maxParseTimeMs: chunking.max_parse_time_ms,
    maxNestingDepth: chunking.max_nesting_depth,
    fallbackOnError: chunking.fallback_on_error,
    validateSyntax: chunking.validate_syntax,
    languages: { ...chunking.languages },
  };
}

/** The sections of `context` that say what goes into a pack. */
export function packingOptions({ context }: Configuration): PackingOptionsInput {
  const { chunking, ranking, source_priority: priority, deduplication, selection, formatting, cache } = context;
  return {
    maxWholeTokens: chunking.max_chunk_tokens,
    maxOutputBytes: chunking.max_file_size_bytes,
    weights: { relevance: ranking.relevance_weight, recency: ranking.recency_weight, source: ranking.source_weight },
    sourcePriorities: bySourceType(priority),
    relevance: ranking.relevance,
    profile: ranking.profile,
    inclusionThreshold: ranking.inclusion_threshold,
    deduplication: {
      isContentCompared: deduplication.content_hash_enabled,
      areRangesCompared: deduplication.overlap_detection_enabled,
      overlapThreshold: deduplication.overlap_threshold,
      overlapMode: deduplication.overlap_mode,
      ignoresWhiteSpace: deduplication.normalize_whitespace,
      ignoresComments: deduplication.ignore_comments,
      isCaseSensitive: deduplication.case_sensitive,
      cacheSize: deduplication.cache_enabled ? deduplication.cache_max_size : 0,
    },
    selection: {
      isBalanced: selection.balance,
      minimumChunks: selection.minimum_chunks,
      categoryBudgets: bySourceType(selection.category_budgets),
    },
    template: formatting.template,
    areLineNumbersChecked: formatting.validate_line_numbers,
    maxSources: context.max_sources,
    maxSearchHits: context.max_search_hits,
    timeoutMs: context.timeout_ms,
    isCacheEnabled: cache.enabled,
  };
}

/** The configuration's names of the kinds of sources. */
interface SourceKinds {
  readonly tool_results?: number | undefined;
  readonly open_files?: number | undefined;
  readonly search_results?: number | undefined;
  readonly references?: number | undefined;
}

function bySourceType(kinds: SourceKinds): Record<SourceType, number | undefined> {
  return {
    'tool-result': kinds.tool_results,
    'open-file': kinds.open_files,
    'search-result': kinds.search_results,
    reference: kinds.references,
  };
}

/** `search` under the names of the search's options. */
export function searchOptions({ search }: Configuration): SearchOptionsInput {
  const { embedding } = search;
  return {
    maxFileSizeBytes: search.max_file_size_bytes,
    recentSearches: search.recent_searches,
    embedding: embedding && {
      provider: embedding.provider,
      endpoint: embedding.endpoint,
      model: embedding.model,
      dimension: embedding.dimension,
      apiKey: embedding.api_key,
      maxChars: embedding.max_chars,
      maxBatch: embedding.max_batch,
      fusionWeight: embedding.fusion_weight,
      timeoutMs: embedding.timeout_ms,
      queryPrefix: embedding.query_prefix,
      documentPrefix: embedding.document_prefix,
    },
  };
}

/**
 * `knowledge` under the names of the knowledge graph's options.
 *
 * @param workspaceName of a workspace that the configuration gives no name
 */
export function knowledgeOptions({ knowledge }: Configuration, workspaceName: string): KnowledgeOptionsInput {
  const { workspace = workspaceName, format, relevance, agents } = knowledge;
  return {
    workspace,
    format,
    relevance: { ...relevance },
    agents: Object.fromEntries(
      Object.entries(agents).map(([agentId, agent]) => [
        agentId,
        {
          maxTokens: agent.max_tokens,
          includeEntityTypes: agent.include_entity_types,
          excludeEntityTypes: agent.exclude_entity_types,
          minRelevanceScore: agent.min_relevance_score,
          includeRelationships: agent.include_relationships,
          relationshipDepth: agent.relationship_depth,
          includeAxioms: agent.include_axioms,
          maxEntities: agent.max_entities,
          format: agent.format,
          includeProperties: agent.include_properties,
          maxPropertiesPerEntity: agent.max_properties_per_entity,
        },
      ]),
    ),
  };
}

/** `compression` under the names of the conversation memory's options. */
export function compressionOptions({ compression }: Configuration): CompressionOptionsInput {
  const { segments, method, shares, cache, retention, chat } = compression;
  return {
    segments: {
      boundary: segments.boundary,
      maxMessages: segments.max_messages,
      maxTokens: segments.max_tokens,
      gapMinutes: segments.gap_minutes,
    },
    method,
    shares: { ...shares },
    cache: { maxEntries: cache.max_entries, maxAgeMinutes: cache.max_age_minutes },
    retention: { levelsDays: retention.levels_days, originalsDays: retention.originals_days },
    chat: chat && {
      endpoint: chat.endpoint,
      model: chat.model,
      apiKey: chat.api_key,
      timeoutMs: chat.timeout_ms,
    },
  };
}

/** `preview` under the names of the panel's options. */
export function previewOptions({ preview }: Configuration): PreviewOptionsInput {
  return { port: preview.port, maxBudget: preview.max_budget, history: preview.history };
}

/** Where the folder of the tables is when nobody says. */
const defaultAddress = '.lexichord/db';

/** `storage`: a relative folder counts from the workspace, and the usual one goes where all state goes. */
export function storageOptions({ storage }: Configuration, root: string, stateFolder: string): StorageOptionsInput {
  const { address, options, single_writer: singleWriter, durability } = storage;
  const isUsual = address === defaultAddress;
  return {
    address: isUsual ? join(stateFolder, 'db') : address,
    baseFolder: root,
    // The usual folder must not be led away by a link in a workspace that came from somebody else.
    confineTo: isUsual ? stateFolder : undefined,
    storageOptions: { ...options },
    singleWriter,
    durability,
    derivedTables: { ...derivedSearchTables, ...derivedKnowledgeTables, ...derivedCompressionTables },
  };
}

/** `logging`: the level of every source, and of single ones. */
export function logLevelsOf({ logging: { level, ...components } }: Configuration): LogLevels {
  return { level, components };
}

/**
 * What opening a workspace would find wrong with a configuration that its schema accepts.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function requireUsable(configuration: Configuration, workspaceRoot: string): void {
  createTokenCounter(configuration);
  parseOptions(workspaceOptionsSchema, workspaceOptions(configuration, workspaceRoot), 'workspace options');
}

/**
 * A language model is configured, or a host registers one of its own.
 *
 * @throws {LexichordError} `invalid-configuration` for a method that has to ask a model when there is none
 */
export function requireLanguageModel({ compression: { method, chat } }: Configuration, isRegistered: boolean): void {
  if (method !== 'abstractive' || chat !== undefined || isRegistered) return;
  throw new LexichordError(
    ErrorCode.invalidConfiguration,
    'compression.method is "abstractive", and there is no language model to ask. Set compression.chat.endpoint and compression.chat.model in your own configuration file, or take "extractive".',
    { details: { key: 'compression.method' } },
  );
}
