import type { CheckReport, StateCheckOptions } from '@lexichord/abstractions';
import { type IDatabase, equals } from '@lexichord/storage';

import { GraphEntityIndex } from '../search/graph-entity-index.js';
import { TopicProvider } from '../search/test-support/topic-provider.js';
import { readVectors, writeVectors } from '../search/vector-store.js';
import type { FactStore } from '../store/fact-store.js';
import { type FactRow, factTable } from '../store/fact-tables.js';
import { aKey, aRelationship, anAxiom, anEntity } from '../test-support/a-statement.js';
import { TemporaryFacts } from '../test-support/temporary-facts.js';
import { KnowledgeCheck } from './knowledge-check.js';

describe('KnowledgeCheck', () => {
  const temporary = new TemporaryFacts();
  let database: IDatabase;
  let store: FactStore;
  let provider: TopicProvider;

  beforeEach(async () => {
    const place = await temporary.location();
    database = temporary.database(place);
    store = temporary.store(database);
    provider = new TopicProvider();
    await store.apply({
      entities: [anEntity('Term pet'), anEntity('Term order', 'b.md'), anEntity('Term weight')],
      relationships: [aRelationship('Term pet related-to Term order')],
      axioms: [anAxiom('summaries')],
    });
    await new GraphEntityIndex(store, provider, database, temporary.logger).refresh();
    provider.asked.splice(0);
  });

  afterEach(() => temporary.dispose());

  async function check(options?: StateCheckOptions): Promise<Readonly<Record<string, CheckReport>>> {
    const reports = await new KnowledgeCheck(database, store, provider, { workspace: 'workspace' }).run(options);
    return Object.fromEntries(reports.map((report) => [report.kind.replace('knowledge-', ''), report]));
  }

  /** Writes a row as a writer does who makes a mistake, with its right checksum. */
  async function forge(name: string, change: (row: FactRow) => Partial<FactRow>): Promise<string> {
    const table = await database.table(factTable);
    const rows: FactRow[] = [];
    for await (const batch of table.scan()) rows.push(...batch);
    const row = rows.find((one) => one.name === name || one.type === name)!;
    await table.upsert([{ ...row, ...change(row) }]);
    return row.id;
  }

  it('finds nothing wrong in facts that were stated, replaced and removed', async () => {
    await store.apply({ entities: [anEntity('Term pet', 'a.md', { properties: { legs: 4 } })] });
    await store.apply({ removedEntities: [aKey('Term order')] });

    const reports = await check();

    expect(reports).toMatchObject({
      facts: { problems: 0 },
      relationships: { checked: 1, problems: 0 },
      vectors: { problems: 0, findings: [] },
    });
    expect(reports['facts']!.checked).toBeGreaterThan(6);
    expect(reports['vectors']!.checked).toBeGreaterThan(2);
  });

  it('knows nothing of another workspace, and finds nothing where there is no table', async () => {
    const other = new KnowledgeCheck(database, temporary.store(database, 'other'), provider, { workspace: 'other' });
    const none = temporary.database(await temporary.location());
    const empty = new KnowledgeCheck(none, temporary.store(none), provider, { workspace: 'workspace' });

    expect((await other.run()).slice(0, 2).map(({ checked }) => checked)).toEqual([0, 0]);
    expect((await empty.run()).map(({ checked }) => checked)).toEqual([0, 0, 0]);
  });

  it.each<[string, string, string, (row: FactRow) => Partial<FactRow>]>([
    ['another name', 'pet', 'Its id does not match its content', () => ({ name: 'cat' })],
    ['a payload that is none', 'pet', 'cannot be read', () => ({ payload: '{' })],
    ['another document', 'pet', 'under the key of another', () => ({ documentPath: 'z.md' })],
    ['an end before it begins', 'weight', 'ends before it begins', () => ({ validUntilMs: 1 })],
    ['a kind that there is not', 'summaries', 'cannot be read', () => ({ kind: 'thing' })],
  ])('names a fact with %s, and changes nothing', async (_what, name, problem, change) => {
    const id = await forge(name, change);

    const { facts } = await check({ repairs: true });

    expect(facts!.findings[0]).toMatchObject({
      subject: id,
      problem: expect.stringContaining(problem) as string,
      isMended: false,
    });
    expect(await check()).toMatchObject({ facts: { problems: facts!.problems } });
  });

  it('names relationships whose entities are not there, now or at any time', async () => {
    const table = await database.table(factTable);
    await table.deleteWhere(equals('name', 'order'));

    const { relationships } = await check();

    expect(relationships).toMatchObject({
      checked: 1,
      findings: [{ problem: expect.stringContaining('refers to a missing entity') as string }],
    });
  });

  it('names facts that have lost their head', async () => {
    await (await database.table(factTable)).deleteWhere(equals('kind', 'head'));

    const { facts } = await check();

    expect(facts!.findings[0]?.problem).toContain('5 statements have no record of the head');
  });

  it('finds a vector that is not that of its text, and makes it again', async () => {
    const origin = { id: provider.id, dimension: provider.dimension };
    const rows = [];
    for await (const row of readVectors(database, origin, {})) rows.push(row);
    const [first] = rows;
    await writeVectors(database, [{ textHash: first!.textHash, vector: [0.5, 0.5, 0.5] }], origin);

    const { vectors: found } = await check();
    const { vectors: mended } = await check({ repairs: true });
    const { vectors: after } = await check();

    expect(found).toMatchObject({ checked: 3, problems: 1, findings: [{ subject: first!.textHash, isMended: false }] });
    expect(mended).toMatchObject({ problems: 1, mended: 1 });
    expect(after).toMatchObject({ problems: 0 });
  });

  it('asks no embedding server', async () => {
    provider.isRepeatable = false;

    const { vectors } = await check();

    expect(vectors).toMatchObject({ checked: 3, uncompared: 3, problems: 0 });
    expect(provider.asked).toEqual([]);
  });

  it('stops when it is told to', async () => {
    await expect(check({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});
