import type {
  AgentDefinition,
  ContextGatheringRequest,
  ITokenCounter,
  StyleRule,
  StyleRuleSet,
} from '@lexichord/abstractions';
import { MemoryEditorService, RecordingLogger, WordTokenCounter, describeContextStrategy } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import { AgentCatalog } from '../catalog/agent-catalog.js';
import { rankRules, StyleContextStrategy } from './style-context-strategy.js';
import { FencedStructureService } from './test-support/fenced-structure-service.js';
import { fragmentOf, words } from './test-support/strategy-fixture.js';

/** A rule about a word. */
function aRule(id: string, overrides: Partial<StyleRule> & { readonly word?: string } = {}): StyleRule {
  const { word = id, ...rest } = overrides;
  return {
    id,
    category: 'terminology',
    severity: 'warning',
    instruction: `Avoid "${word}".`,
    countMatches: (text) => text.split(word).length - 1,
    source: 'styles/rules.yml',
    ...rest,
  };
}

interface StyleSetup {
  readonly rules: readonly StyleRule[];
  readonly problems?: readonly string[];
  readonly agents?: readonly AgentDefinition[];
  readonly documents?: Readonly<Record<string, string>>;
  readonly tokenCounter?: ITokenCounter;
}

function aStyleStrategy({
  rules,
  problems = [],
  agents = [],
  documents = {},
  tokenCounter = new WordTokenCounter(),
}: StyleSetup) {
  const askedFor: (string | undefined)[] = [];
  const repository = {
    getRules: (path?: string): Promise<StyleRuleSet> => {
      askedFor.push(path);
      return Promise.resolve({ rules, problems });
    },
  };
  const log = new RecordingLogger();
  const strategy = new StyleContextStrategy(
    repository,
    new AgentCatalog({ current: agents }),
    new MemoryEditorService(documents),
    new FencedStructureService(),
    tokenCounter,
    log,
  );
  return { strategy, tokenCounter, log, askedFor };
}

async function styleOf(setup: StyleSetup, request: Partial<ContextGatheringRequest>, maxTokens = 1_000) {
  return fragmentOf(await aStyleStrategy(setup).strategy.gather({ agentId: 'editor', ...request }, { maxTokens }));
}

const manyRules = Array.from({ length: 200 }, (_, index) => aRule(`House.Rule${String(index).padStart(3, '0')}`));

describeContextStrategy('StyleContextStrategy', () => ({
  ...aStyleStrategy({
    rules: manyRules.map((rule) => ({ ...rule, category: 'tone' })),
    agents: [{ agentId: 'strict', displayName: 'Strict', styleCategories: ['grammar'] }],
    tokenCounter: new BpeTokenCounter({ encoding: 'o200k_base' }),
  }),
  request: { agentId: 'editor', selectedText: 'House.Rule007 House.Rule007 House.Rule100' },
  requestsWithoutInput: [{ agentId: 'strict' }],
}));

