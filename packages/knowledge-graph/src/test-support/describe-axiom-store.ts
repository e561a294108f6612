import type { AxiomStatement, IAxiomStore, IGraphRepository } from '@lexichord/abstractions';

import { anAxiom, at } from './a-statement.js';

/** An axiom store to put to the test, with the repository that shares its facts. */
export interface AxiomStoreUnderTest {
  /** One more over the same, empty place each time it is called within a test. */
  readonly open: () => Promise<{ readonly axioms: IAxiomStore; readonly repository: IGraphRepository }>;
}

/** Tests for every axiom store. */
export function describeAxiomStore(name: string, { open }: AxiomStoreUnderTest): void {
  describe(`axiom store contract: ${name} (issue 5, store)`, () => {
    it('gives the enabled rules of a type and those of all types, in the order of target type and name', async () => {
      const { axioms } = await open();
      const everywhere = anAxiom('names', { targetType: '*' });
      const statements = [
        anAxiom('z last'),
        anAxiom('a first'),
        anAxiom('off', { isEnabled: false }),
        anAxiom('schemas', { targetType: 'Schema' }),
        everywhere,
      ];

      await axioms.putAxioms(statements);

      const { axioms: others } = await open();
      const named = (found: readonly { readonly name: string }[]): readonly string[] => found.map((each) => each.name);
      expect(named(await others.getAxiomsForType('Endpoint'))).toEqual(['names', 'a first', 'z last']);
      expect(named(await others.getAxiomsForType('Concept'))).toEqual(['names']);
      expect(named(await others.listAxioms())).toEqual(['names', 'a first', 'off', 'z last', 'schemas']);
      expect((await others.listAxioms())[0]).toEqual({
        ...everywhere,
        id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      });
    });

    it('keeps every kind of condition as it was given', async () => {
      const { axioms } = await open();
      const conditions: readonly AxiomStatement['condition'][] = [
        { kind: 'required-property', property: '__proto__' },
        { kind: 'pattern', property: 'name', pattern: '^[a-z]+$' },
        { kind: 'range', property: 'limit', minimum: 0.5 },
        { kind: 'one-of', property: 'level', values: ['low', 1, null, { deep: [true] }] },
        { kind: 'cardinality', relationship: 'returns', minimum: 1, maximum: 9 },
        { kind: 'domain', relationship: 'returns' },
        { kind: 'relationship-range', relationship: 'returns', types: ['Response'] },
        { kind: 'disjoint', types: ['Schema'] },
        { kind: 'acyclic', relationship: 'depends-on' },
        { kind: 'functional', relationship: 'part-of' },
        { kind: 'time-order', earlier: 'begin', later: 'end' },
      ];

      await axioms.putAxioms(conditions.map((condition) => anAxiom(condition.kind, { condition })));

      const kept = new Map((await axioms.listAxioms()).map((axiom) => [axiom.name, axiom.condition]));
      expect(kept).toEqual(new Map(conditions.map((condition) => [condition.kind, condition])));
    });

    it('replaces a rule of the same name and target type, whatever document stated it', async () => {
      const { axioms, repository } = await open();
      await repository.apply({ axioms: [anAxiom('rule', { description: 'first', source: at('a.yaml') })] });

      await axioms.putAxioms([anAxiom('rule', { description: 'second', source: at('z.yaml') })]);
      await axioms.putAxioms([anAxiom('rule', { description: 'other type', targetType: 'Schema' })]);

      expect((await axioms.listAxioms()).map(({ description }) => description)).toEqual(['second', 'other type']);
    });

    it('removes rules and says how many were there', async () => {
      const { axioms } = await open();
      await axioms.putAxioms([anAxiom('one'), anAxiom('two')]);
      const [first] = await axioms.listAxioms();

      expect(await axioms.removeAxioms([first!.id, 'none', first!.id])).toBe(1);
      expect(await axioms.removeAxioms([first!.id])).toBe(0);
      expect((await axioms.listAxioms()).map((axiom) => axiom.name)).toEqual(['two']);
    });

    it('refuses a rule that cannot be checked, and stores none of those beside it', async () => {
      const { axioms } = await open();
      const bad = anAxiom('bad', { condition: { kind: 'pattern', property: 'x', pattern: '(' } });

      await expect(axioms.putAxioms([anAxiom('good'), bad])).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('"bad"') as string,
      });
      await expect(axioms.putAxioms([{ ...anAxiom('x'), name: undefined as unknown as string }])).rejects.toMatchObject(
        { code: 'invalid-argument' },
      );
      expect(await axioms.listAxioms()).toEqual([]);
    });
  });
}
