import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { type IDatabase, defineTable } from '@lexichord/storage';

import { aKey, aRelationship, anAxiom, anEntity, at } from '../test-support/a-statement.js';
import { type FactLocation, TemporaryFacts } from '../test-support/temporary-facts.js';
import { entityIdOf } from '../graph/fact-ids.js';
import { type CurrentFacts, emptyGraph } from '../graph/knowledge-graph.js';
import type { FactStore } from './fact-store.js';
import { factTable } from './fact-tables.js';

const factsOf = ({ entities, relationships, axioms }: CurrentFacts): CurrentFacts => ({
  entities,
  relationships,
  axioms,
});

describe('FactStore', () => {
  const temporary = new TemporaryFacts();
  let place: FactLocation;

  beforeEach(async () => {
    place = await temporary.location();
  });

  afterEach(() => temporary.dispose());

  const open = (workspace?: string): FactStore => temporary.store(temporary.database(place), workspace);
  const namesOf = async (store: FactStore): Promise<readonly string[]> =>
    (await store.graph()).entities.map(({ name }) => name);

  describe('reading', () => {
    it('makes no table, not even a folder', async () => {
      const store = open();

      expect(await store.graph()).toBe(emptyGraph);
      await store.plan({ entities: [anEntity('Term pet')] });
      await store.history('none');
      await store.asOf(1);
      await store.apply({ replacedDocuments: ['a.md'], removedEntities: [aKey('Term pet')] });

      expect(await readdir(dirname(place.address))).toEqual([]);
    });

    it('gives the same graph until somebody commits, and again after a commit that changes no fact of it', async () => {
      const [store, other, neighbour] = [open(), open(), open('neighbour')];
      await store.apply({ entities: [anEntity('Term pet')] });
      const first = await store.graph();

      expect(await store.graph()).toBe(first);
      await neighbour.apply({ entities: [anEntity('Term cat')] });
      await (await temporary.database(place).table(factTable)).optimize();
      expect(await store.graph()).toBe(first);
      await other.apply({ entities: [anEntity('Term dog')] });
      const second = await store.graph();

      expect(second.entities.map(({ name }) => name)).toEqual(['dog', 'pet']);
      // What did not change is the same object only where the change was made.
      expect(second.entity(first.entities[0]!.id)).toEqual(first.entities[0]);
    });

    it('reads once for many callers, and goes on for the others when one stops waiting', async () => {
      await open().apply({ entities: [anEntity('Term pet')] });
      const store = open();
      const controller = new AbortController();

      const stopped = store.graph({ signal: controller.signal });
      const others = [store.graph(), store.graph()];
      controller.abort(new DOMException('The user moved on.', 'AbortError'));

      await expect(stopped).rejects.toThrow('The user moved on.');
      const [first, second] = await Promise.all(others);
      expect(first!.entities).toHaveLength(1);
      expect(second).toBe(first);
    });

    it('keeps workspaces that share a database apart', async () => {
      const [one, two] = [open('one'), open('two')];
      await one.apply({ entities: [anEntity('Term pet', 'a.md', { properties: { from: 'one' } })] });
      await two.apply({ entities: [anEntity('Term pet', 'a.md', { properties: { from: 'two' } })] });

      await two.apply({ replacedDocuments: ['a.md'] });

      expect((await one.graph()).entities[0]?.properties).toEqual({ from: 'one' });
      expect(factsOf(await two.graph())).toEqual(factsOf(emptyGraph));
      expect(entityIdOf('one', aKey('Term pet'))).not.toBe(entityIdOf('two', aKey('Term pet')));
    });

    it('is empty again when the table was dropped', async () => {
      const store = open();
      await store.apply({ entities: [anEntity('Term pet')] });

      await temporary.database(place).dropTable(factTable.name);

      expect(await namesOf(store)).toEqual([]);
      await store.apply({ entities: [anEntity('Term cat')] });
      expect(await namesOf(store)).toEqual(['cat']);
    });

    it('refuses a table that a newer version wrote', async () => {
      const newer = defineTable({ ...factTable, version: factTable.version + 1 });
      await temporary.database(place).table(newer);

      const refused = {
        code: 'storage-failed',
        details: { storedVersion: factTable.version + 1, knownVersion: factTable.version },
      };
      await expect(open().graph()).rejects.toMatchObject(refused);
      await expect(open().apply({ entities: [anEntity('Term pet')] })).rejects.toMatchObject(refused);
    });

    it('says that a row cannot be read, without its content', async () => {
      const store = open();
      await store.apply({ entities: [anEntity('Term pet', 'a.md', { properties: { secret: 'hush' } })] });
      const table = await temporary.database(place).table(factTable);
      const rows = [];
      for await (const batch of table.scan()) rows.push(...batch);
      const statement = rows.find(({ kind }) => kind === 'entity')!;

      for (const damage of [{ payload: '{"properties":{"hush' }, { kind: 'axiom' }, { kind: 'others' }]) {
        await table.upsert([{ ...statement, ...damage }]);
        const reading = open().graph();
        await expect(reading).rejects.toMatchObject({ code: 'storage-failed' });
        await expect(reading).rejects.not.toThrow('hush');
      }
    });
  });

  describe('changing', () => {
    it('plans without writing, and says the same as the change itself', async () => {
      const store = open();
      await store.apply({ entities: [anEntity('Term pet'), anEntity('Term cat', 'b.md')] });
      const changes = { replacedDocuments: ['a.md'], entities: [anEntity('Term dog')] };

      const planned = await store.plan(changes);
      expect(await namesOf(store)).toEqual(['cat', 'pet']);
      const applied = await store.apply(changes);

      expect(planned.report).toEqual(applied.report);
      expect(factsOf(planned.after)).toEqual(factsOf(applied.after));
      expect(applied.after.entities.map(({ name }) => name)).toEqual(['cat', 'dog']);
      expect(await store.graph()).toBe(applied.after);
      expect(factsOf(await open().graph())).toEqual(factsOf(applied.after));
    });

    it('makes a planned change, unless somebody else was faster', async () => {
      const store = open();
      await store.apply({ entities: [anEntity('Term pet')] });
      const same = { replacedDocuments: ['a.md'], entities: [anEntity('Term pet')] };
      const [first, late, idle] = [
        await store.plan({ entities: [anEntity('Term dog', 'b.md')] }),
        await store.plan({ entities: [anEntity('Term cat', 'c.md')] }),
        await store.plan(same),
      ];

      expect(await first.commit()).toMatchObject({ report: first.report });
      expect(await late.commit()).toBeUndefined();
      expect(await idle.commit()).toBeUndefined();
      expect(await namesOf(open())).toEqual(['dog', 'pet']);
    });

    it('plans a change that depends on the graph, which may change between the plan and the commit', async () => {
      const store = open();
      await store.apply({ entities: [anEntity('Term pet')] });

      const planned = await store.plan((graph) => ({
        entities: [anEntity(`Term after ${graph.entities[0]?.name ?? ''}`, 'b.md')],
      }));
      await open().apply({ entities: [anEntity('Term dog', 'c.md')] });

      expect(planned.changes.entities).toMatchObject([{ name: 'after pet' }]);
      expect(await planned.commit()).toBeUndefined();
      expect(await namesOf(store)).toEqual(['dog', 'pet']);
    });

    it('writes one commit a change, and none when nothing changes', async () => {
      const store = open();
      const table = await temporary.database(place).table(factTable);
      const changes = {
        replacedDocuments: ['a.md'],
        entities: Array.from({ length: 5_000 }, (_, index) => anEntity(`Term ${index}`, `a.md:${index + 1}`)),
      };
      const before = await table.version();

      await store.apply(changes);
      await store.apply(changes);
      await open().apply(changes);

      expect((await table.version()) - before).toBe(1);
    });

    it('takes over other lines without calling them a change', async () => {
      const store = open();
      await store.apply({ entities: [anEntity('Term pet', 'a.md:3')], replacedDocuments: ['a.md'] });
      const { createdMs } = (await store.graph()).entities[0]!;
      temporary.clock.advance(50);

      const { report } = await store.apply({
        entities: [anEntity('Term pet', 'a.md:4-6')],
        replacedDocuments: ['a.md'],
      });

      const [entity] = (await open().graph()).entities;
      expect(report.entities).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 1 });
      expect(entity).toMatchObject({ sources: [at('a.md:4-6')], createdMs, modifiedMs: createdMs });
      expect(await store.history(entity!.id)).toHaveLength(1);
    });

    it('merges documents in the order of their paths: aliases and places are united, the first property holds', async () => {
      const store = open();
      await store.apply({
        entities: [
          anEntity('Term pet', 'b.md:2', { aliases: ['animal', 'Haustier', 'pet'], properties: { a: 'b', only: 'b' } }),
          anEntity('Term pet', 'a.md:9', { aliases: ['Haustier', 'friend'], properties: { z: 1, a: 'a' } }),
          anEntity('Term pet', 'a.md:4', { aliases: ['mate', 'friend'], properties: { a: 'later', y: [] } }),
          anEntity('Term cat'),
        ],
        relationships: [
          aRelationship('Term cat part-of Term pet', 'b.md', { properties: { order: 2, from: 'b' } }),
          aRelationship('Term cat part-of Term pet', 'a.md', { properties: { order: 1 } }),
          aRelationship('Term cat part-of Term pet', 'a.md:7', { properties: { order: 3, late: true } }),
        ],
        axioms: [
          anAxiom('rule', { source: at('b.yaml'), description: 'b' }),
          anAxiom('rule', { source: at('a.yaml'), description: 'a first' }),
          anAxiom('rule', { source: at('a.yaml:8'), description: 'a last' }),
        ],
      });

      for (const { entities, relationships, axioms } of [await store.graph(), await open().graph()]) {
        expect(entities[1]).toMatchObject({
          aliases: ['Haustier', 'friend', 'mate', 'animal'],
          sources: [at('a.md:4'), at('a.md:9'), at('b.md:2')],
        });
        expect(Object.entries(entities[1]!.properties)).toEqual([
          ['z', 1],
          ['a', 'a'],
          ['y', []],
          ['only', 'b'],
        ]);
        expect(relationships).toMatchObject([
          { properties: { order: 1, late: true, from: 'b' }, sources: [at('a.md'), at('a.md:7'), at('b.md')] },
        ]);
        expect(axioms).toMatchObject([{ description: 'a last', source: at('a.yaml') }]);
      }
    });

    it('dates what is left of a fact that one of its documents does not state any more', async () => {
      const store = open();
      await store.apply({ entities: [anEntity('Term pet', 'a.md'), anEntity('Term pet', 'b.md', { aliases: ['x'] })] });
      const startMs = temporary.clock.now();
      temporary.clock.advance(70);

      const { report } = await store.apply({ replacedDocuments: ['b.md'] });

      const [entity] = (await open().graph()).entities;
      expect(report.entities.changed).toBe(1);
      expect(entity).toMatchObject({ aliases: [], createdMs: startMs, modifiedMs: startMs + 70 });
      const versions = await store.history(entity!.id);
      expect(versions.map(({ aliases, validFromMs, validUntilMs }) => [aliases, validFromMs, validUntilMs])).toEqual([
        [['x'], startMs, startMs + 70],
        [[], startMs + 70, undefined],
      ]);
    });

    it('lets a fact that comes back begin anew, and keeps both its lives', async () => {
      const store = open();
      const state = { entities: [anEntity('Term pet')], replacedDocuments: ['a.md'] };
      for (const change of [state, { replacedDocuments: ['a.md'] }, state]) {
        temporary.clock.advance(10);
        await store.apply(change);
      }
      const now = temporary.clock.now();

      const [entity] = (await store.graph()).entities;

      expect(entity).toMatchObject({ createdMs: now, modifiedMs: now });
      expect(
        (await store.history(entity!.id)).map(({ validFromMs, validUntilMs }) => [validFromMs, validUntilMs]),
      ).toEqual([
        [now - 20, now - 10],
        [now, undefined],
      ]);
      expect((await store.asOf(now - 10)).entities).toEqual([]);
    });

    it('says how long a relationship held, in whatever version and whoever stated it', async () => {
      const store = open();
      const entities = [anEntity('Term cat', 'c.md'), anEntity('Term pet', 'c.md')];
      const state = (from: string, order: number) =>
        aRelationship('Term cat part-of Term pet', from, { properties: { order } });
      const startMs = temporary.clock.now();
      await store.apply({ entities, relationships: [state('a.md', 1)] });
      for (const change of [
        { relationships: [state('a.md', 2)] },
        { relationships: [state('b.md', 3)] },
        { replacedDocuments: ['a.md'] },
        { replacedDocuments: ['b.md'] },
      ]) {
        temporary.clock.advance(10);
        await store.apply(change);
      }

      const seen = await Promise.all(
        [0, 10, 20, 30, 40].map(async (after) =>
          (await store.asOf(startMs + after)).relationships.map(({ properties, validFromMs, validUntilMs }) => [
            properties['order'],
            validFromMs - startMs,
            validUntilMs! - startMs,
          ]),
        ),
      );

      expect(seen).toEqual([[[1, 0, 40]], [[2, 0, 40]], [[2, 0, 40]], [[3, 0, 40]], []]);
    });

    it('removes first and states then, when a change does both', async () => {
      const store = open();
      const entities = [anEntity('Term pet'), anEntity('Term cat'), anEntity('Term dog')];
      const relationships = [aRelationship('Term cat part-of Term pet'), aRelationship('Term dog part-of Term pet')];
      await store.apply({ entities: [...entities, anEntity('Term pet', 'b.md', { aliases: ['x'] })], relationships });

      const { report, after } = await store.apply({
        removedEntities: [aKey('Term pet')],
        entities: [anEntity('Term pet')],
        relationships: [relationships[0]!],
      });

      expect(report).toMatchObject({ entities: { changed: 1 }, relationships: { removed: 1, unchanged: 1 } });
      expect(after.entities.find(({ name }) => name === 'pet')?.aliases).toEqual([]);
      expect(after.relationships).toHaveLength(1);
    });

    it('joins files after many commits, which nobody notices', async () => {
      const store = open();
      for (let index = 0; index < 20; index++) await store.apply({ entities: [anEntity(`Term ${index}`)] });

      const graph = await store.graph();

      expect(graph.entities).toHaveLength(20);
      const [table] = await temporary.database(place).inspect();
      expect(table).toMatchObject({ health: 'ok', rows: 21 });
      expect(await store.graph()).toBe(graph);
    });

    it('counts as done when only making the table faster fails', async () => {
      const database = failingWhen(temporary.database(place), 'optimize');
      const store = temporary.store(database);

      for (let index = 0; index < 20; index++) await store.apply({ entities: [anEntity(`Term ${index}`)] });

      expect((await open().graph()).entities).toHaveLength(20);
      expect(temporary.logger.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    });

    it('leaves everything as it was when writing fails, and works again afterwards', async () => {
      const broken = temporary.store(failingWhen(temporary.database(place), 'upsert'));

      await expect(broken.apply({ entities: [anEntity('Term pet')] })).rejects.toMatchObject({
        code: 'storage-failed',
      });

      expect((await broken.graph()).entities).toEqual([]);
      expect((await open().apply({ entities: [anEntity('Term pet')] })).report.entities.added).toBe(1);
      expect((await broken.graph()).entities).toHaveLength(1);
    });
  });
});

/** A database whose tables fail at one of their methods. */
function failingWhen(database: IDatabase, method: 'optimize' | 'upsert'): IDatabase {
  const failure = new LexichordError(ErrorCode.storageFailed, 'The disk is full.');
  const failing = async (table: Promise<object>): Promise<unknown> =>
    Object.assign(Object.create(await table) as object, { [method]: () => Promise.reject(failure) });
  return new Proxy(database, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      const call = (...parameters: unknown[]): unknown => Reflect.apply(member, target, parameters);
      return name === 'table' ? (...parameters: unknown[]) => failing(call(...parameters) as Promise<object>) : call;
    },
  });
}
