import type { StrategyDescriptor } from '@lexichord/abstractions';

/**
 * Name, priority, maximum tokens and licence tier of each strategy of this package (SBD-072 §1.4, §3.2; if these
 * disagree on priorities and sizes, the project's own table).
 */
export const strategyDescriptors = {
  document: {
    strategyId: 'document',
    displayName: 'Document Content',
    priority: 100,
    maxTokens: 4_000,
    tier: 'WriterPro',
  },
  selection: {
    strategyId: 'selection',
    displayName: 'Selected Text',
    priority: 90,
    maxTokens: 1_000,
    tier: 'WriterPro',
  },
  cursor: {
    strategyId: 'cursor',
    displayName: 'Cursor Context',
    priority: 80,
    maxTokens: 500,
    tier: 'WriterPro',
  },
  heading: {
    strategyId: 'heading',
    displayName: 'Heading Hierarchy',
    priority: 70,
    maxTokens: 300,
    tier: 'WriterPro',
  },
  rag: {
    strategyId: 'rag',
    displayName: 'Related Documentation',
    priority: 60,
    maxTokens: 2_000,
    tier: 'Teams',
  },
  style: {
    strategyId: 'style',
    displayName: 'Style Rules',
    priority: 50,
    maxTokens: 1_000,
    tier: 'Teams',
  },
} as const satisfies Readonly<Record<string, StrategyDescriptor>>;
