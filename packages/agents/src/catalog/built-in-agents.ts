import type { AgentDefinition } from '@lexichord/abstractions';

/** Agent of a request that names none. */
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
 * The agents and their strategies (SBD-072 §10.2, §11.1): the editor works at the user's position, the simplifier on
 * plain and friendly wording, tuning on style violations, the summarizer on the whole document. None has a budget of
 * its own: the configured default applies, unless the configuration sets one for an agent.
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
