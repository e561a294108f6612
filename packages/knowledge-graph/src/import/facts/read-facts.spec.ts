import { namesIn, problemsIn, propertiesOf, readText, relationshipsIn } from '../test-support/read-text.js';

const own = { documentPath: 'facts.yaml' };

describe('readFacts', () => {
  it('reads entities, relationships beneath them and apart, and rules', async () => {
    const reading = await readText(
      `knowledge: 1
entities:
  - type: Component
    name: Billing
    aliases: [Invoicing]
    properties: { owner: Ada, since: 2024, parts: [a, { b: null }] }
    relationships:
      - type: depends-on
        to: { type: Component, name: Ledger }
        properties: { since: 2024 }
  - { type: Component, name: Ledger }
relationships:
  - type: part-of
    from: { type: Component, name: Ledger }
    to: { type: Product, name: Shop }
axioms:
  - name: components have an owner
    description: Every component names who looks after it.
    targetType: Component
    severity: error
    condition: { kind: required-property, property: owner }
  - name: sizes
    targetType: '*'
    isEnabled: false
    condition: { kind: range, property: size, minimum: 1 }
`,
      own,
    );

    expect(problemsIn(reading)).toEqual([]);
    expect(namesIn(reading)).toEqual(['Component Billing', 'Component Ledger']);
    expect(propertiesOf(reading, 'Billing')).toEqual({ owner: 'Ada', since: 2024, parts: ['a', { b: null }] });
    expect(reading.entities[0]).toMatchObject({
      aliases: ['Invoicing'],
      source: { documentPath: 'facts.yaml', startLine: 3, endLine: 10 },
    });
    expect(relationshipsIn(reading)).toEqual(['Billing -depends-on-> Ledger', 'Ledger -part-of-> Shop']);
    expect(reading.relationships[0]).toMatchObject({
      properties: { since: 2024 },
      source: { startLine: 8, endLine: 10 },
    });
    expect(reading.axioms).toMatchObject([
      { name: 'components have an owner', severity: 'error', isEnabled: true, source: { startLine: 17, endLine: 21 } },
      { name: 'sizes', description: '', severity: 'warning', isEnabled: false, targetType: '*' },
    ]);
  });

  it('lets a bad entry cost only itself', async () => {
    const reading = await readText(
      `knowledge: 1
other: 5
entities:
  - type: Component
    name: Good
    relationships:
      - { type: uses, to: { type: Component, nme: x } }
      - { type: uses, to: { type: Component, name: Good } }
  - type: Component
  - { type: Component, name: Extra, colour: red }
  - just a text
  - type: Component
    name: Good
    aliases: [Better]
  - { type: '', name: x }
relationships:
  - { type: uses, from: { type: A, name: b } }
axioms:
  - { name: bad, targetType: Component, condition: { kind: pattern, property: a, pattern: '(' } }
  - { name: worse, targetType: Component, severity: fatal, condition: { kind: acyclic, relationship: a } }
  - { name: fine, targetType: Component, condition: { kind: acyclic, relationship: a } }
  - { name: fine, targetType: Component, condition: { kind: acyclic, relationship: b } }
`,
      own,
    );

    expect(namesIn(reading)).toEqual(['Component Good']);
    expect(reading.entities[0]?.aliases).toEqual(['Better']);
    expect(relationshipsIn(reading)).toEqual(['Good -uses-> Good']);
    expect(reading.axioms.map(({ name }) => name)).toEqual(['fine']);
    expect(reading.problems.map(({ line }) => line)).toEqual([2, 7, 7, 9, 10, 11, 12, 15, 17, 19, 20, 22]);
    expect(problemsIn(reading)[0]).toBe(
      '2: A file of facts has no "other"; it has knowledge, entities, relationships, axioms.',
    );
  });

  it.each([
    ['a list', '[]', 'A file of facts is a map with "knowledge", "entities", "relationships", "axioms".'],
    ['another version', 'knowledge: 2\nentities: []', '"knowledge" is the version of the format and must be 1.'],
  ])('does not read %s', async (_, text, problem) => {
    const reading = await readText(text, { ...own, format: 'facts' });

    expect(reading).toMatchObject({ isUnreadable: true, entities: [], problems: [{ line: 1, message: problem }] });
  });

  it('says when a part is no list', async () => {
    const reading = await readText('knowledge: 1\nentities: { a: b }\n', own);

    expect(problemsIn(reading)).toEqual(['2: "entities" has to be a list.']);
  });

  it('keeps names and values as they are, also odd ones', async () => {
    const given = {
      knowledge: 1,
      entities: [
        { type: '__proto__', name: ' constructor\n\t' },
        {
          type: 'T',
          name: 'x',
          properties: JSON.parse('{"__proto__": {"a": 1}, "": [], "n": -0.5, "e": {}}') as object,
        },
      ],
    };

    const { entities, problems } = await readText(JSON.stringify(given), { documentPath: 'facts.json' });

    expect(problems).toEqual([]);
    expect(entities[0]).toMatchObject({ type: '__proto__', name: ' constructor\n\t' });
    expect(JSON.stringify(entities[1]?.properties)).toBe('{"__proto__":{"a":1},"":[],"n":-0.5,"e":{}}');
  });
});
