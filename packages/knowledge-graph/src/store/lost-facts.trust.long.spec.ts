import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDatabase } from '@lexichord/storage';

import { entityIdOf } from '../graph/fact-ids.js';
import { aKey, aRelationship, anAxiom, anEntity } from '../test-support/a-statement.js';
import { factRows, forgeFact, loseFact, withoutCounts } from '../test-support/forge-facts.js';
import { type FactLocation, TemporaryFacts } from '../test-support/temporary-facts.js';
import type { FactStore } from './fact-store.js';
import { headKey } from './fact-head.js';
import type { FactRow } from './fact-tables.js';

const damaged = { code: 'storage-failed', details: { table: 'knowledge-facts', fault: 'altered' } };
const isPet = ({ name, validUntilMs }: FactRow): boolean => name === 'pet' && validUntilMs === undefined;
const isOldPet = ({ name, validUntilMs }: FactRow): boolean => name === 'pet' && validUntilMs !== undefined;
const isHeadRow = ({ kind }: FactRow): boolean => kind === 'head';
const petId = entityIdOf('workspace', aKey('Term pet'));

describe('facts that a reader cannot find', () => {
  const temporary = new TemporaryFacts();
  let place: FactLocation;
  let database: IDatabase;

  beforeEach(async () => {
    place = await temporary.location();
    database = temporary.database(place);
    const store = open();
    await store.apply({
      entities: [anEntity('Term pet'), anEntity('Term cat', 'b.md')],
      relationships: [aRelationship('Term cat part-of Term pet')],
      axioms: [anAxiom('rule')],
    });
    await store.apply({ entities: [anEntity('Term pet', 'a.md', { properties: { legs: 4 } })] });
  });

  afterEach(() => temporary.dispose());

  const open = (workspace?: string): FactStore => temporary.store(temporary.database(place), workspace);
  const headText = async (): Promise<string> => (await factRows(database)).find(isHeadRow)!.payload;

  it.each<[string, (row: FactRow) => boolean, Partial<FactRow>, string]>([
    ['a fact of which the workspace is another', isPet, { workspace: 'workspacd' }, '3 of 4 current statements'],
    ['a fact that seems to hold no more', isPet, { validUntilMs: 9_000_000 }, '3 of 4 current statements'],
    ['an earlier fact that seems to hold', isOldPet, { validUntilMs: undefined }, '5 of 4 current statements'],
    ['a fact that seems to be a head', isPet, { kind: 'head' }, 'there are 2 records of its head'],
    [
      'a head of which the workspace is another',
      isHeadRow,
      { workspace: 'x' },
      '5 statements have no record of the head',
    ],
  ])('are an error and not an empty answer: %s', async (_what, isMeant, change, problem) => {
    await forgeFact(database, isMeant, change);

    for (const read of [
      () => open().graph(),
      () => open().history(petId),
      () => open().asOf(1_000_000),
      () => open().plan({ removedEntities: [aKey('Term cat')] }),
      () => open().apply({ removedEntities: [aKey('Term cat')] }),
    ]) {
      const reading = read();
      await expect(reading).rejects.toMatchObject(damaged);
      await expect(reading).rejects.toThrow(problem);
      await expect(reading).rejects.toThrow('lexichord doctor --repair');
    }
  });

  it('are missed in what was, too, though what holds is whole', async () => {
    await loseFact(database, isOldPet);

    expect((await open().graph()).entities).toHaveLength(2);
    await expect(open().history(petId)).rejects.toThrow('4 of 5 statements are stored');
    await expect(open().asOf(1_000_000)).rejects.toMatchObject(damaged);
  });

  it('are counted through every kind of change', async () => {
    const store = open();
    for (const change of [
      { entities: [anEntity('Term pet', 'a.md:9', { properties: { legs: 4 } })] },
      { entities: [anEntity('Term pet', 'c.md')] },
      { replacedDocuments: ['a.md'] },
      { removedEntities: [aKey('Term cat')] },
      { entities: [anEntity('Term cat', 'b.md')] },
    ]) {
      await store.apply(change);

      const rows = (await factRows(database)).filter((row) => !isHeadRow(row));
      const current = rows.filter(({ validUntilMs }) => validUntilMs === undefined).length;
      expect(await headText()).toMatch(new RegExp(`^\\d+ \\S+ current:${current} all:${rows.length}$`, 'u'));
    }
    expect(await open().history(petId)).not.toEqual([]);
  });

  it('of an earlier version, which did not count, are read as before and counted by the next change', async () => {
    await withoutCounts(database);

    expect((await open().graph()).entities).toHaveLength(2);
    expect(await open().history(petId)).toHaveLength(2);
    await open().apply({ entities: [anEntity('Term dog')] });

    expect(await headText()).toMatch(/^2 \S+ current:5 all:6$/u);
    await loseFact(database, isPet);
    await expect(open().graph()).rejects.toMatchObject(damaged);
  });

  it('of an earlier version are not missing without an error when a bit of the name of their workspace is another', async () => {
    const zoo = await temporary.location();
    await temporary.store(temporary.database(zoo), 'zoological').apply({ entities: [anEntity('Term pet')] });
    await withoutCounts(temporary.database(zoo), 'zoological');
    const data = join(zoo.address, 'knowledge-facts.lance', 'data');
    for (const name of readdirSync(data)) {
      const text = readFileSync(join(data, name), 'latin1');
      writeFileSync(join(data, name), text.replaceAll('zoological', 'zoologicam'), 'latin1');
    }

    await expect(temporary.store(temporary.database(zoo), 'zoological').graph()).rejects.toMatchObject({
      code: 'storage-failed',
      details: { fault: 'altered' },
    });
  });

  it('are not missed by another workspace, nor by one that has none yet', async () => {
    const neighbour = open('neighbour');
    await neighbour.apply({ entities: [anEntity('Term pet')] });
    await loseFact(database, (row) => isPet(row) && row.workspace === 'workspace');

    expect((await open('neighbour').graph()).entities).toHaveLength(1);
    expect(await open('neighbour').history(entityIdOf('neighbour', aKey('Term pet')))).toHaveLength(1);
    expect((await open('newcomer').graph()).entities).toEqual([]);
    await expect(open().graph()).rejects.toMatchObject(damaged);
  });

  it('are never missing to a reader while others make their first and later changes', async () => {
    const shared = await temporary.location();
    const stores = Array.from({ length: 4 }, () => temporary.store(temporary.database(shared)));
    const reader = temporary.store(temporary.database(shared));
    const progress = { isDone: false };

    const reading = (async () => {
      while (!progress.isDone) {
        const graph = await reader.graph();
        for (const { id } of graph.entities.slice(0, 1)) await reader.history(id);
      }
    })();
    await Promise.all(
      stores.map(async (store, writer) => {
        for (let round = 0; round < 5; round += 1) {
          await store.apply({ entities: [anEntity(`Term own-${writer}`, 'a.md', { properties: { round } })] });
        }
      }),
    );
    progress.isDone = true;

    await reading;
    expect((await temporary.store(temporary.database(shared)).graph()).entities).toHaveLength(4);
    const rows = await factRows(temporary.database(shared));
    expect(rows.filter(({ key }) => key === headKey('workspace'))).toMatchObject([
      { payload: expect.stringMatching(/^20 \S+ current:4 all:20$/u) as string },
    ]);
  });
});
