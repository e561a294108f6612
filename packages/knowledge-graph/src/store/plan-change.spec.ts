import type { EntityKey, EntityStatement, FactChanges, RelationshipStatement } from '@lexichord/abstractions';
import fc from 'fast-check';

import { at } from '../test-support/a-statement.js';
import { relationshipIdOf } from '../graph/fact-ids.js';
import { emptyGraph } from '../graph/knowledge-graph.js';
import { mergeStatements } from './merge-statements.js';
import { factsAt, versionsOf } from './past-facts.js';
import { type ChangePlan, type StoredFacts, planChange } from './plan-change.js';
import { entityIdsOf, readStatedFacts } from './stated-facts.js';
import type { Statement } from './statement.js';

const idOf = entityIdsOf('w');
const keys = ['a', 'b', 'c', 'd'].map((name): EntityKey => ({ type: 'Term', name }));
const documents = ['one.md', 'two.md', 'three.md'];

const key = fc.constantFrom(...keys);
const source = fc
  .tuple(fc.constantFrom(...documents), fc.integer({ min: 1, max: 3 }))
  .map(([path, line]) => at(`${path}:${line}`));
const properties = fc.dictionary(fc.constantFrom('x', 'y'), fc.integer({ min: 0, max: 2 }), { maxKeys: 2 });
const entity: fc.Arbitrary<EntityStatement> = fc
  .tuple(key, source, properties, fc.subarray(['n1', 'n2', 'a']))
  .map(([named, where, values, aliases]) => ({ ...named, source: where, properties: values, aliases }));
const relationship: fc.Arbitrary<RelationshipStatement> = fc
  .tuple(fc.constantFrom('part-of', 'is-a'), key, key, source, properties)
  .map(([type, from, to, where, values]) => ({ type, from, to, source: where, properties: values }));
const change: fc.Arbitrary<FactChanges> = fc.record({
  replacedDocuments: fc.subarray(documents),
  entities: fc.array(entity, { maxLength: 4 }),
  relationships: fc.array(relationship, { maxLength: 3 }),
  removedEntities: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(key, { maxLength: 2 }) },
  ),
});

async function plan(known: StoredFacts, changes: FactChanges, nowMs: number): Promise<ChangePlan | undefined> {
  const stated = await readStatedFacts(changes, { workspace: 'w', idOf });
  const removedIds = new Set((changes.removedEntities ?? []).map(idOf));
  try {
    return planChange(known, { stated, replacedDocuments: new Set(changes.replacedDocuments), removedIds, nowMs });
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-argument' });
    return undefined;
  }
}

/** The facts that hold after a change, told in a far simpler way: which document states what. */
class Model {
  readonly entities = new Map<string, Set<string>>();
  readonly relationships = new Map<string, Set<string>>();
  private readonly ends = new Map<string, readonly [string, string]>();

  apply({ replacedDocuments = [], entities = [], relationships = [], removedEntities = [] }: FactChanges): void {
    for (const facts of [this.entities, this.relationships]) {
      for (const holders of facts.values()) for (const document of replacedDocuments) holders.delete(document);
    }
    for (const id of removedEntities.map(idOf)) {
      this.entities.delete(id);
      for (const [hanging, ends] of this.ends) if (ends.includes(id)) this.relationships.delete(hanging);
    }
    for (const stated of entities) this.hold(this.entities, idOf(stated), stated.source.documentPath);
    for (const stated of relationships) {
      const [from, to] = [idOf(stated.from), idOf(stated.to)];
      const id = relationshipIdOf(stated.type, from, to);
      this.ends.set(id, [from, to]);
      this.hold(this.relationships, id, stated.source.documentPath);
    }
    for (const [id, ends] of this.ends) {
      if (ends.some((end) => (this.entities.get(end)?.size ?? 0) === 0)) this.relationships.delete(id);
    }
  }

  told(): unknown {
    const of = (facts: ReadonlyMap<string, ReadonlySet<string>>): unknown =>
      [...facts].flatMap(([id, holders]) => (holders.size === 0 ? [] : [[id, [...holders].sort()]])).sort();
    return [of(this.entities), of(this.relationships)];
  }

  private hold(facts: Map<string, Set<string>>, id: string, document: string): void {
    facts.set(id, (facts.get(id) ?? new Set<string>()).add(document));
  }
}

