import type { AxiomCondition, KnowledgeEntity, PropertyValue } from '@lexichord/abstractions';
import fc from 'fast-check';

import type { IFactStore } from '../graph/fact-store.js';
import { AxiomChecker, checkAxioms } from './check-axioms.js';
import { aGraph, anAxiom, anEntity, aRelationship, at, withProperties } from './test-support/a-graph.js';

/** What a rule says of one entity of type `Thing`. */
function messagesFor(entity: KnowledgeEntity, condition: AxiomCondition): readonly string[] {
  const graph = aGraph({ entities: [entity], axioms: [anAxiom('Thing', condition)] });
  return checkAxioms(graph).violations.map(({ message }) => message);
}

const valueOf = (p: PropertyValue): KnowledgeEntity => withProperties('Thing x', { p });

describe('checkAxioms', () => {
  describe('required-property', () => {
    const condition = { kind: 'required-property', property: 'p' } as const;

    it.each<[PropertyValue, readonly string[]]>([
      ['text', []],
      [0, []],
      [false, []],
      [[], []],
      ['', ['Thing "x" has an empty "p".']],
      [' \n', ['Thing "x" has an empty "p".']],
      [null, ['Thing "x" has no "p".']],
    ])('%j', (value, messages) => {
      expect(messagesFor(valueOf(value), condition)).toEqual(messages);
    });

    it('is not kept by what every object has', () => {
      const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

      const messages = inherited.flatMap((property) => messagesFor(valueOf(1), { ...condition, property }));

      expect(messages).toEqual(inherited.map((property) => `Thing "x" has no "${property}".`));
    });

    it('is kept by a property of such a name', () => {
      const properties = JSON.parse('{"__proto__": "text"}') as Record<string, string>;

      expect(messagesFor(withProperties('Thing x', properties), { ...condition, property: '__proto__' })).toEqual([]);
    });
  });

  describe('pattern', () => {
    const condition = { kind: 'pattern', property: 'p', pattern: '[a-z]+' } as const;

    it.each<[PropertyValue, readonly string[]]>([
      ['abc', []],
      [['abc', 'de'], []],
      [null, []],
      ['abc1', ['"p" of Thing "x" is "abc1", which does not match "[a-z]+".']],
      [['abc', 'D'], ['"p" of Thing "x" is "D", which does not match "[a-z]+".']],
      [12, ['"p" of Thing "x" is 12, which does not match "[a-z]+".']],
      [{ a: 1 }, ['"p" of Thing "x" is a mapping, not a text.']],
    ])('%j', (value, messages) => {
      expect(messagesFor(valueOf(value), condition)).toEqual(messages);
    });

    it('breaks nothing where the property is absent', () => {
      expect(messagesFor(anEntity('Thing x'), condition)).toEqual([]);
    });

    it("takes the entity's name for `name` where it states none", () => {
      const named = { ...condition, property: 'name' };

      expect(messagesFor(anEntity('Thing X'), named)).toHaveLength(1);
      expect(messagesFor(withProperties('Thing X', { name: 'lower' }), named)).toEqual([]);
    });

    it('ends with a pattern that would take a backtracking engine for ever', () => {
      const hostile = { kind: 'pattern', property: 'p', pattern: '(a+)+$' } as const;

      expect(messagesFor(valueOf(`${'a'.repeat(20_000)}!`), hostile)).toHaveLength(1);
    });

    it('says of a text that is too long that it cannot be matched', () => {
      expect(messagesFor(valueOf('a'.repeat(100_001)), condition)).toEqual([
        '"p" of Thing "x" has 100001 characters, too many to be matched with a pattern.',
      ]);
    });
  });

  describe('range', () => {
    const condition = { kind: 'range', property: 'p', minimum: 1, maximum: 5 } as const;

    it.each<[PropertyValue, readonly string[]]>([
      [1, []],
      [5, []],
      [[1, 2], []],
      [0.99, ['"p" of Thing "x" is 0.99, less than 1.']],
      [6, ['"p" of Thing "x" is 6, more than 5.']],
      [Number.NaN, ['"p" of Thing "x" is NaN, not a number.']],
      ['3', ['"p" of Thing "x" is "3", not a number.']],
      [[1, 9], ['"p" of Thing "x" is 9, more than 5.']],
    ])('%j', (value, messages) => {
      expect(messagesFor(valueOf(value), condition)).toEqual(messages);
    });

    it('needs only one bound', () => {
      expect(messagesFor(valueOf(-9), { kind: 'range', property: 'p', maximum: 5 })).toEqual([]);
      expect(messagesFor(valueOf(99), { kind: 'range', property: 'p', minimum: 1 })).toEqual([]);
    });
  });

  describe('one-of', () => {
    const condition: AxiomCondition = { kind: 'one-of', property: 'p', values: ['a', 2, true, { k: [1], l: 2 }] };

    it.each<[PropertyValue, readonly string[]]>([
      ['a', []],
      [2, []],
      [true, []],
      [{ l: 2, k: [1] }, []],
      [['a', 2], []],
      ['b', ['"p" of Thing "x" is "b", which is not allowed.']],
      ['2', ['"p" of Thing "x" is "2", which is not allowed.']],
      [['a', 'b'], ['"p" of Thing "x" has "b", which is not allowed.']],
      [[], ['"p" of Thing "x" is a list, which is not allowed.']],
      [{ k: [1] }, ['"p" of Thing "x" is a mapping, which is not allowed.']],
    ])('%j', (value, messages) => {
      expect(messagesFor(valueOf(value), condition)).toEqual(messages);
    });
  });

  describe('time-order', () => {
    const condition = { kind: 'time-order', earlier: 'from', later: 'to' } as const;

    it.each<[PropertyValue, PropertyValue, string | undefined]>([
      [1, 2, undefined],
      [2, 2, undefined],
      [3, 2, 'is 3 and "to" 2, which is before it'],
      ['2026-01-01', '2026-01-01', undefined],
      ['2026-01-01T23:00', '2026-01-01', undefined],
      ['2026-06', '2026', undefined],
      ['2026-01-02', '2026-01-01T23:59:59Z', 'is "2026-01-02" and "to" "2026-01-01T23:59:59Z", which is before it'],
      ['2026-01-01T12:00+02:00', '2026-01-01T10:30Z', undefined],
      ['2026-02-30', '2026-03-01', 'is "2026-02-30", neither a date nor a number'],
      ['2026-01-01', 5, 'is "2026-01-01" and "to" 5, which cannot be compared'],
      [Number.NaN, 5, 'is NaN, neither a date nor a number'],
      [null, 5, undefined],
    ])('%j before %j', (from, to, problem) => {
      const messages = messagesFor(withProperties('Thing x', { from, to }), condition);

      expect(messages).toEqual(problem === undefined ? [] : [`"from" of Thing "x" ${problem}.`]);
    });

    it('names the later property when that is no time', () => {
      expect(messagesFor(withProperties('Thing x', { from: 1, to: 'soon' }), condition)).toEqual([
        '"to" of Thing "x" is "soon", neither a date nor a number.',
      ]);
    });
  });

  describe('relationships', () => {
    const entities = ['Service S', 'Endpoint A', 'Endpoint B', 'Schema M'].map((key) => anEntity(key));
    const relationships = [
      aRelationship('Service S', 'has', { to: 'Endpoint A', line: 2 }),
      aRelationship('Service S', 'has', { to: 'Endpoint B', line: 3 }),
      aRelationship('Endpoint A', 'has', { to: 'Schema M', line: 4 }),
    ];

    function check(targetType: string, condition: AxiomCondition) {
      const graph = aGraph({ entities, relationships, axioms: [anAxiom(targetType, condition)] });
      return checkAxioms(graph).violations.map(({ message, evidence }) => [
        message,
        evidence.map((source) => source.startLine),
      ]);
    }

    it('cardinality counts the relationships that start at an entity', () => {
      expect(check('Service', { kind: 'cardinality', relationship: 'has', minimum: 1, maximum: 2 })).toEqual([]);
      expect(check('Service', { kind: 'cardinality', relationship: 'has', maximum: 1 })).toEqual([
        ['Service "S" has 2 relationships has, more than 1.', [2, 3, 1]],
      ]);
      expect(check('Endpoint', { kind: 'cardinality', relationship: 'has', minimum: 1 })).toEqual([
        ['Endpoint "B" has 0 relationships has, less than 1.', [1, 1]],
      ]);
    });

    it('functional lets one through', () => {
      expect(check('Endpoint', { kind: 'functional', relationship: 'has' })).toEqual([]);
      expect(check('Service', { kind: 'functional', relationship: 'has' })).toEqual([
        ['Service "S" has 2 relationships has, more than 1.', [2, 3, 1]],
      ]);
    });

    it('domain finds starts of other types', () => {
      expect(check('Service', { kind: 'domain', relationship: 'has' })).toEqual([
        ['Endpoint "A" has 1 relationship has, which only a Service may have.', [1, 4, 1]],
      ]);
    });

    it('relationship-range finds ends of other types', () => {
      expect(check('Service', { kind: 'relationship-range', relationship: 'has', types: ['Endpoint'] })).toEqual([]);
      expect(check('Service', { kind: 'relationship-range', relationship: 'has', types: ['Schema', 'Term'] })).toEqual([
        ['has of Service "S" leads to Endpoint "A", Endpoint "B", not to a Schema or a Term.', [2, 3, 1, 1]],
      ]);
    });
  });

  it('disjoint finds entities of one name', () => {
    const entities = [
      anEntity('Term Pet', { sources: [at(5)] }),
      anEntity('Schema Pet', { sources: [at(9)] }),
      anEntity('Schema pet'),
    ];
    const axioms = [anAxiom('Term', { kind: 'disjoint', types: ['Schema'] })];

    const { violations } = checkAxioms(aGraph({ entities, axioms }));

    expect(violations).toEqual([
      {
        axiomId: axioms[0]?.id,
        axiomName: 'Term disjoint',
        severity: 'error',
        entityId: entities[0]?.id,
        entityType: 'Term',
        entityName: 'Pet',
        message: '"Pet" is the name of a Term and of a Schema.',
        evidence: [at(5), at(9), at(1, 'rules.yaml')],
      },
    ]);
  });

  it('puts the worst first, then goes by entity and rule', () => {
    const entities = ['A 2', 'A 1', 'B 1'].map((key) => anEntity(key));
    const required = (property: string) => ({ kind: 'required-property', property }) as const;
    const axioms = [
      anAxiom('*', required('i'), { name: 'n3', severity: 'info' }),
      anAxiom('A', required('w'), { name: 'n2', severity: 'warning' }),
      anAxiom('*', required('e'), { name: 'n1', severity: 'error' }),
      anAxiom('A', required('f'), { name: 'n0', severity: 'error' }),
      anAxiom('*', required('x'), { name: 'off', isEnabled: false }),
    ];

    const report = checkAxioms(aGraph({ entities, axioms }));

    expect(report).toMatchObject({ checkedEntities: 3, checkedAxioms: 4 });
    expect(
      report.violations.map(({ severity, entityType, entityName, axiomName }) => [
        severity,
        entityType + entityName,
        axiomName,
      ]),
    ).toEqual([
      ['error', 'A1', 'n0'],
      ['error', 'A1', 'n1'],
      ['error', 'A2', 'n0'],
      ['error', 'A2', 'n1'],
      ['error', 'B1', 'n1'],
      ['warning', 'A1', 'n2'],
      ['warning', 'A2', 'n2'],
      ['info', 'A1', 'n3'],
      ['info', 'A2', 'n3'],
      ['info', 'B1', 'n3'],
    ]);
  });

  it('checks only what a document states when one is named', () => {
    const entities = [
      anEntity('A here', { sources: [at(1, 'other.yaml'), at(3, 'this.yaml')] }),
      anEntity('A there', { sources: [at(1, 'other.yaml')] }),
    ];
    const axioms = [
      anAxiom('A', { kind: 'required-property', property: 'p' }),
      anAxiom('B', { kind: 'domain', relationship: 'r' }),
    ];
    const relationships = [
      aRelationship('A here', 'r', { to: 'A there' }),
      aRelationship('A there', 'r', { to: 'A here' }),
    ];

    const report = checkAxioms(aGraph({ entities, relationships, axioms }), { documentPath: 'this.yaml' });

    expect(report.checkedEntities).toBe(1);
    expect(report.violations.map(({ entityName }) => entityName)).toEqual(['here', 'here']);
  });

  it('names each place once, and that of the rule last', () => {
    const entities = [anEntity('A x', { sources: [at(7, 'one.yaml'), at(3, 'one.yaml'), at(7, 'one.yaml')] })];
    const axioms = [anAxiom('A', { kind: 'required-property', property: 'p' }, { source: at(3, 'one.yaml') })];

    expect(checkAxioms(aGraph({ entities, axioms })).violations[0]?.evidence).toEqual([
      at(7, 'one.yaml'),
      at(3, 'one.yaml'),
    ]);
  });

  it('refuses a rule that cannot be checked, and says which', () => {
    const axioms = [anAxiom('A', { kind: 'pattern', property: 'p', pattern: '(' }, { name: 'broken' })];

    expect(() => checkAxioms(aGraph({ axioms }))).toThrow(
      'The rule "broken" cannot be checked: condition.pattern is not an RE2 regular expression: missing closing )',
    );
  });

  it('says nothing about names that a terminal or a reader would stumble over as they are', () => {
    const [message = ''] = messagesFor(anEntity('Thing a\u001b[2J\n\u202eb'), {
      kind: 'required-property',
      property: 'p',
    });

    expect(message).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it('has one violation for each entity without a required property, whatever entities there are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), fc.string({ minLength: 1 }), (names, property) => {
        const entities = names.map((name, index) =>
          anEntity(`A ${name}`, { properties: index % 2 === 0 ? Object.fromEntries([[property, 'x']]) : {} }),
        );
        const axioms = [anAxiom('A', { kind: 'required-property', property })];

        const { violations } = checkAxioms(aGraph({ entities, axioms }));

        // Every entity has a name, which counts as a property unless it is blank.
        const lacksIt = (name: string, index: number): boolean =>
          index % 2 === 1 && (property !== 'name' || name.trim() === '');
        const expected = names.filter(lacksIt);
        expect(violations.map(({ entityName }) => entityName).sort()).toEqual([...expected].sort());
      }),
    );
  });
});

const graph = aGraph({
  entities: [anEntity('A x'), anEntity('A y', { sources: [at(1, 'other.yaml')] })],
  axioms: [anAxiom('A', { kind: 'required-property', property: 'p' })],
});
const checker = new AxiomChecker({ graph: () => Promise.resolve(graph) } as Partial<IFactStore> as IFactStore);

describe('AxiomChecker', () => {
  it('checks the graph as it is', async () => {
    expect(await checker.check()).toMatchObject({ checkedEntities: 2, violations: [{}, {}] });
  });

  it('checks what one document states', async () => {
    expect(await checker.check({ documentPath: 'other.yaml' })).toMatchObject({ violations: [{ entityName: 'y' }] });
  });

  it("rejects with the signal's reason", async () => {
    await expect(checker.check({ signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
