import type { AgentDefinition } from '@lexichord/abstractions';

/** The agent that is meant when nobody is named. */
export const defaultAgentId = 'copilot';

/** Strategies that come with Lexichord; every other id is a custom strategy. */
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

/** Tokens of an agent's context when neither the caller nor the configuration says (DES-072c's default). */
const defaultBudget = 8_000;

/**
 * The agents of the documents and what each wants (SBD-072 §10.2, §11.1): the editor works where the user is, the
 * simplifier on plain and friendly wording, tuning on style violations, the summarizer on the document as a whole.
 */
export const builtInAgents: readonly AgentDefinition[] = [
  { agentId: defaultAgentId, displayName: 'Co-pilot', defaultBudget },
  {
    agentId: 'editor',
    displayName: 'Editor',
    strategies: ['document', 'selection', 'cursor', 'heading', 'style', 'knowledge', 'conversation'],
    defaultBudget,
  },
  {
    agentId: 'simplifier',
    displayName: 'Simplifier',
    strategies: ['document', 'selection', 'heading', 'style', 'knowledge'],
    styleCategories: ['clarity', 'tone', 'inclusivity', 'grammar'],
    defaultBudget,
  },
  {
    agentId: 'tuning',
    displayName: 'Tuning',
    strategies: ['document', 'selection', 'style', 'knowledge'],
    styleCategories: ['terminology', 'formatting', 'grammar', 'tone', 'inclusivity'],
    defaultBudget,
  },
  {
    agentId: 'summarizer',
    displayName: 'Summarizer',
    strategies: ['document', 'heading', 'rag', 'knowledge'],
    styleCategories: ['clarity', 'tone'],
    defaultBudget,
  },
];
