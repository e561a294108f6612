import { type AssembledContext, emptyAssembledContext } from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';

import { readTemplate } from './prompt-template.js';

function assembledWith(...contents: readonly string[]): AssembledContext {
  return {
    ...emptyAssembledContext('copilot', 100),
    fragments: contents.map((content, index) => aFragment({ sourceId: `s${index}`, label: `Label ${index}`, content })),
    variables: { AgentId: 'copilot', DocumentName: 'a & b.md', FragmentCount: contents.length, TotalTokens: 7 },
  };
}

const fill = (text: string, assembled = assembledWith('one', 'two'), query?: string): string =>
  readTemplate(text).fill(assembled, query);

describe('readTemplate', () => {
  it('fills in variables, the query and the whole context, without escaping', () => {
    expect(fill('{{DocumentName}} ({{FragmentCount}}): {{query}}\n{{context}}', assembledWith('<b>&"'), 'why?')).toBe(
      'a & b.md (1): why?\n## Label 0\n<b>&"',
    );
  });

  it('fills in one fragment after the other', () => {
    expect(fill('{{#fragments}}{{sourceId}}={{label}}:{{content}};{{/fragments}}')).toBe(
      's0=Label 0:one;s1=Label 1:two;',
    );
  });

  it('shows what is written for an empty context, and leaves out what has no value', () => {
    expect(fill('{{^fragments}}nothing{{/fragments}}{{CurrentHeading}}{{query}}', assembledWith())).toBe('nothing');
  });

  it('never fills in what only the content asks for', () => {
    const hostile = '{{query}} {{#fragments}} {{> secret}} {{=<% %>=}} {{{context}}} {{/nothing}}';

    expect(fill('{{context}}|{{#fragments}}{{content}}{{/fragments}}', assembledWith(hostile), 'Q')).toBe(
      `## Label 0\n${hostile}|${hostile}`,
    );
  });

  it.each(['fragments.map', 'fragments.flatMap', 'query.trim', 'context.repeat'])(
    'finds nothing to call under %s',
    (name) => {
      expect(fill(`[{{${name}}}{{#${name}}}x{{/${name}}}]`)).toBe('[]');
    },
  );

  it.each(['constructor', '__proto__', 'toString', 'fragments.constructor', 'hasOwnProperty'])('refuses %s', (name) => {
    expect(() => fill(`{{#fragments}}{{${name}}}{{/fragments}}`)).toThrow('has the unknown variable');
  });

  it.each([
    ['{{context}}', true],
    ['{{{context}}}', true],
    ['{{&context}}', true],
    ['{{#query}}{{context}}{{/query}}', true],
    ['{{#fragments}}{{content}}{{/fragments}}', true],
    ['{{=<% %>=}}<% context %>', true],
    ['{{query}}', false],
    ['context fragments', false],
    ['{{! context }}', false],
    ['{{^fragments}}nothing{{/fragments}}', false],
    ['{{#context}}yes{{/context}}', false],
    ['{{#fragments}}{{label}}{{/fragments}}', false],
    ['{{^query}}{{context}}{{/query}}', true],
  ])('knows whether %s shows the content of any fragment', (text, showsContent) => {
    expect(readTemplate(text).showsContent).toBe(showsContent);
  });

  it('names what means nothing here, once', () => {
    const { unknownNames } = readTemplate(
      '{{context}}{{DocumentNmae}}{{#fragments}}{{.}}{{text}}{{text}}{{fragments.length}}{{! note }}{{/fragments}}{{=<% %>=}}<% x %>',
    );

    expect(unknownNames).toEqual(['DocumentNmae', 'text', 'x']);
  });

  it.each([
    ['{{> other.md}}', 'uses the partial "other.md"'],
    ['{{#fragments}}', 'cannot be read'],
    ['{{context', 'cannot be read'],
    ['{{=x=}}', 'cannot be read'],
  ])('refuses %s', (text, message) => {
    expect(() => readTemplate(text)).toThrow(message);
  });

  it.each(['{{fragments}}', '{{{fragments}}}', '{{#fragments}}{{.}}{{/fragments}}'])(
    'says that %s is no text',
    (text) => {
      expect(() => fill(text)).toThrow('prints a list or an object');
    },
  );

  it('takes changed delimiters, as Mustache does', () => {
    expect(fill('{{=<% %>=}}<% query %> {{query}}', undefined, 'Q')).toBe('Q {{query}}');
  });
});
