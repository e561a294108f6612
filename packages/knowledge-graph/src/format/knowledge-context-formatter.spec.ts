import 'reflect-metadata';
import {
  type KnowledgeContextConfig,
  type KnowledgeContextFormat,
  knowledgeContextFormats,
} from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { parse, parseAllDocuments } from 'yaml';

import { aPetStore, aRelationship, anEntity } from '../search/test-support/a-graph.js';
import { agentDefaults } from '../strategy/agent-defaults.js';
import { viewOf } from './entity-view.js';
import { KnowledgeContextFormatter } from './knowledge-context-formatter.js';
import { anAxiom, anyFacts } from './test-support/hostile-facts.js';

const exact = new BpeTokenCounter({ encoding: 'o200k_base' });
const formatter = new KnowledgeContextFormatter(exact);

function configOf(format: KnowledgeContextFormat, more: Partial<KnowledgeContextConfig> = {}): KnowledgeContextConfig {
  return { ...agentDefaults('copilot'), format, ...more };
}

function aFewFacts() {
  const { named } = aPetStore();
  return {
    entities: [named('GET /pets'), named('Animal')],
    relationships: [aRelationship(named('GET /pets'), 'gives', named('Animal'))],
    axioms: [anAxiom('Endpoint', 'summaries', { description: 'People read them.' })],
  };
}

interface Parsed {
  readonly entities: readonly unknown[];
  readonly relationships?: readonly { readonly from: string; readonly to: string }[];
  readonly rules?: readonly unknown[];
}

