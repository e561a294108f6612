import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { RandomIdSource, SystemClock } from '@lexichord/platform';
import { type IDatabase, openDatabase } from '@lexichord/storage';
import { RecordingLogger } from '@lexichord/testing';

import type { IFactStore } from '../graph/fact-store.js';
import { KnowledgeGraph, emptyGraph } from '../graph/knowledge-graph.js';
import { GraphEntityIndex } from './graph-entity-index.js';
import { ReplaceableGraph, aPetStore, anEntity } from './test-support/a-graph.js';
import { TopicProvider } from './test-support/topic-provider.js';

let folder: string;
let database: IDatabase;
let store: ReplaceableGraph;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lexichord-entities-'));
  database = openDatabase(
    { address: join(folder, 'db') },
    { clock: new SystemClock(), idSource: new RandomIdSource(), logger: new RecordingLogger(), random: () => 0.5 },
  );
  store = new ReplaceableGraph(aPetStore().graph);
});

afterEach(async () => {
  await database.dispose();
  await rm(folder, { recursive: true, force: true });
});

function anIndex(provider: TopicProvider, { at = database }: { readonly at?: IDatabase } = {}): GraphEntityIndex {
  return new GraphEntityIndex(store as unknown as IFactStore, provider, at, new RecordingLogger());
}

describe('GraphEntityIndex', () => {
  it('finds by meaning after a refresh', async () => {
    const index = anIndex(new TopicProvider());
    const { embedded, warnings } = await index.refresh();

    const { found } = await index.search({ query: 'creatures', limit: 3 });

    expect({ embedded, warnings }).toEqual({ embedded: 10, warnings: [] });
    expect(found.map(({ similarity = 0 }) => Math.round(similarity * 10))).toEqual([10, 10, 10]);
  });

  it('embeds a text once, whichever process asks', async () => {
    await anIndex(new TopicProvider()).refresh();
    const provider = new TopicProvider();
    const index = anIndex(provider);

    const again = await index.refresh();
    const { found } = await index.search({ query: 'beasts', limit: 1 });

    expect(again).toEqual({ embedded: 0, warnings: [] });
    expect(provider.asked).toEqual(['beasts']);
    expect(found[0]?.similarity).toBeCloseTo(1, 1);
  });

  it('embeds only what is new when the graph changes, and gives one vector to entities that mean the same', async () => {
    const provider = new TopicProvider();
    const index = anIndex(provider);
    await index.refresh();
    provider.asked.length = 0;
    const added = [anEntity('Concept', 'Creature'), anEntity('Term', 'Creature')];
    store.current = new KnowledgeGraph({
      entities: [...store.current.entities, ...added],
      relationships: [],
      axioms: [],
    });

    const { embedded } = await index.refresh();
    const { found } = await index.search({ query: 'Creature', limit: 2 });

    expect(embedded).toBe(1);
    expect(provider.asked).toEqual(['Creature', 'Creature']);
    expect(found.map(({ entity: { type } }) => type)).toEqual(['Concept', 'Term']);
  });

  it('notices what another process has embedded', async () => {
    const reader = anIndex(new TopicProvider());
    expect((await reader.search({ query: 'beasts', limit: 5 })).found).toEqual([]);
    await anIndex(new TopicProvider()).refresh();

    const { found } = await reader.search({ query: 'beasts', limit: 5 });

    expect(found).not.toEqual([]);
  });

  it('takes no vectors of another provider, and replaces them', async () => {
    await anIndex(new TopicProvider('topics-v0')).refresh();

    const { embedded } = await anIndex(new TopicProvider('topics-v1')).refresh();
    const old = await anIndex(new TopicProvider('topics-v0')).refresh();

    expect([embedded, old.embedded]).toEqual([10, 10]);
  });

  it('forgets vectors that nobody needs any more, once they are many', async () => {
    const many = Array.from({ length: 1_200 }, (_unused, number) => anEntity('Term', `pet ${number}`));
    const provider = new TopicProvider();
    const index = anIndex(provider);
    store.current = new KnowledgeGraph({ entities: many, relationships: [], axioms: [] });
    await index.refresh();
    store.current = aPetStore().graph;

    await index.refresh();

    const reports = await database.inspect();
    expect(reports.find(({ name }) => name === 'knowledge-vectors')?.rows).toBe(10);
  });

  it('searches a few new entities by meaning without a refresh', async () => {
    store.current = new KnowledgeGraph({ entities: [anEntity('Term', 'Animal')], relationships: [], axioms: [] });
    const index = anIndex(new TopicProvider());

    const { found } = await index.search({ query: 'pet', limit: 1 });

    expect(found[0]?.similarity).toBeCloseTo(1, 1);
    expect(await index.refresh()).toEqual({ embedded: 1, warnings: [] });
  });

  it('searches by words alone, with a warning, while the provider fails', async () => {
    const provider = new TopicProvider();
    provider.isFailing = true;
    const index = anIndex(provider);

    const refreshed = await index.refresh();
    const { found, warnings } = await index.search({ query: 'list all pets', limit: 1 });

    expect(refreshed).toEqual({
      embedded: 0,
      warnings: ['The embedding server is away. New entities are found by words only.'],
    });
    expect(found[0]).toEqual(expect.objectContaining({ entity: aPetStore().named('GET /pets') }));
    expect(found[0]).not.toHaveProperty('similarity');
    expect(warnings).toEqual(['The embedding server is away. Searched by words only.']);
  });

  it('searches by words alone when the vectors cannot be read', async () => {
    const away = (): never => {
      throw new LexichordError(ErrorCode.storageFailed, 'The store is away.');
    };
    const broken = {
      fingerprint: async () => Promise.reject(new LexichordError(ErrorCode.storageFailed, 'Away.')),
      existingTable: away,
    };
    const index = anIndex(new TopicProvider(), { at: broken as unknown as IDatabase });

    const { found } = await index.search({ query: 'orders', limit: 1 });

    expect(found[0]?.entity.name).toBe('GET /orders');
  });

  it('finds nothing with an empty query, or in an empty graph', async () => {
    const index = anIndex(new TopicProvider());

    expect(await index.search({ query: ' \n', limit: 5 })).toEqual({ found: [], warnings: [] });
    store.current = emptyGraph;
    expect(await index.search({ query: 'pets', limit: 5 })).toEqual({ found: [], warnings: [] });
    expect(await index.refresh()).toEqual({ embedded: 0, warnings: [] });
  });

  it('prepares a graph once for several questions, and rejects with the reason of a signal', async () => {
    const provider = new TopicProvider();
    await anIndex(new TopicProvider()).refresh();
    const index = anIndex(provider);
    const reason = new DOMException('The user moved on.', 'AbortError');

    const [first, second] = await Promise.all([
      index.search({ query: 'pets', limit: 2 }),
      index.search({ query: 'pets', limit: 2 }),
    ]);

    expect(second).toEqual(first);
    expect(provider.asked).toEqual(['pets', 'pets']);
    await expect(index.search({ query: 'pets', limit: 2 }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(index.refresh({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
