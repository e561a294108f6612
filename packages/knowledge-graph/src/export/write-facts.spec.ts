import type { KnowledgeEntity, PropertyValue } from '@lexichord/abstractions';
import fc from 'fast-check';
import { parse } from 'yaml';

import { aRelationship, anAxiom, anEntity } from '../check/test-support/a-graph.js';
import { exportFacts, writeJson, writeYaml } from './write-facts.js';

const facts = {
  entities: [
    anEntity('Component Billing', { aliases: ['Invoicing'], properties: { owner: 'Ada', since: 2024, legacy: 'no' } }),
    anEntity('Component Ledger', { properties: { note: 'first\n\n  indented\n' } }),
  ],
  relationships: [
    { ...aRelationship('Component Billing', 'needs', { to: 'Component Ledger' }), properties: { since: 2024 } },
    aRelationship('Component Billing', 'knows', { to: 'Component Ledger' }),
  ],
  axioms: [
    anAxiom('Component', { kind: 'required-property', property: 'owner' }, { name: 'owned', description: 'Somebody.' }),
    anAxiom('*', { kind: 'acyclic', relationship: 'needs' }, { name: 'off', severity: 'warning', isEnabled: false }),
  ],
};

describe('writeYaml', () => {
  it('is what people write themselves', async () => {
    expect(await writeYaml(exportFacts(facts))).toBe(
      `knowledge: 1
entities:
  - type: Component
    name: Billing
    aliases:
      - Invoicing
    properties:
      owner: Ada
      since: 2024
      legacy: "no"
    relationships:
      - type: knows
        to:
          type: Component
          name: Ledger
      - type: needs
        to:
          type: Component
          name: Ledger
        properties:
          since: 2024
  - type: Component
    name: Ledger
    properties:
      note: |
        first

          indented
axioms:
  - name: owned
    description: Somebody.
    targetType: Component
    severity: error
    condition:
      kind: required-property
      property: owner
  - name: "off"
    targetType: "*"
    severity: warning
    isEnabled: false
    condition:
      kind: acyclic
      relationship: needs
`,
    );
  });

  it('of an empty graph can be read', async () => {
    expect(parse(await writeYaml(exportFacts({ entities: [], relationships: [], axioms: [] })))).toEqual({
      knowledge: 1,
      entities: [],
    });
  });

  it.each([
    ['carriage return', '\r'],
    ['line separator', '\u2028'],
    ['paragraph separator', '\u2029'],
    ['next line', '\u0085'],
  ])('keeps the text behind a %s, which ends no line', async (_, separator) => {
    const exported = exportFacts({
      entities: [anEntity('A b', { name: `one${separator}two${separator} ` })],
      relationships: [],
      axioms: [],
    });

    expect(parse(await writeYaml(exported))).toEqual(exported);
  });

  it('says the same as the JSON, whatever the names and values', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '__proto__',
        '<<',
        '*a',
        '&b',
        '---',
        '#',
        '- x',
        'a: b',
        "'",
        '"',
        ' ',
        '\u0085',
        '\u2028',
        '\r',
      ),
      fc
        .array(fc.constantFrom('\n', '\r\n', ' ', '\t', 'a', '#', '|', '...'), { maxLength: 8 })
        .map((parts) => parts.join('')),
    );
    const values: fc.Arbitrary<PropertyValue> = fc.letrec<{ value: PropertyValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        hostile,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(hostile, tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    const entities: fc.Arbitrary<KnowledgeEntity> = fc
      .record({
        type: hostile,
        name: hostile,
        aliases: fc.array(hostile, { maxLength: 2 }),
        properties: fc.dictionary(hostile, values, { maxKeys: 3 }),
      })
      .map((given) => anEntity('A b', given));

    await fc.assert(
      fc.asyncProperty(fc.array(entities, { maxLength: 3 }), async (given) => {
        const exported = exportFacts({ entities: given, relationships: [], axioms: [] });

        const read: unknown = parse(await writeYaml(exported));

        expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(writeJson(exported))));
      }),
      { numRuns: 300 },
    );
  });
});