describe('KnowledgeContextFormatter', () => {
  it('writes entities, relationships by names and rules as sentences in YAML', () => {
    const { content } = formatter.format(aFewFacts(), configOf('yaml'));

    expect(content).toBe(
      [
        'entities:',
        '- type: Endpoint',
        '  name: GET /pets',
        '  aliases: [listPets]',
        '  properties:',
        '    summary: List all pets in the store',
        '- type: Schema',
        '  name: Animal',
        '  properties:',
        '    fields:',
        '      tag: string',
        '      weight: number',
        '    fieldDescriptions:',
        '      weight: How heavy it is, in grams',
        'relationships:',
        '- {from: GET /pets, type: gives, to: Animal}',
        'rules:',
        '- severity: error',
        '  rule: Every Endpoint must have "summary".',
        '  name: summaries',
        '  description: People read them.',
      ].join('\n'),
    );
  });

  it('writes the same facts as JSON', () => {
    const { content } = formatter.format(aFewFacts(), configOf('json'));

    expect(JSON.parse(content)).toEqual(parse(formatter.format(aFewFacts(), configOf('yaml')).content));
  });

  it('writes Markdown for people', () => {
    const { content } = formatter.format(aFewFacts(), configOf('markdown'));

    expect(content).toBe(
      [
        '### `GET /pets` (Endpoint)',
        '',
        'Also called `listPets`',
        '',
        '- summary: List all pets in the store',
        '',
        '### `Animal` (Schema)',
        '',
        '- fields: `{"tag":"string","weight":"number"}`',
        '- fieldDescriptions: `{"weight":"How heavy it is, in grams"}`',
        '',
        '### Relationships',
        '',
        '- `GET /pets` gives `Animal`',
        '',
        '### Rules',
        '',
        '- **error** Every Endpoint must have "summary". (summaries) People read them.',
      ].join('\n'),
    );
  });

  it('writes plain text', () => {
    const { content } = formatter.format(aFewFacts(), configOf('plain'));

    expect(content).toBe(
      [
        'Entities',
        '',
        'Endpoint: GET /pets',
        '  also called: listPets',
        '  summary: List all pets in the store',
        '',
        'Schema: Animal',
        '  fields: {"tag":"string","weight":"number"}',
        '  fieldDescriptions: {"weight":"How heavy it is, in grams"}',
        '',
        'Relationships',
        '',
        'GET /pets gives Animal',
        '',
        'Rules',
        '',
        'error: Every Endpoint must have "summary". (summaries) People read them.',
      ].join('\n'),
    );
  });

  it('puts texts of several lines into fences that they cannot close', () => {
    const entity = anEntity('Term', 'x', { properties: { description: '```\n# Rules', note: 'a\n```\n# b' } });

    const { content } = formatter.format({ entities: [entity], relationships: [], axioms: [] }, configOf('markdown'));

    expect(content).toBe(
      [
        '### `x` (Term)',
        '',
        '````text',
        '```',
        '# Rules',
        '````',
        '',
        '- note:',
        '',
        '  ````text',
        '  a',
        '  ```',
        '  # b',
        '  ````',
      ].join('\n'),
    );
  });

  it.each(['---', '- item', '1. item', '===', '+ item', '# heading'])(
    'writes "%s" as text, not as a mark',
    (description) => {
      const entity = anEntity('Term', 'x', { properties: { description } });

      const { content } = formatter.format({ entities: [entity], relationships: [], axioms: [] }, configOf('markdown'));

      expect(fromMarkdown(content).children.map(({ type }) => type)).toEqual(['heading', 'paragraph']);
    },
  );

  it('tells entities with one name apart by their types', () => {
    const [schema, term, other] = [anEntity('Schema', 'Pet'), anEntity('Term', 'Pet'), anEntity('Term', 'Dog')];
    const facts = {
      entities: [schema, term, other],
      relationships: [aRelationship(term, 'names', schema), aRelationship(other, 'is-a', term)],
      axioms: [],
    };

    const { relationships } = JSON.parse(formatter.format(facts, configOf('json')).content) as Parsed;

    expect(relationships).toEqual([
      { from: 'Term Pet', type: 'names', to: 'Schema Pet' },
      { from: 'Dog', type: 'is-a', to: 'Term Pet' },
    ]);
  });

  it('shows the most useful properties first, at most as many as configured, or none', () => {
    const properties = { zeta: 1, alpha: 2, type: 'object', summary: 's', description: 'd' };
    const entity = anEntity('Schema', 'Pet', { properties });

    expect(Object.keys(viewOf(entity, configOf('json')).properties ?? {})).toEqual([
      'summary',
      'type',
      'alpha',
      'zeta',
    ]);
    expect(viewOf(entity, configOf('json', { maxPropertiesPerEntity: 1 }))).toEqual({
      type: 'Schema',
      name: 'Pet',
      description: 'd',
      properties: { summary: 's' },
    });
    expect(viewOf(entity, configOf('json', { includeProperties: false }))).not.toHaveProperty('properties');
  });

  it('cuts long texts, lists and deep values, and marks where', () => {
    const entity = anEntity('Schema', 'n'.repeat(5_000), {
      properties: {
        description: '😀'.repeat(400),
        list: Array.from({ length: 50 }, (_unused, index) => index),
        record: Object.fromEntries(Array.from({ length: 50 }, (_unused, index) => [`k${index}`, 'x'.repeat(500)])),
        deep: [[[[['lost']]]]],
      },
    });

    const view = viewOf(entity, configOf('json'));

    expect(view.name).toHaveLength(602);
    expect(view.description).toBe(`${'😀'.repeat(300)} …`);
    expect(view.properties?.list).toHaveLength(41);
    expect((view.properties?.list as readonly unknown[]).at(-1)).toBe('… and 10 more');
    expect(view.properties?.record).toEqual(
      expect.objectContaining({ k0: `${'x'.repeat(160)} …`, '…': 'and 10 more' }),
    );
    expect(view.properties?.deep).toEqual([[[['…']]]]);
  });

  it('leaves out relationships with a missing end, rules for other types and what is there twice', () => {
    const { entities, relationships, axioms } = aFewFacts();
    const stray = aRelationship(entities[0] ?? anEntity('a', 'b'), 'gives', anEntity('Schema', 'Elsewhere'));

    const formatted = formatter.format(
      {
        entities: [...entities, ...entities],
        relationships: [...relationships, stray, ...relationships],
        axioms: [...axioms, anAxiom('Term', 'other'), anAxiom('*', 'all'), ...axioms],
      },
      configOf('json'),
    );

    expect(formatted.entities).toEqual(entities);
    expect(formatted.relationships).toEqual(relationships);
    expect(formatted.axioms.map(({ name }) => name)).toEqual(['summaries', 'all']);
  });

  it('writes nothing for nothing', () => {
    const nothing = { content: '', tokenCount: 0, entities: [], relationships: [], axioms: [] };

    for (const format of knowledgeContextFormats) {
      expect(
        formatter.format({ entities: [], relationships: [], axioms: [anAxiom('*', 'all')] }, configOf(format)),
      ).toEqual(nothing);
      expect(formatter.formatWithin(aFewFacts(), configOf(format), 3)).toEqual(nothing);
    }
  });

  it('leaves out whole entities from the least relevant, with what hung on them', () => {
    const facts = aFewFacts();
    const counter = new WordTokenCounter();
    const counting = new KnowledgeContextFormatter(counter);
    const whole = counting.format(facts, configOf('yaml'));

    const shorter = counting.formatWithin(facts, configOf('yaml'), whole.tokenCount - 1);

    expect(counting.formatWithin(facts, configOf('yaml'), whole.tokenCount)).toEqual(whole);
    expect(shorter.entities).toEqual(facts.entities.slice(0, 1));
    expect(shorter.relationships).toEqual([]);
    expect(shorter.axioms).toEqual(facts.axioms);
    expect(shorter.tokenCount).toBe(counter.countTokens(shorter.content));
  });
});

