import { parseOptions } from '@lexichord/platform/internal';

import { knowledgeSection } from './knowledge-options.js';

const parse = (section: object) => parseOptions(knowledgeSection, section, 'knowledge');

describe('knowledge options', () => {
  it('has the weights of the issue unless others are given, and no agents', () => {
    expect(parse({})).toEqual({
      format: 'yaml',
      relevance: { semantic: 0.35, mention: 0.25, type: 0.2, recency: 0.1, name: 0.1 },
      agents: {},
    });
  });

  it('takes weights that sum to 1, as far as binary numbers can', () => {
    const relevance = { semantic: 0.3, mention: 0.6, type: 0.1, recency: 0, name: 0 };

    expect(parse({ relevance }).relevance).toEqual(relevance);
  });

  it.each([
    [{ relevance: { semantic: 0.5 } }, 'the weights must sum to 1, and sum to 1.15 (semantic 0.5, mention 0.25,'],
    [{ relevance: { semantic: -0.1 } }, 'relevance.semantic is -0.1; expected a number from 0 to 1'],
    [{ format: 'xml' }, 'format is "xml"; expected one of "yaml", "markdown", "json", "plain"'],
    [{ workspace: '' }, 'workspace is ""; expected a non-empty text'],
    [{ agents: { editor: { maxTokens: 0 } } }, 'agents.editor.maxTokens is 0; expected an integer from 1'],
    [{ agents: { 'no id!': {} } }, 'an id has up to 80 letters'],
    [{ agents: { editor: { maxEntites: 1 } } }, 'did you mean "maxEntities"'],
  ])('refuses %j', (section, problem) => {
    expect(() => parse(section)).toThrow(problem);
  });
});
