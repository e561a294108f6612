/** Ids that come with Lexichord, for completion alone; what a command accepts is asked of the runtime. */
export const knownStrategyIds = ['document', 'selection', 'cursor', 'heading', 'rag', 'style'] as const;

/** Agents that come with Lexichord, for completion alone. */
export const knownAgentIds = ['copilot', 'editor', 'simplifier', 'summarizer', 'tuning'] as const;

/** Tiers as completion offers them. */
export const knownTiers = ['Core', 'WriterPro', 'Teams', 'Enterprise'] as const;

/** Top-level keys and sections of the configuration worth completing. */
export const knownConfigurationKeys = [
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
  'license',
  'logging',
  'model',
  'search',
  'storage',
  'workspace',
] as const;
