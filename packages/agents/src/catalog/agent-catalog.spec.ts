import { styleCategories } from '@lexichord/abstractions';

import { AgentCatalog, mergeAgentDefinitions } from './agent-catalog.js';
import { builtInAgents, builtInStrategyIds, defaultAgentId } from './built-in-agents.js';

const catalog = new AgentCatalog({ current: builtInAgents });

describe('AgentCatalog', () => {
  it('lists agents by id', () => {
    expect(catalog.listAgents().map(({ agentId }) => agentId)).toEqual([
      'copilot',
      'editor',
      'simplifier',
      'summarizer',
      'tuning',
    ]);
  });

  it('finds an agent by its id alone', () => {
    expect(catalog.findAgent('editor')?.displayName).toBe('Editor');
    expect(catalog.findAgent('Editor')).toBeUndefined();
    expect(catalog.findAgent('__proto__')).toBeUndefined();
  });

  it.each([
    [
      'copilot',
      ['document', 'selection', 'cursor', 'heading', 'rag', 'repository', 'style', 'conversation', 'knowledge'],
    ],
    ['editor', ['document', 'selection', 'cursor', 'heading', 'style', 'conversation', 'knowledge']],
    ['simplifier', ['document', 'selection', 'heading', 'style', 'knowledge']],
    ['tuning', ['document', 'selection', 'style', 'knowledge']],
    ['summarizer', ['document', 'heading', 'rag', 'knowledge']],
  ])('SBD-072 §11.1: %s supports the strategies it lists', (agentId, supported) => {
    expect(builtInStrategyIds.filter((strategyId) => catalog.supports(agentId, strategyId))).toEqual(supported);
  });

  it('SBD-072 §11.1: an agent nobody knows supports everything', () => {
    expect(catalog.supports('test', 'document')).toBe(true);
    expect(catalog.supports('test', 'slow')).toBe(true);
  });

  it('supports a custom strategy for all agents but those that exclude it', () => {
    const agents = mergeAgentDefinitions(builtInAgents, { editor: { excludedStrategies: ['tickets'] } });
    const configured = new AgentCatalog({ current: agents });

    expect(configured.supports('tuning', 'tickets')).toBe(true);
    expect(configured.supports('editor', 'tickets')).toBe(false);
    expect(configured.supports('editor', 'notes')).toBe(true);
  });

  it('has a default agent, leaves budgets to the configuration, and wants only known categories', () => {
    expect(catalog.findAgent(defaultAgentId)).toBeDefined();
    for (const { defaultBudget, styleCategories: wanted = [] } of catalog.listAgents()) {
      expect(defaultBudget).toBeUndefined();
      for (const category of wanted) expect(styleCategories).toContain(category);
    }
  });
});

describe('mergeAgentDefinitions', () => {
  it('replaces the fields that are given and leaves the others', () => {
    const [editor] = mergeAgentDefinitions(
      [{ agentId: 'editor', displayName: 'Editor', strategies: ['document'], defaultBudget: 8_000 }],
      { editor: { strategies: ['cursor'], displayName: undefined } },
    );

    expect(editor).toEqual({
      agentId: 'editor',
      displayName: 'Editor',
      strategies: ['cursor'],
      defaultBudget: 8_000,
    });
  });

  it('adds new agents, named after their id unless they have a name, in order of ids', () => {
    const agents = mergeAgentDefinitions(
      [{ agentId: 'm', displayName: 'M' }],
      Object.fromEntries([
        ['z', {}],
        ['a', { displayName: 'First' }],
        ['__proto__', {}],
      ]),
    );

    expect(agents).toEqual([
      { agentId: '__proto__', displayName: '__proto__' },
      { agentId: 'a', displayName: 'First' },
      { agentId: 'm', displayName: 'M' },
      { agentId: 'z', displayName: 'z' },
    ]);
  });

  it('leaves what it is given as it is', () => {
    const builtIn = Object.freeze([Object.freeze({ agentId: 'editor', displayName: 'Editor' })]);

    expect(mergeAgentDefinitions(builtIn, { editor: { defaultBudget: 1 } })).not.toBe(builtIn);
    expect(builtIn[0]).toEqual({ agentId: 'editor', displayName: 'Editor' });
  });
});
