import type { EntitySearchQuery, EntitySearchResult } from '@lexichord/abstractions';

import { anEntity } from '../test-support/a-statement.js';
import { noEntityIndex } from '../test-support/no-entity-index.js';
import { TemporaryFacts } from '../test-support/temporary-facts.js';
import { GraphRepository } from './graph-repository.js';

describe('GraphRepository', () => {
  const temporary = new TemporaryFacts();

  afterEach(() => temporary.dispose());

  it('leaves searching to the index', async () => {
    const asked: EntitySearchQuery[] = [];
    const answer: EntitySearchResult = { found: [], warnings: ['only words'] };
    const search = (query: EntitySearchQuery): Promise<EntitySearchResult> => {
      asked.push(query);
      return Promise.resolve(answer);
    };
    const repository = new GraphRepository(await temporary.fresh(), { ...noEntityIndex, search });

    expect(await repository.searchEntities({ query: 'pets', limit: 3 })).toBe(answer);
    expect(asked).toEqual([{ query: 'pets', limit: 3 }]);
  });

  it('lists entities of some types, and gets some by id in the order asked for, each once', async () => {
    const repository = new GraphRepository(await temporary.fresh(), noEntityIndex);
    await repository.apply({ entities: [anEntity('Term b'), anEntity('Term a'), anEntity('Schema s')] });
    const [schema, a, b] = await repository.listEntities();

    expect(await repository.listEntities({ types: ['Term', 'None'] })).toEqual([a, b]);
    expect(await repository.listEntities({ types: [] })).toEqual([]);
    const some = await repository.getEntities([b!.id, 'none', schema!.id, b!.id]);
    expect([...some.values()].map(({ name }) => name)).toEqual(['b', 's']);
  });

  it('names the entity that is not there, however long its id', async () => {
    const repository = new GraphRepository(await temporary.fresh(), noEntityIndex);

    const asked = repository.getNeighbourhood('x'.repeat(10_000));

    await expect(asked).rejects.toMatchObject({ code: 'not-found' });
    await asked.catch((error: unknown) => expect((error as Error).message.length).toBeLessThan(300));
  });
});
