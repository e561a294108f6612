import type { IDatabase } from '@lexichord/storage';
import { writeBackup } from '@lexichord/storage/internal';
import { RandomIdSource } from '@lexichord/platform';

import type { FactStore } from '../store/fact-store.js';
import type { FactRow } from '../store/fact-tables.js';
import { aKey, aRelationship, anAxiom, anEntity } from '../test-support/a-statement.js';
import { factRows, forgeFact, loseFact, withoutCounts } from '../test-support/forge-facts.js';
import { TemporaryFacts } from '../test-support/temporary-facts.js';
import { KnowledgeArchive } from './knowledge-archive.js';

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** A backup of other rows, with the right hash, as a careless or hostile program makes it. */
async function rewritten(backup: string, change: (rows: FactRow[]) => readonly FactRow[]): Promise<string> {
  const lines = backup.split('\n').slice(1, -2);
  const rows = lines.map((line) => (JSON.parse(line) as { row: FactRow }).row);
  async function* changed() {
    for (const row of change(rows)) yield await Promise.resolve({ table: 'knowledge-facts', row });
  }
  return textOf(writeBackup({ kind: 'knowledge', madeAtMs: 1 }, changed()));
}

/** The rows with one of them changed. */
const changing =
  (isMeant: (row: FactRow) => boolean, change: Partial<FactRow>) =>
  (rows: FactRow[]): readonly FactRow[] => {
    const index = rows.findIndex(isMeant);
    return rows.map((row, other) => (other === index ? { ...row, ...change } : row));
  };

const isPet = ({ name }: FactRow): boolean => name === 'pet';
const isRelationship = ({ kind }: FactRow): boolean => kind === 'relationship';
const isRule = ({ kind }: FactRow): boolean => kind === 'axiom';
const isHeadRow = ({ kind }: FactRow): boolean => kind === 'head';