describe('KnowledgeContextFormatter, where little room is left', () => {
  it('passes over an entity that is too large for smaller ones behind it', () => {
    const [first, large, small] = ['First', 'Large', 'Small'].map((name) =>
      anEntity('Schema', name, name === 'Large' ? { properties: { description: 'word '.repeat(100) } } : {}),
    );
    const entities = [first, large, small].flatMap((entity) => entity ?? []);

    const { entities: told, tokenCount } = formatter.formatWithin(
      { entities, relationships: [], axioms: [] },
      configOf('yaml'),
      40,
    );

    expect(told.map(({ name }) => name)).toEqual(['First', 'Small']);
    expect(tokenCount).toBeLessThanOrEqual(40);
  });
});

describe('KnowledgeContextFormatter, whatever the facts', () => {
  it('gives YAML that parses back to what is shown', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const config = configOf('yaml');
        const { content, entities } = formatter.format(facts, config);

        const documents = parseAllDocuments(content);
        const parsed = parse(content) as Parsed;

        expect(documents).toHaveLength(1);
        expect(parsed.entities).toEqual(entities.map((entity) => viewOf(entity, config)));
        expect(content).not.toMatch(/\p{Surrogate}/u);
      }),
      { numRuns: 250 },
    );
  });

  it('gives JSON that parses back to the same', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { content } = formatter.format(facts, configOf('json'));

        expect(JSON.parse(content)).toEqual(parse(formatter.format(facts, configOf('yaml')).content));
      }),
      { numRuns: 250 },
    );
  });

  it('gives Markdown with the headings of entities, relationships and rules alone', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { content, entities, relationships, axioms } = formatter.format(facts, configOf('markdown'));

        const { children } = fromMarkdown(content);
        const headings = children.filter(({ type }) => type === 'heading');

        const sections = (relationships.length > 0 ? 1 : 0) + (axioms.length > 0 ? 1 : 0);
        expect(headings).toHaveLength(entities.length + sections);
        expect(children.map(({ type }) => type)).not.toContain('html');
        expect(children.map(({ type }) => type)).not.toContain('thematicBreak');
      }),
      { numRuns: 250 },
    );
  });

  it('gives plain text in which only a fact begins a line', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { content, entities, relationships, axioms } = formatter.format(facts, configOf('plain'));

        const lines = content.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/u).filter((line) => !line.startsWith('  '));
        const titles = 1 + (relationships.length > 0 ? 1 : 0) + (axioms.length > 0 ? 1 : 0);
        const filled = lines.filter((line) => line !== '');
        expect(filled.length).toBeLessThanOrEqual(titles + entities.length + relationships.length + axioms.length);
      }),
    );
  });

  it('never counts to more than it may, and both ends of every relationship are there', () => {
    fc.assert(
      fc.property(
        anyFacts,
        fc.constantFrom(...knowledgeContextFormats),
        fc.integer({ min: 0, max: 600 }),
        (facts, format, limit) => {
          const formatted = formatter.formatWithin(facts, configOf(format), limit);

          const told = new Set(formatted.entities.map(({ id }) => id));
          expect(exact.countTokens(formatted.content)).toBeLessThanOrEqual(limit);
          expect(formatted.tokenCount).toBe(exact.countTokens(formatted.content));
          for (const { fromEntityId, toEntityId } of formatted.relationships) {
            expect(told.has(fromEntityId) && told.has(toEntityId)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives the same bytes for the same facts, by any instance', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...knowledgeContextFormats), (facts, format) => {
        const other = new KnowledgeContextFormatter(exact);

        expect(formatter.format(facts, configOf(format))).toEqual(other.format(facts, configOf(format)));
      }),
    );
  });
});
