import type { PropertyValue } from '@lexichord/abstractions';
import fc from 'fast-check';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { withImporter } from '../import/test-support/import-bench.js';
import { type ExportedAxiom, type ExportedFacts, exportFacts, writeJson, writeYaml } from './write-facts.js';

/** What there is of a graph but for places and times, which are of the file that it was read in. */
function factsOf({ entities, relationships, axioms }: KnowledgeGraph): object {
  return {
    entities: entities.map(({ id, type, name, aliases, properties }) => ({ id, type, name, aliases, properties })),
    relationships: relationships.map(({ id, type, properties }) => ({ id, type, properties })),
    axioms: axioms.map(({ source, ...axiom }) => (source.documentPath === '' ? undefined : axiom)),
  };
}

async function imported(text: string, documentPath: string): Promise<KnowledgeGraph> {
  let graph: KnowledgeGraph | undefined;
  await withImporter(async ({ importer, store }) => {
    const { problems } = await importer.importFiles([{ documentPath, text, format: 'facts' }]);
    expect(problems).toEqual([]);
    graph = await store.graph();
  });
  return graph as KnowledgeGraph;
}

/** Texts as they can be stored: no NUL, no half of a character. */
const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
    fc.constantFrom(
      '__proto__',
      'constructor',
      'null',
      'yes',
      '1e3',
      '<<',
      '- a: b',
      '# no',
      "it's",
      '"',
      'a\nb',
      ' a ',
      '\u0085',
      '\u2028',
    ),
  )
  .filter((value) => !/\0|\p{Surrogate}/u.test(value));

const value: fc.Arbitrary<PropertyValue> = fc.letrec<{ value: PropertyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-3, max: 1e6 }),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const types = ['Component', 'Term', '*odd type'] as const;

/** Ends of relationships are among the entities. */
const facts: fc.Arbitrary<ExportedFacts> = fc
  .uniqueArray(fc.record({ type: fc.constantFrom(...types), name: text }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ type, name }) => `${type} ${name}`,
  })
  .chain((keys) => {
    const relationship = fc.record({
      type: fc.constantFrom('needs', 'part-of'),
      to: fc.constantFrom(...keys),
      properties: fc.dictionary(text, value, { maxKeys: 2 }),
    });
    const entities = keys.map((key) =>
      fc.record({
        type: fc.constant(key.type),
        name: fc.constant(key.name),
        aliases: fc.uniqueArray(text, { maxLength: 2 }),
        properties: fc.dictionary(text, value, { maxKeys: 3 }),
        relationships: fc.uniqueArray(relationship, {
          maxLength: 3,
          selector: ({ type, to }) => `${type} ${to.type} ${to.name}`,
        }),
      }),
    );
    return fc.record({
      knowledge: fc.constant(1),
      entities: fc.tuple(...entities),
      axioms: fc.uniqueArray(axiom, { maxLength: 2, selector: ({ name }) => name }) as fc.Arbitrary<ExportedAxiom[]>,
    });
  });

const axiom = fc.record({
  name: text,
  description: fc.oneof(fc.constant(''), text),
  targetType: fc.constantFrom('*', ...types),
  severity: fc.constantFrom('info', 'warning', 'error'),
  isEnabled: fc.boolean(),
  condition: fc.oneof(
    fc.record({ kind: fc.constant('required-property'), property: text }),
    fc.record({ kind: fc.constant('one-of'), property: text, values: fc.array(value, { minLength: 1, maxLength: 2 }) }),
    fc.record({ kind: fc.constant('range'), property: text, minimum: fc.integer() }),
  ),
});

describe('an export', () => {
  it('gives the same graph when it is imported again, as YAML and as JSON', async () => {
    await fc.assert(
      fc.asyncProperty(facts, async (given) => {
        const graph = await imported(writeJson(given), 'given.json');
        const exported = exportFacts(graph);

        const fromYaml = await imported(await writeYaml(exported), 'again.yaml');
        const fromJson = await imported(writeJson(exported), 'again.json');

        expect(factsOf(fromYaml)).toEqual(factsOf(graph));
        expect(factsOf(fromJson)).toEqual(factsOf(graph));
        expect(await writeYaml(exportFacts(fromYaml))).toBe(await writeYaml(exported));
      }),
      { numRuns: 30 },
    );
  });
});
