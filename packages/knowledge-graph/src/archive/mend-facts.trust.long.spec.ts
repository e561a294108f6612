import { readdir } from 'node:fs/promises';

import { RandomIdSource } from '@lexichord/platform';
import type { IDatabase } from '@lexichord/storage';

import { headKey } from '../store/fact-head.js';
import type { FactRow } from '../store/fact-tables.js';
import { aKey, aRelationship, anAxiom, anEntity } from '../test-support/a-statement.js';
import { factRows, forgeFact, loseFact, withoutCounts } from '../test-support/forge-facts.js';
import { type FactLocation, TemporaryFacts } from '../test-support/temporary-facts.js';
import type { FactStore } from '../store/fact-store.js';
import { KnowledgeArchive } from './knowledge-archive.js';

const isPet = ({ name }: FactRow): boolean => name === 'pet';
const isHeadRow = ({ kind }: FactRow): boolean => kind === 'head';

describe('mending facts', () => {
  const temporary = new TemporaryFacts();
  let place: FactLocation;
  let database: IDatabase;
  let archive: KnowledgeArchive;

  beforeEach(async () => {
    place = await temporary.location();
    database = temporary.database(place);
    archive = new KnowledgeArchive(database, temporary.clock, new RandomIdSource(), { workspace: 'workspace' });
    const store = open();
    await store.apply({
      entities: [anEntity('Term pet'), anEntity('Term cat', 'b.md'), anEntity('Term dog', 'b.md')],
      relationships: [aRelationship('Term cat part-of Term pet'), aRelationship('Term dog part-of Term cat')],
      axioms: [anAxiom('rule')],
    });
    await store.apply({ entities: [anEntity('Term dog', 'b.md', { properties: { legs: 4 } })] });
  });

  afterEach(() => temporary.dispose());

  const open = (): FactStore => temporary.store(temporary.database(place));
  const copies = async (): Promise<readonly string[]> =>
    (await readdir(place.address)).filter((name) => name.includes('.damaged-'));

  /** Facts that can be read, changed, and have nothing wrong. */
  async function expectSound(names: readonly string[]): Promise<void> {
    expect(await archive.check()).toEqual([]);
    expect(await archive.mend()).toBeUndefined();
    expect((await open().graph()).entities.map(({ name }) => name)).toEqual(names);
    await open().apply({ entities: [anEntity('Term owl')] });
    await open().apply({ removedEntities: [aKey('Term owl')] });
    expect(await archive.check()).toEqual([]);
  }

  it('leaves alone what is whole, and what an earlier version wrote', async () => {
    await expectSound(['cat', 'dog', 'pet']);
    await withoutCounts(database);
    const rows = await factRows(database);

    expect(await archive.mend()).toBeUndefined();
    expect(await archive.check()).toEqual([]);

    expect(await factRows(database)).toEqual(rows);
    expect(await copies()).toEqual([]);
  });

  it.each<[string, Partial<FactRow>]>([
    ['cannot be read', { payload: '{' }],
    ['is of another kind', { kind: 'thing' }],
    ['seems to be a head', { kind: 'head' }],
    ['says something else', { name: 'owl' }],
  ])('removes a fact that %s, and what hangs on it, after a copy', async (_what, change) => {
    const { id } = await forgeFact(database, isPet, change);

    const found = await archive.check();
    const mending = await archive.mend();

    expect(found.filter(({ factId }) => factId === id)).not.toEqual([]);
    expect(mending).toMatchObject({ removedFacts: 2, lostFacts: expect.any(Number) as number });
    expect(mending!.message).toContain('2 removed, because they were unreadable or referred to missing entities');
    expect(mending!.message).toContain((await copies())[0]);
    expect((await open().graph()).relationships).toHaveLength(1);
    await expectSound(['cat', 'dog']);
  });

  it('counts anew, without a copy, what has lost a fact', async () => {
    await loseFact(database, ({ kind }) => kind === 'axiom');

    const mending = await archive.mend();

    expect(mending).toMatchObject({ removedFacts: 0, lostFacts: 1 });
    expect(mending!.message).toContain('statements: 6 kept, 1 lost.');
    expect(await copies()).toEqual([]);
    await expectSound(['cat', 'dog', 'pet']);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is lost', () => loseFact(database, isHeadRow)],
    ['cannot be read', () => forgeFact(database, isHeadRow, { payload: '?' })],
    ['is older than its facts', () => forgeFact(database, isHeadRow, { validFromMs: 1 })],
    ['is no head any more', () => forgeFact(database, isHeadRow, { kind: 'entity' })],
  ])('writes a head where it %s, and gives back every fact', async (_what, damage) => {
    await damage();
    expect(await archive.check()).not.toEqual([]);

    await archive.mend();

    expect((await factRows(database)).filter(({ key }) => key === headKey('workspace'))).toHaveLength(1);
    await expectSound(['cat', 'dog', 'pet']);
  });

  it('leaves facts that can be read wherever it is stopped', async () => {
    await forgeFact(database, isPet, { name: 'owl' });
    for (let writes = 1; writes < 4; writes += 1) {
      const stopped = new KnowledgeArchive(stoppedAfter(writes), temporary.clock, new RandomIdSource(), {
        workspace: 'workspace',
      });
      await stopped.mend().catch(() => undefined);

      await open().graph();
      await open().asOf(1_000_000);
    }

    await archive.mend();
    await expectSound(['cat', 'dog']);
  });

  /** A database of which the tables take so many writes. */
  function stoppedAfter(writes: number): IDatabase {
    let left = writes;
    const counted = (target: object): object =>
      new Proxy(target, {
        get: (table, name) => {
          const member = Reflect.get(table, name) as unknown;
          if (typeof member !== 'function') return member;
          return (...parameters: unknown[]): unknown => {
            if (name === 'upsert' || name === 'deleteWhere') {
              if (left === 0) return Promise.reject(new Error('The power is off.'));
              left -= 1;
            }
            return Reflect.apply(member, table, parameters) as unknown;
          };
        },
      });
    return new Proxy(database, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        return async (...parameters: unknown[]): Promise<unknown> => {
          const result = (await Reflect.apply(member, target, parameters)) as unknown;
          return name === 'table' ? counted(result as object) : result;
        };
      },
    });
  }
});
