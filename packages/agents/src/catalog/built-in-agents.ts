import type { AgentDefinition } from '@lexichord/abstractions';

/** Used when a request names no agent. */
export const defaultAgentId = 'copilot';

/** Ids of the built-in strategies; every other id is a custom strategy. */
export const builtInStrategyIds: readonly string[] = [
  'document',
  'selection',
  'cursor',
  'heading',
  'rag',
  'repository',
  'style',
  'conversation',
  'knowledge',
];

/**
 * The agents of the documents and what each wants (SBD-072 §10.2, §11.1): the editor works where the user is, the
 * simplifier on plain and friendly wording, tuning on style violations, the summarizer on the document as a whole. None
 * has a budget of its own: the configuration's counts, unless it gives one to an agent.
 */
export const builtInAgents: readonly AgentDefinition[] = [
  { agentId: defaultAgentId, displayName: 'Co-pilot' },
  {
    agentId: 'editor',
    displayName: 'Editor',
    strategies: ['document', 'selection', 'cursor', 'heading', 'style', 'knowledge', 'conversation'],
  },
  {
    agentId: 'simplifier',
    displayName: 'Simplifier',
    strategies: ['document', 'selection', 'heading', 'style', 'knowledge'],
    styleCategories: ['clarity', 'tone', 'inclusivity', 'grammar'],
  },
  {
    agentId: 'tuning',
    displayName: 'Tuning',
    strategies: ['document', 'selection', 'style', 'knowledge'],
    styleCategories: ['terminology', 'formatting', 'grammar', 'tone', 'inclusivity'],
  },
  {
    agentId: 'summarizer',
    displayName: 'Summarizer',
    strategies: ['document', 'heading', 'rag', 'knowledge'],
    styleCategories: ['clarity', 'tone'],
  },
];