describe('backups of facts', () => {
  const temporary = new TemporaryFacts();
  let database: IDatabase;
  let store: FactStore;
  let backup: string;

  beforeEach(async () => {
    database = temporary.database(await temporary.location());
    store = temporary.store(database);
    await store.apply({
      entities: [anEntity('Term pet'), anEntity('Term cat', 'b.md', { aliases: ['puss'], properties: { legs: 4 } })],
      relationships: [aRelationship('Term cat part-of Term pet')],
      axioms: [anAxiom('rule')],
    });
    await store.apply({ removedEntities: [aKey('Term pet')] });
    await store.apply({
      entities: [anEntity('Term pet'), anEntity('Term pet', 'c.md')],
      relationships: [aRelationship('Term cat part-of Term pet')],
    });
    backup = await backUp();
  });

  afterEach(() => temporary.dispose());

  const archive = (of: IDatabase = database): KnowledgeArchive =>
    new KnowledgeArchive(of, temporary.clock, new RandomIdSource(), { workspace: 'workspace' });
  const backUp = async (): Promise<string> => textOf(await archive().backUp());
  const elsewhere = async (): Promise<IDatabase> => temporary.database(await temporary.location());
  const restore = (text: string, to: IDatabase) =>
    archive(to).restore(async function* () {
      yield await Promise.resolve(text);
    });

  it('come back whole, in one commit, and change nothing when they are there already', async () => {
    const other = await elsewhere();

    const report = await restore(backup, other);

    expect(report).toEqual({ facts: 7, isUnchanged: false });
    expect(new Set(await factRows(other))).toEqual(new Set(await factRows(database)));
    expect((await temporary.store(other).graph()).count()).toEqual((await store.graph()).count());
    expect(await restore(backup, other)).toEqual({ facts: 7, isUnchanged: true });
    await temporary.store(other).apply({ entities: [anEntity('Term dog')] });
    await expect(restore(backup, other)).rejects.toThrow('already has a different knowledge graph');
  });

  it('of an earlier version, which did not count, come back and are counted by the next change', async () => {
    await withoutCounts(database);
    const other = await elsewhere();

    await restore(await backUp(), other);

    await temporary.store(other).apply({ entities: [anEntity('Term dog')] });
    expect((await factRows(other)).find(isHeadRow)?.payload).toContain('current:6 all:8');
  });

  it('finish what a restore of an earlier version has begun, which wrote the head last', async () => {
    const other = await elsewhere();
    await restore(backup, other);
    await loseFact(other, (row) => isHeadRow(row) || isRule(row));

    expect(await restore(backup, other)).toEqual({ facts: 7, isUnchanged: false });

    expect((await temporary.store(other).graph()).count()).toEqual((await store.graph()).count());
  });

  it('are not mixed with facts that have lost their head', async () => {
    const other = await elsewhere();
    await temporary.store(other).apply({ entities: [anEntity('Term dog')] });
    await loseFact(other, isHeadRow);

    await expect(restore(backup, other)).rejects.toThrow('already has a different knowledge graph');
  });

  it('are not mixed with what somebody imports meanwhile', async () => {
    const other = await elsewhere();
    const importing = temporary.store(other).apply({ entities: [anEntity('Term dog')] });

    const [restored, imported] = await Promise.allSettled([restore(backup, other), importing]);

    const names = (await temporary.store(other).graph()).entities.map(({ name }) => name);
    expect(imported.status).toBe('fulfilled');
    expect(names).toEqual(restored.status === 'fulfilled' ? ['cat', 'dog', 'pet'] : ['dog']);
  });

  it.each<[string, (rows: FactRow[]) => readonly FactRow[], string]>([
    ['JSON that is none', changing(isPet, { payload: '{' }), 'It cannot be read'],
    ['properties that are none', changing(isPet, { payload: '{"properties":[1]}' }), 'It cannot be read'],
    ['aliases that are none', changing(isPet, { payload: '{"aliases":"x"}' }), 'It cannot be read'],
    ['places that are none', changing(isPet, { payload: '{"moreLines":[[1]]}' }), 'It cannot be read'],
    ['a payload that is a list', changing(isPet, { payload: '[]' }), 'It cannot be read'],
    ['a kind that there is not', changing(isPet, { kind: 'thing' }), 'It cannot be read'],
    ['another name', changing(isPet, { name: 'dog' }), 'Its id does not match its content'],
    ['no name', changing(isPet, { name: '' }), 'It has no type or no name'],
    ['another document', changing(isPet, { documentPath: 'z.md' }), 'under the key of another'],
    ['lines that are none', changing(isPet, { startLine: 0 }), 'an invalid line range'],
    ['a time that ends before it begins', changing(isPet, { validUntilMs: 1 }), 'It ends before it begins'],
    ['a rule without a condition', changing(isRule, { payload: '{}' }), 'It cannot be read'],
    [
      'a rule that cannot be checked',
      changing(isRule, {
        payload: '{"description":"d","condition":{"kind":"wish"},"severity":"error","isEnabled":true}',
      }),
      'Its rule cannot be checked: condition.kind',
    ],
    ['a relationship to nothing', (rows) => rows.filter((row) => !isPet(row)), 'refers to a missing entity'],
    ['the same row twice', (rows) => [...rows, rows[2]!], 'line 10 has the key of line 4'],
    ['a fact less', (rows) => rows.filter((row) => !isRule(row)), '4 of 5 current statements are stored'],
    ['no head', (rows) => rows.filter((row) => !isHeadRow(row)), 'no record of the head'],
    ['a head that is none', changing(isHeadRow, { payload: '?' }), 'The record of its head cannot be read'],
    ['a head that is older', changing(isHeadRow, { validFromMs: 1 }), 'is older than its facts'],
    ['a second head', changing(isPet, { kind: 'head' }), 'It cannot be read'],
  ])('are refused as a whole with %s', async (_what, change, problem) => {
    const other = await elsewhere();
    const text = await rewritten(backup, change);

    const restoring = restore(text, other);

    await expect(restoring).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(restoring).rejects.toThrow(problem);
    await expect(restoring).rejects.toThrow('Nothing was restored');
    expect(await other.tableNames()).toEqual([]);
  });

  it('are refused by the line of the first fact that cannot be understood', async () => {
    const text = await rewritten(backup, (rows) =>
      rows.map((row, index) => (index === 3 || index === 5 ? { ...row, payload: '{' } : row)),
    );

    await expect(restore(text, await elsewhere())).rejects.toThrow('line 5');
    const relationship = await rewritten(backup, (rows) => [...rows.filter(isRelationship), ...rows.filter(isHeadRow)]);
    await expect(restore(relationship, await elsewhere())).rejects.toThrow('line 2');
  });

  it.each<[string, (row: FactRow) => boolean, Partial<FactRow>]>([
    ['a fact went to another workspace', isPet, { workspace: 'workspacd' }],
    ['the head went to another workspace', isHeadRow, { workspace: 'workspacd' }],
    [
      'a fact seems to hold',
      ({ name, validUntilMs }) => name === 'pet' && validUntilMs !== undefined,
      { validUntilMs: undefined },
    ],
  ])('are not made when %s', async (_what, isMeant, change) => {
    await forgeFact(database, isMeant, change);

    await expect(backUp()).rejects.toMatchObject({ code: 'storage-failed', details: { fault: 'altered' } });
  });

  it('are not made when an earlier fact was lost', async () => {
    await loseFact(database, ({ name, validUntilMs }) => name === 'pet' && validUntilMs !== undefined);

    await expect(backUp()).rejects.toThrow('6 of 7 statements are stored');
  });
});