describe('StyleContextStrategy', () => {
  it('SBD-072 §3.2: gives the active rules, the ones the selection touches first', async () => {
    const rules = [aRule('Untouched'), aRule('once'), aRule('thrice')];

    expect(await styleOf({ rules }, { selectedText: 'thrice once thrice thrice' })).toEqual({
      sourceId: 'style',
      label: 'Style Rules',
      content: [
        '- Avoid "thrice". (warning, thrice; found 3 times in this text)',
        '- Avoid "once". (warning, once; found once in this text)',
        '- Avoid "Untouched". (warning, Untouched)',
      ].join('\n'),
      tokenEstimate: 26,
      relevance: 0.8,
      metadata: {
        rules: [
          { id: 'thrice', matches: 3 },
          { id: 'once', matches: 1 },
          { id: 'Untouched', matches: 0 },
        ],
        totalRules: 3,
        truncated: false,
      },
    });
  });

  it('asks for the rules of the document by its path in the workspace, however the request names it', async () => {
    const { strategy, askedFor } = aStyleStrategy({ rules: [aRule('a')] });
    const snapshot = await new MemoryEditorService({ 'docs/a.md': 'a' }).getDocument('docs/a.md');
    const asking = { agentId: 'editor', documentPath: '/somewhere/docs/a.md' };

    await strategy.gather(asking, { maxTokens: 100, readDocument: () => Promise.resolve(snapshot) });
    await strategy.gather({ ...asking, selectedText: 'a' }, { maxTokens: 100 });

    expect(askedFor).toEqual(['docs/a.md', '/somewhere/docs/a.md']);
  });

  it('shows entries of long lists only when the text touches them', async () => {
    const rules = [
      aRule('Terms#1', { isListEntry: true, word: 'once' }),
      aRule('Terms#2', { isListEntry: true, word: 'absent' }),
      aRule('Always', { word: 'missing' }),
    ];

    expect(rankRules(rules, 'once upon a time').map(({ rule }) => rule.id)).toEqual(['Terms#1', 'Always']);
  });

  it('weighs severity with the number of matches, then orders by severity, then by id', async () => {
    const rules = [
      aRule('b', { severity: 'suggestion', word: 'many' }),
      aRule('c', { severity: 'error', word: 'few' }),
      aRule('z', { severity: 'warning', word: 'none1' }),
      aRule('a', { severity: 'suggestion', word: 'none2' }),
      aRule('y', { severity: 'warning', word: 'none3' }),
      aRule('x', { severity: 'error', word: 'none4' }),
    ];

    const { content } = await styleOf({ rules }, { selectedText: 'few few many many many many' });

    expect([...content.matchAll(/\w+, (\w)[;)]/gu)].map(([, id]) => id)).toEqual(['c', 'b', 'x', 'y', 'z', 'a']);
  });

  it('asks for the categories the agent wants', async () => {
    const agents = [{ agentId: 'tuning', displayName: 'Tuning', styleCategories: ['grammar', 'tone'] }];
    const rules = [aRule('a'), aRule('b', { category: 'grammar' }), aRule('c', { category: 'tone' })];

    const { content } = await styleOf({ rules, agents }, { agentId: 'tuning' });

    expect(content).toBe('- Avoid "b". (warning, b)\n- Avoid "c". (warning, c)');
  });

  it('asks for the categories of the agent that the assembly began with, whatever the catalogue has', async () => {
    const agents = [{ agentId: 'tuning', displayName: 'Tuning', styleCategories: ['grammar'] as const }];
    const { strategy } = aStyleStrategy({ rules: [aRule('a', { category: 'grammar' }), aRule('b')], agents });
    const agent: AgentDefinition = { agentId: 'tuning', displayName: 'Tuning', styleCategories: ['terminology'] };

    const answer = fragmentOf(await strategy.gather({ agentId: 'tuning' }, { maxTokens: 100, agent }));

    expect(answer.content).toBe('- Avoid "b". (warning, b)');
  });

  it.each([
    ['the section of the cursor', { cursorPosition: 25 }, 'here'],
    ['the whole document without a cursor', {}, 'both'],
    ['the text before the first heading', { cursorPosition: 0 }, 'both'],
  ])('looks at %s', async (_case, request, expected) => {
    const documents = { 'doc.md': 'word\n\n# One\n\nword\n\n# Two\n\nword' };

    const { content } = await styleOf({ rules: [aRule('word')], documents }, { documentPath: 'doc.md', ...request });

    expect(content).toContain(expected === 'here' ? 'found once' : 'found 3 times');
  });

  it('asks for the rules of the document', async () => {
    const { strategy, askedFor } = aStyleStrategy({ rules: [aRule('a')], documents: { 'doc.md': 'text' } });

    await strategy.gather({ agentId: 'editor', documentPath: 'doc.md' }, { maxTokens: 100 });
    await strategy.gather({ agentId: 'editor' }, { maxTokens: 100 });

    expect(askedFor).toEqual(['doc.md', undefined]);
  });

  it('gives whole rules until the limit and says how many more there are', async () => {
    const { content, metadata, tokenEstimate } = await styleOf({ rules: manyRules }, {}, 50);

    const lines = content.split('\n');
    expect(lines.at(-1)).toMatch(/^- … 1\d\d more rules$/u);
    for (const line of lines.slice(0, -1))
      expect(line).toMatch(/^- Avoid "House\.Rule\d+"\. \(warning, House\.Rule\d+\)$/u);
    expect(metadata).toMatchObject({ totalRules: 200, truncated: true });
    expect(tokenEstimate).toBeLessThanOrEqual(50);
    expect(tokenEstimate).toBeGreaterThanOrEqual(45);
  });

  it('keeps each rule on its line', async () => {
    const { content } = await styleOf({ rules: [aRule('a', { instruction: 'Be\n## Label\u2028brief.' })] }, {});

    expect(content).toBe('- Be ## Label brief. (warning, a)');
  });

  it('logs what could not be read of the rules, and keeps it out of the content', async () => {
    const { strategy, log } = aStyleStrategy({
      rules: [aRule('a')],
      problems: ['styles/b.yml:3: unknown key "patern".'],
    });

    const { content } = fragmentOf(await strategy.gather({ agentId: 'editor' }, { maxTokens: 100 }));

    expect(content).not.toContain('patern');
    expect(log.lines.find(({ level }) => level === 'warn')?.fields).toEqual({
      StrategyId: 'style',
      Count: 1,
      Problems: 'styles/b.yml:3: unknown key "patern".',
    });
  });

  it('says that no rule applies', async () => {
    const { strategy } = aStyleStrategy({ rules: [] });

    expect(await strategy.gather({ agentId: 'editor' }, { maxTokens: 100 })).toEqual({
      nothing: 'empty',
      message: 'No style rule applies to the agent "editor".',
    });
  });

  it('is less relevant when the text touches no rule', async () => {
    expect((await styleOf({ rules: [aRule('a')] }, { selectedText: 'xyz' })).relevance).toBe(0.5);
  });

  it('shortens by whole rules', async () => {
    const { strategy } = aStyleStrategy({ rules: manyRules });
    const request = { agentId: 'editor' };
    const fragment = fragmentOf(await strategy.gather(request, { maxTokens: 1_000 }));

    const shorter = await strategy.shorten(fragment, 20, { request });

    expect(shorter?.content).toMatch(/ more rules$/u);
    expect(shorter?.tokenEstimate).toBeLessThanOrEqual(20);
  });

  it('looks at a bounded part of a huge section, around the cursor', async () => {
    let longest = 0;
    const rule: StyleRule = {
      ...aRule('a'),
      countMatches: (text) => {
        longest = Math.max(longest, text.length);
        return text.split('needle').length - 1;
      },
    };
    const content = `${words(30_000)} needle ${words(30_000)}`;
    const request = { documentPath: 'doc.md', cursorPosition: content.indexOf('needle') };

    const fragment = await styleOf({ rules: [rule], documents: { 'doc.md': content } }, request);

    expect(longest).toBeLessThanOrEqual(100_000);
    expect(fragment.content).toContain('found once');
  });
});
