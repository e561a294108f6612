/** Built-in strategy ids, for completion only; the runtime decides what a command accepts. */
export const knownStrategyIds = [
  'document',
  'selection',
  'cursor',
  'heading',
  'conversation',
  'knowledge',
  'rag',
  'repository',
  'style',
] as const;

/** Built-in agents, for completion only. */
export const knownAgentIds = ['copilot', 'editor', 'simplifier', 'summarizer', 'tuning'] as const;

/** Agents with a server entry, for completion. */
export const knownAgentClients = ['claude', 'codex', 'cursor', 'vscode'] as const;

/** Tiers as completion offers them. */
export const knownTiers = ['Core', 'WriterPro', 'Teams', 'Enterprise'] as const;

/** Kinds of chunks as completion offers them. */
export const knownChunkKinds = [
  'function',
  'method',
  'class',
  'interface',
  'enum',
  'type',
  'module',
  'variable',
  'imports',
  'section',
  'block',
  'lines',
] as const;

/** Profiles of packing as completion offers them. */
export const knownPackProfiles = ['bug-fix', 'new-feature', 'security-audit', 'onboarding'] as const;

/** Layouts of packed text as completion offers them. */
export const knownPackLayouts = ['ranked', 'stable'] as const;

/** Templates of packed text as completion offers them. */
export const knownPackTemplates = ['markdown', 'xml', 'json'] as const;

/** Types of entities that imports make, as completion offers them. */
export const knownEntityTypes = [
  'Service',
  'Endpoint',
  'Parameter',
  'Response',
  'Schema',
  'Concept',
  'Term',
  'Definition',
  'Product',
  'Component',
  'Feature',
] as const;

/** Formats of files to import. `yaml` and `json` are lists of facts. */
export const knownImportFormats = ['openapi', 'markdown', 'yaml', 'json', 'manifest'] as const;

/** Formats of an export of the knowledge graph. */
export const knownExportFormats = ['yaml', 'json', 'dot', 'mermaid'] as const;

/** Levels of detail of a stored conversation, least detail first. */
export const knownCompressionLevels = ['tags', 'brief', 'detailed', 'full'] as const;

/** Top-level keys and sections of the configuration worth completing. */
export const knownConfigurationKeys = [
  'compression',
  'compression.cache',
  'compression.chat',
  'compression.retention',
  'compression.segments',
  'compression.shares',
  'context.agents',
  'context.assembler',
  'context.budget',
  'context.chunking',
  'context.deduplication',
  'context.formatting',
  'context.ranking',
  'context.selection',
  'context.source_priority',
  'context.tokenizer',
  'knowledge',
  'knowledge.agents',
  'knowledge.relevance',
  'license',
  'logging',
  'model',
  'preview',
  'search',
  'storage',
  'workspace',
] as const;
