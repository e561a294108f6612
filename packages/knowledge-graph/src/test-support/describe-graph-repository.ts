import type { FactReport, IGraphRepository, KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';
import type { ManualClock } from '@lexichord/testing';

import { aKey, aRelationship, anAxiom, anEntity, at } from './a-statement.js';

/** A repository to put to the test. */
export interface GraphRepositoryUnderTest {
  /** One more repository over the same, empty place each time it is called within a test, as another process has it. */
  readonly open: () => Promise<IGraphRepository>;
  readonly clock: ManualClock;
}

const nothing = { added: 0, changed: 0, removed: 0, unchanged: 0 };
const namesOf = (entities: readonly KnowledgeEntity[]): readonly string[] =>
  entities.map(({ type, name }) => `${type} ${name}`);

/** Relationships in words, by the names of entities. */
async function relationshipTexts(
  repository: IGraphRepository,
  relationships: readonly KnowledgeRelationship[],
): Promise<readonly string[]> {
  const ids = relationships.flatMap(({ fromEntityId, toEntityId }) => [fromEntityId, toEntityId]);
  const entities = await repository.getEntities(ids);
  const nameOf = (id: string): string => entities.get(id)?.name ?? '(none)';
  return relationships
    .map(({ type, fromEntityId, toEntityId }) => `${nameOf(fromEntityId)} ${type} ${nameOf(toEntityId)}`)
    .sort();
}

/** Tests for every graph repository. */
export function describeGraphRepository(name: string, { open, clock }: GraphRepositoryUnderTest): void {
  const idOf = async (repository: IGraphRepository, named: string): Promise<string> => {
    const { type, name: entityName } = aKey(named);
    const found = (await repository.findByName(entityName)).find((entity) => entity.type === type);
    return found?.id ?? `(no ${named})`;
  };

  const shop = {
    replacedDocuments: ['shop.yaml'],
    entities: [
      anEntity('Service Shop', 'shop.yaml:1'),
      anEntity('Endpoint GET /pets', 'shop.yaml:4-9', {
        aliases: ['listPets'],
        properties: { summary: 'All pets', tags: ['pets'], deprecated: false, limit: 50, owner: null },
      }),
      anEntity('Parameter limit', 'shop.yaml:7'),
    ],
    relationships: [
      aRelationship('Service Shop has-endpoint Endpoint GET /pets', 'shop.yaml:4'),
      aRelationship('Endpoint GET /pets has-parameter Parameter limit', 'shop.yaml:7', { properties: { order: 1 } }),
    ],
    axioms: [anAxiom('summaries', { source: at('shop.yaml:20') })],
  };

  describe(`graph repository contract: ${name} (issue 5, store)`, () => {
    it('KG-e §5 No entities found: answers of a store in which nothing was ever stated are empty', async () => {
      const repository = await open();

      expect(await repository.count()).toEqual({ entities: 0, relationships: 0, axioms: 0, entitiesByType: {} });
      expect(await repository.findByName('Shop')).toEqual([]);
      expect(await repository.listEntities()).toEqual([]);
      expect(await repository.getRelationships('none', 2)).toEqual([]);
      expect(await repository.history('none')).toEqual([]);
      expect(await repository.asOf(5)).toEqual({ entities: [], relationships: [] });
      await expect(repository.getNeighbourhood('none')).rejects.toMatchObject({ code: 'not-found' });
    });

    it('gives back entities with names, properties, provenance and times, to every connection', async () => {
      const [writer, reader] = [await open(), await open()];

      const report = await writer.apply(shop);

      const added = (count: number): FactReport['entities'] => ({ ...nothing, added: count });
      expect(report).toEqual({ entities: added(3), relationships: added(2), axioms: added(1) });
      const [endpoint] = await reader.findByName('LISTpets');
      expect(endpoint).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        type: 'Endpoint',
        name: 'GET /pets',
        aliases: ['listPets'],
        properties: { summary: 'All pets', tags: ['pets'], deprecated: false, limit: 50, owner: null },
        sources: [{ documentPath: 'shop.yaml', startLine: 4, endLine: 9 }],
        createdMs: clock.now(),
        modifiedMs: clock.now(),
      });
      expect(await reader.count()).toEqual({
        entities: 3,
        relationships: 2,
        axioms: 1,
        entitiesByType: { Endpoint: 1, Parameter: 1, Service: 1 },
      });
      expect(await reader.getRelationships(endpoint!.id, 1)).toMatchObject([
        { type: 'has-endpoint', toEntityId: endpoint!.id, validFromMs: clock.now(), sources: [{ startLine: 4 }] },
        { type: 'has-parameter', fromEntityId: endpoint!.id, properties: { order: 1 } },
      ]);
    });

    it('changes nothing when the same is stated again', async () => {
      const repository = await open();
      await repository.apply(shop);
      const before = await repository.listEntities();
      clock.advance(1_000);

      const report = await (await open()).apply(shop);

      expect(report).toEqual({
        entities: { ...nothing, unchanged: 3 },
        relationships: { ...nothing, unchanged: 2 },
        axioms: { ...nothing, unchanged: 1 },
      });
      expect(await repository.listEntities()).toBe(before);
    });

    it('closes what has gone from a document, with the relationships that hung on it', async () => {
      const repository = await open();
      await repository.apply(shop);

      const report = await repository.apply({
        replacedDocuments: ['shop.yaml'],
        entities: [shop.entities[0]!, anEntity('Parameter limit', 'shop.yaml:7', { properties: { maximum: 9 } })],
      });

      expect(report).toEqual({
        entities: { added: 0, changed: 1, removed: 1, unchanged: 1 },
        relationships: { ...nothing, removed: 2 },
        axioms: { ...nothing, removed: 1 },
      });
      expect(namesOf(await repository.listEntities())).toEqual(['Parameter limit', 'Service Shop']);
      expect((await repository.count()).relationships).toBe(0);
    });

    it('keeps what another document states as well', async () => {
      const repository = await open();
      await repository.apply(shop);
      await repository.apply({
        replacedDocuments: ['glossary.md'],
        entities: [
          anEntity('Service Shop', 'glossary.md:3', { aliases: ['Store'], properties: { owner: 'sales' } }),
          anEntity('Term pet', 'glossary.md:5'),
        ],
        relationships: [aRelationship('Service Shop related-to Term pet', 'glossary.md:5')],
      });
      expect((await repository.findByName('store'))[0]?.sources.map(({ documentPath }) => documentPath)).toEqual([
        'glossary.md',
        'shop.yaml',
      ]);
      clock.advance(5);

      const report = await repository.apply({ replacedDocuments: ['shop.yaml'] });

      expect(report.entities).toEqual({ added: 0, changed: 1, removed: 2, unchanged: 0 });
      const [service] = await repository.findByName('Shop');
      expect(service).toMatchObject({ aliases: ['Store'], properties: { owner: 'sales' }, modifiedMs: clock.now() });
      expect(service!.createdMs).toBeLessThan(clock.now());
      expect(await relationshipTexts(repository, await repository.getRelationships(service!.id, 1))).toEqual([
        'Shop related-to pet',
      ]);
    });

    it('removes entities whoever states them', async () => {
      const repository = await open();
      await repository.apply(shop);
      await repository.apply({ entities: [anEntity('Endpoint GET /pets', 'notes.md')] });

      const report = await repository.apply({
        removedEntities: [aKey('Endpoint GET /pets'), aKey('Endpoint never was')],
      });

      expect([report.entities, report.relationships]).toEqual([
        { ...nothing, removed: 1 },
        { ...nothing, removed: 2 },
      ]);
      expect(namesOf(await repository.listEntities())).toEqual(['Parameter limit', 'Service Shop']);
    });

    it('refuses a relationship with an end that is not there, names it, and stores nothing of the change', async () => {
      const repository = await open();

      const change = repository.apply({
        entities: [anEntity('Service Shop')],
        relationships: [aRelationship('Service Shop has-endpoint Endpoint GET /none')],
      });

      await expect(change).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('there is no Endpoint "GET /none"') as string,
      });
      expect((await repository.count()).entities).toBe(0);
    });

    it('keeps what was known: history and as-of queries', async () => {
      const repository = await open();
      const times = [clock.now()];
      await repository.apply(shop);
      for (const summary of ['Every pet', 'All the pets']) {
        clock.advance(100);
        times.push(clock.now());
        const entities = [
          shop.entities[0]!,
          anEntity('Endpoint GET /pets', 'shop.yaml:4', { properties: { summary } }),
        ];
        await repository.apply({ replacedDocuments: ['shop.yaml'], entities });
      }
      const id = await idOf(repository, 'Endpoint GET /pets');
      clock.advance(100);
      await repository.apply({ removedEntities: [aKey('Endpoint GET /pets')] });

      const versions = await repository.history(id);
      expect(
        versions.map(({ properties, validFromMs, validUntilMs }) => [properties['summary'], validFromMs, validUntilMs]),
      ).toEqual([
        ['All pets', times[0], times[1]],
        ['Every pet', times[1], times[2]],
        ['All the pets', times[2], clock.now()],
      ]);
      expect(versions.map(({ createdMs }) => createdMs)).toEqual([times[0], times[0], times[0]]);
      const first = await repository.asOf(times[1]! - 1);
      expect(namesOf(first.entities)).toEqual(['Endpoint GET /pets', 'Parameter limit', 'Service Shop']);
      expect(first.relationships.map(({ validFromMs, validUntilMs }) => [validFromMs, validUntilMs])).toEqual([
        [times[0], times[1]],
        [times[0], times[1]],
      ]);
      expect(namesOf((await repository.asOf(times[2]!)).entities)).toEqual(['Endpoint GET /pets', 'Service Shop']);
      expect((await repository.asOf(times[0]! - 1)).entities).toEqual([]);
    });

    it('tells two changes in one millisecond apart', async () => {
      const repository = await open();
      const state = (value: number) => ({ entities: [anEntity('Term pet', 'a.md', { properties: { value } })] });
      for (let value = 0; value < 5; value++) await (await open()).apply(state(value));
      const id = await idOf(repository, 'Term pet');

      const versions = await repository.history(id);

      expect(versions.map(({ properties }) => properties['value'])).toEqual([0, 1, 2, 3, 4]);
      const times = versions.map(({ validFromMs }) => validFromMs);
      expect(times).toEqual([0, 1, 2, 3, 4].map((later) => clock.now() + later));
      expect(versions.map(({ validUntilMs }) => validUntilMs)).toEqual([...times.slice(1), undefined]);
    });

    it('finds what is around an entity, in either direction, and says when there is more', async () => {
      const repository = await open();
      await repository.apply({
        entities: ['a', 'b', 'c', 'd', 'x'].map((letter) => anEntity(`Concept ${letter}`)),
        relationships: [
          'b related-to Concept a',
          'a related-to Concept c',
          'c related-to Concept d',
          'd related-to Concept b',
        ].map((words) => aRelationship(`Concept ${words}`)),
      });
      const id = await idOf(repository, 'Concept a');

      const near = await repository.getNeighbourhood(id);
      const far = await repository.getNeighbourhood(id, { depth: 100 });
      const cut = await repository.getNeighbourhood(id, { depth: 2, limit: 2 });

      expect([namesOf(near.entities), near.isCut]).toEqual([['Concept a', 'Concept b', 'Concept c'], false]);
      expect(await relationshipTexts(repository, near.relationships)).toEqual(['a related-to c', 'b related-to a']);
      expect([namesOf(far.entities), far.relationships.length]).toEqual([
        ['Concept a', 'Concept b', 'Concept c', 'Concept d'],
        4,
      ]);
      expect([namesOf(cut.entities), cut.isCut]).toEqual([['Concept a', 'Concept b'], true]);
      expect(await relationshipTexts(repository, await repository.getRelationships(id, 2))).toHaveLength(4);
      expect(await repository.getRelationships(id, 0)).toEqual([]);
    });

    it('loses nothing when several connections change it at the same time', async () => {
      const repositories = [await open(), await open(), await open()];

      for (let round = 0; round < 3; round++) {
        await Promise.all(
          repositories.map((repository, writer) =>
            repository.apply({
              replacedDocuments: ['shared.md'],
              entities: [
                anEntity(`Term own-${round}-${writer}`, `own-${writer}.md`),
                anEntity(`Term shared-${round}-${writer}`, 'shared.md'),
              ],
              relationships: [
                aRelationship(`Term own-${round}-${writer} related-to Term shared-${round}-${writer}`, 'shared.md'),
              ],
            }),
          ),
        );
      }

      const names = namesOf(await repositories[0]!.listEntities());
      expect(names.filter((each) => each.includes('own'))).toHaveLength(9);
      // The document states what the last one of them said, and no mixture.
      expect(names.filter((each) => each.includes('shared-'))).toHaveLength(1);
      expect((await repositories[1]!.count()).relationships).toBe(1);
    });

    it('stops for a signal before anything is stored', async () => {
      const repository = await open();
      const reason = new DOMException('The user moved on.', 'AbortError');

      await expect(repository.apply(shop, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect((await repository.count()).entities).toBe(0);
    });
  });
}