function toldOf({ after }: Pick<ChangePlan, 'after'>): unknown {
  const of = (facts: typeof after.entities | typeof after.relationships): unknown =>
    facts.map(({ id, sources }) => [id, [...new Set(sources.map(({ documentPath }) => documentPath))].sort()]).sort();
  return [of(after.entities), of(after.relationships)];
}

/** Takes rows over as the table does: by fact, document and beginning. */
function store(rows: Map<string, Statement>, written: readonly Statement[]): void {
  for (const row of written) rows.set(`${row.fact.id} ${row.documentPath} ${row.validFromMs}`, row);
}

describe('planning changes', () => {
  it('any changes one after another leave what a simple model says, and keep all that was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const model = new Model();
        const rows = new Map<string, Statement>();
        const seen: { readonly timeMs: number; readonly facts: unknown }[] = [];
        let known: StoredFacts = { graph: emptyGraph, statements: [] };
        for (const [index, each] of changes.entries()) {
          const timeMs = 10 * (index + 1);
          const planned = await plan(known, each, timeMs);
          if (planned === undefined) continue;
          model.apply(each);
          store(rows, planned.rows);
          known = { graph: planned.after, statements: planned.statements };

          // What is held in memory is what another process reads.
          const open = [...rows.values()].filter(({ validUntilMs }) => validUntilMs === undefined);
          const read = mergeStatements(open);
          expect(toldOf(planned)).toEqual(model.told());
          expect([read.entities, read.relationships]).toEqual([planned.after.entities, planned.after.relationships]);
          // The same change again does nothing, unless it removes what it does not state.
          const again = await plan(known, each, timeMs + 5);
          if (again !== undefined) expect(again.rows).toEqual([]);
          seen.push({ timeMs, facts: withoutPlaces(planned.after) });
        }
        const all = [...rows.values()];
        for (const { timeMs, facts } of seen) {
          expect(withoutPlaces(factsAt(all, timeMs))).toEqual(facts);
        }
        requireHistories(all);
      }),
      { numRuns: 150 },
    );
  });

  it('of a relationship whose end is removed and stated again, keeps only what the change says', async () => {
    const [a, d] = [keys[0] as EntityKey, keys[3] as EntityKey];
    const named = (of: EntityKey): EntityStatement => ({ ...of, source: at('one.md:1'), properties: {}, aliases: [] });
    const isA = (place: string): RelationshipStatement => ({
      ...{ type: 'is-a', from: d, to: a, source: at(place), properties: {} },
    });
    const first = await plan(
      { graph: emptyGraph, statements: [] },
      { entities: [named(a), named(d)], relationships: [isA('one.md:1')] },
      10,
    );
    const again = { entities: [named(a)], relationships: [isA('two.md:1')], removedEntities: [a] };

    const second = await plan({ graph: first?.after ?? emptyGraph, statements: first?.statements ?? [] }, again, 20);

    expect(second?.after.relationships.map(({ sources }) => sources.map(({ documentPath }) => documentPath))).toEqual([
      ['two.md'],
    ]);
  });
});

/** Places are kept as they were last read; of a relationship at an earlier time its end is known besides. */
function withoutPlaces({
  entities,
  relationships,
}: Pick<ReturnType<typeof factsAt>, 'entities' | 'relationships'>): unknown {
  const documentsOf = ({ sources }: (typeof entities)[number] | (typeof relationships)[number]): unknown =>
    new Set(sources.map(({ documentPath }) => documentPath));
  return [
    entities.map((each) => ({ ...each, sources: documentsOf(each) })),
    relationships.map((each) => ({ ...each, sources: documentsOf(each), validUntilMs: undefined })),
  ];
}

/** Versions of one entity never overlap, and each is changed when it begins. */
function requireHistories(all: readonly Statement[]): void {
  for (const id of keys.map(idOf)) {
    const versions = versionsOf(all.filter(({ fact }) => fact.id === id));
    for (const [index, { validFromMs, validUntilMs, modifiedMs, createdMs }] of versions.entries()) {
      expect(modifiedMs).toBe(validFromMs);
      expect(createdMs).toBeLessThanOrEqual(validFromMs);
      expect(validFromMs).toBeLessThan(validUntilMs ?? Infinity);
      expect(validUntilMs ?? Infinity).toBeLessThanOrEqual(versions[index + 1]?.validFromMs ?? Infinity);
    }
  }
}
