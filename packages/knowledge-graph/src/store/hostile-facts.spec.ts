import type { EntityKey } from '@lexichord/abstractions';

import { entityIdOf } from '../graph/fact-ids.js';
import { aRelationship, anAxiom, anEntity, at } from '../test-support/a-statement.js';
import { type FactLocation, TemporaryFacts } from '../test-support/temporary-facts.js';
import type { FactStore } from './fact-store.js';

describe('FactStore and hostile facts', () => {
  const temporary = new TemporaryFacts();
  let place: FactLocation;

  beforeEach(async () => {
    place = await temporary.location();
  });

  afterEach(() => temporary.dispose());

  const open = (): FactStore => temporary.store(temporary.database(place));

  describe('refusing', () => {
    const bad: readonly (readonly [string, Parameters<FactStore['apply']>[0], string])[] = [
      ['an entity without a name', { entities: [{ type: 'Term', name: '', source: at('a') }] }, 'An entity needs'],
      ['an entity without a type', { entities: [{ type: '', name: 'x', source: at('a') }] }, 'An entity needs'],
      [
        'a relationship without a type',
        { relationships: [{ ...aRelationship('Term a part-of Term b'), type: '' }] },
        'A relationship needs a non-empty type',
      ],
      [
        'a relationship to nothing',
        { relationships: [{ ...aRelationship('Term a part-of Term b'), to: { type: 'Term', name: '' } }] },
        'The end of a relationship "part-of"',
      ],
      [
        'a source without a document',
        { entities: [{ ...anEntity('Term x'), source: { documentPath: '', startLine: 1, endLine: 1 } }] },
        'The source of Term "x"',
      ],
      ['line 0', { entities: [anEntity('Term x', 'a.md:0')] }, 'not 0 to 0'],
      ['lines backwards', { entities: [anEntity('Term x', 'a.md:4-3')] }, 'not 4 to 3'],
      [
        'a rule that cannot be checked',
        { axioms: [anAxiom('r', { targetType: '' })] },
        'The rule "r" cannot be stored',
      ],
    ];
    it.each(bad)('%s', async (_what, changes, message) => {
      const store = open();

      for (const change of [store.apply(changes), store.plan(changes)]) {
        await expect(change).rejects.toMatchObject({
          code: 'invalid-argument',
          message: expect.stringContaining(message) as string,
        });
      }
    });

    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    it.each<[string, unknown]>([
      ['NaN', Number.NaN],
      ['infinity', [Infinity]],
      ['a bigint', { x: 1n }],
      ['a function', () => 1],
      ['a cycle', cyclic],
      ['nesting without end', deep],
    ])('a property that is %s', async (_what, value) => {
      const change = open().apply({
        entities: [anEntity('Term x', 'a.md', { properties: { value: value as string } })],
      });

      await expect(change).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('properties of Term "x"') as string,
      });
    });

    it('does not repeat a long name', async () => {
      const change = open().apply({ relationships: [aRelationship(`Term ${'x'.repeat(1_000_000)} part-of Term y`)] });

      await expect(change).rejects.toMatchObject({ code: 'invalid-argument' });
      await change.catch((error: unknown) => expect((error as Error).message.length).toBeLessThan(1_000));
    });
  });

  describe('hostile facts come back as they were stated', () => {
    const hostile = [
      '__proto__',
      'constructor',
      'it\'s; DROP TABLE "knowledge-facts" --',
      'a\0b',
      '\ud800',
      '\udfff\ud800',
      '\ufdd0',
      '\ufeffmark',
      'line\r\nbreak\u0085\u2028\r',
      '👩‍👩‍👧 <|endoftext|> ```',
      'é',
      'e\u0301',
      ' ',
      'x'.repeat(1_000_000),
    ];

    it('names, types, aliases, paths, properties', async () => {
      const properties = JSON.parse('{"__proto__":{"x":1},"constructor":[null,"\\ud800"],"":-0,"1":"a"}') as object;
      const keys = hostile.map((text): EntityKey => ({ type: text.slice(0, 1_000), name: text }));
      const entities = keys.map((key, index) => ({
        ...key,
        aliases: hostile.filter((_, other) => other !== index && other < 13),
        properties: { ...properties, own: hostile[index]!.slice(0, 99) } as never,
        source: { documentPath: hostile[index]!.slice(0, 4_000), startLine: 2_147_483_647, endLine: 2_147_483_647 },
      }));
      const relationships = keys.map((from, index) => ({
        type: from.type,
        from,
        to: keys[(index + 1) % keys.length]!,
        properties: properties as never,
        source: entities[index]!.source,
      }));

      await open().apply({ entities, relationships });

      const graph = await open().graph();
      expect(graph.entities).toHaveLength(hostile.length);
      for (const { type, name, aliases, properties: expected, source } of entities) {
        const found = graph.entity(entityIdOf('workspace', { type, name }))!;
        expect(found.name === name && found.type === type).toBe(true);
        expect([found.aliases, JSON.stringify(found.properties), found.sources]).toEqual([
          aliases,
          JSON.stringify(expected),
          [source],
        ]);
        expect(graph.outgoing(found.id)).toHaveLength(1);
      }
      const again = await open().apply({ entities, relationships });
      expect([again.report.entities.unchanged, again.report.relationships.unchanged]).toEqual([14, 14]);
      expect((await open().apply({ removedEntities: keys })).report).toMatchObject({
        entities: { removed: 14 },
        relationships: { removed: 14 },
      });
      expect(({} as { x?: number }).x).toBeUndefined();
    });

    it('nobody who stated them can change them afterwards', async () => {
      const store = open();
      const tags = ['a'];
      await store.apply({ entities: [anEntity('Term pet', 'a.md', { properties: { tags } })] });

      tags.push('b');

      expect((await store.graph()).entities[0]?.properties).toEqual({ tags: ['a'] });
    });
  });
});
