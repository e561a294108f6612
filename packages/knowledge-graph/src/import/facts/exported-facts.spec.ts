import fc from 'fast-check';

import { exportFacts, writeJson, writeYaml } from '../../export/write-facts.js';
import { filesOf, withImporter } from '../test-support/import-bench.js';

const names = fc.oneof(
  fc.constantFrom('__proto__', ' x ', 'a: b', '- c', "it's", '"q"', 'null', '1.0', '#x', 'línea\nzwei', '👩‍👩‍👧', '{}'),
  fc.string({ minLength: 1, maxLength: 12 }),
);
const values = fc.oneof(
  names,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(names),
);

describe('readFacts', () => {
  it('reads what was exported as it was, with odd names and values', async () => {
    const entities = fc.array(
      fc.record({
        type: names,
        name: names,
        aliases: fc.uniqueArray(names, { maxLength: 2 }),
        properties: fc.dictionary(names, values, { maxKeys: 3 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(entities, fc.constantFrom('json', 'yaml'), async (given, format) => {
        const relationships = given.map(({ type, name }) => ({
          type: 'near',
          from: { type, name },
          to: { type: given[0]?.type, name: given[0]?.name },
          properties: { since: 1 },
        }));
        const axioms = [{ name: 'r', targetType: '*', condition: { kind: 'required-property', property: 'x' } }];
        await withImporter(async ({ importer, store }) => {
          await importer.importFiles(
            filesOf({ 'a.json': JSON.stringify({ knowledge: 1, entities: given, relationships, axioms }) }),
          );
          const before = exportFacts(await store.graph());

          const text = format === 'json' ? writeJson(before) : await writeYaml(before);
          await importer.importFiles(
            filesOf({ 'a.json': '{ "knowledge": 1, "entities": [] }', [`b.${format}`]: text }),
          );

          expect(exportFacts(await store.graph())).toEqual(before);
        });
      }),
      { numRuns: 15 },
    );
  });
});
