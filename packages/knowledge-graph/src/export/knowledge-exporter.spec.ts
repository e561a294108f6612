import {
  type IGraphRepository,
  type KnowledgeEntity,
  type KnowledgeExportOptions,
  type LicenseTier,
} from '@lexichord/abstractions';
import { aLicense } from '@lexichord/testing';
import { parse } from 'yaml';

import { aGraph, aRelationship, anAxiom, anEntity } from '../check/test-support/a-graph.js';
import type { IFactStore } from '../graph/fact-store.js';
import { KnowledgeExporter } from './knowledge-exporter.js';

const [pets, get, pet, term] = [
  anEntity('Service Pets'),
  anEntity('Endpoint GET /pets', { aliases: ['listPets'] }),
  anEntity('Schema Pet'),
  anEntity('Term Pet', { aliases: ['Animal'] }),
] as const;
const graph = aGraph({
  entities: [pets, get, pet, term],
  relationships: [
    aRelationship('Service Pets', 'has-endpoint', { to: 'Endpoint GET /pets' }),
    aRelationship('Endpoint GET /pets', 'returns', { to: 'Schema Pet' }),
  ],
  axioms: [
    anAxiom('Schema', { kind: 'required-property', property: 'type' }),
    anAxiom('Service', { kind: 'required-property', property: 'owner' }),
    anAxiom('*', { kind: 'acyclic', relationship: 'part-of' }),
  ],
});

/** As the repository answers, for one step. */
const repository: Partial<IGraphRepository> = {
  findByName: (name) =>
    Promise.resolve(graph.entities.filter((entity) => entity.name === name || entity.aliases.includes(name))),
  getNeighbourhood: (id, { limit = 200 } = {}) => {
    const ends = [...graph.outgoing(id), ...graph.incoming(id)].map(({ fromEntityId, toEntityId }) =>
      graph.entity(fromEntityId === id ? toEntityId : fromEntityId),
    );
    const all = [graph.entity(id), ...ends].filter((entity): entity is KnowledgeEntity => entity !== undefined);
    return Promise.resolve({ entities: all.slice(0, limit), relationships: [], isCut: all.length > limit });
  },
};

function exportAt(tier: LicenseTier, options: KnowledgeExportOptions) {
  const store: Partial<IFactStore> = { graph: () => Promise.resolve(graph) };
  return new KnowledgeExporter(store as IFactStore, repository as IGraphRepository, aLicense(tier)).export(options);
}

const namesIn = (content: string) =>
  (JSON.parse(content) as { entities: KnowledgeEntity[] }).entities.map(({ type, name }) => `${type} ${name}`);

describe('KnowledgeExporter', () => {
  it('writes everything as YAML and as JSON that say the same', async () => {
    const yaml = await exportAt('Teams', { format: 'yaml' });
    const json = await exportAt('Teams', { format: 'json' });

    expect(yaml).toMatchObject({ entities: 4, relationships: 2, axioms: 3, isCut: false });
    expect(parse(yaml.content)).toEqual(JSON.parse(json.content));
    expect(namesIn(json.content)).toEqual(['Endpoint GET /pets', 'Schema Pet', 'Service Pets', 'Term Pet']);
  });

  it('writes what is around an entity, with the rules that bind it', async () => {
    const exported = await exportAt('Teams', { format: 'json', around: 'listPets' });

    expect(namesIn(exported.content)).toEqual(['Endpoint GET /pets', 'Schema Pet', 'Service Pets']);
    expect(exported).toMatchObject({ entities: 3, relationships: 2, axioms: 3 });
  });

  it('takes all entities of a name', async () => {
    const { content, axioms } = await exportAt('Teams', { format: 'json', around: 'Pet' });

    expect(namesIn(content)).toEqual(['Endpoint GET /pets', 'Schema Pet', 'Term Pet']);
    expect(axioms).toBe(2);
  });

  it.each(['dot', 'mermaid'] as const)(
    'draws as %s those with the most relationships, and says what is cut',
    async (format) => {
      const picture = await exportAt('Teams', { format, limit: 2 });

      expect(picture).toMatchObject({ entities: 2, relationships: 1, axioms: 0, isCut: true });
      expect(picture.content).toContain('GET /pets');
      expect(picture.content).not.toContain('Term');
    },
  );

  it('draws everything when it is little, and says when a neighbourhood is cut', async () => {
    expect(await exportAt('Teams', { format: 'mermaid' })).toMatchObject({ entities: 4, isCut: false });
    expect(await exportAt('Teams', { format: 'mermaid', around: 'Pet', limit: 2 })).toMatchObject({
      entities: 2,
      isCut: true,
    });
  });

  it('KG-e §7 WriterPro: entities alone', async () => {
    const exported = await exportAt('WriterPro', { format: 'json' });

    expect(exported).toMatchObject({ entities: 4, relationships: 0, axioms: 0 });
    expect(exported.content).not.toMatch(/relationships|axioms/);
  });

  it.each<[KnowledgeExportOptions]>([
    [{ format: 'dot' }],
    [{ format: 'mermaid' }],
    [{ format: 'json', around: 'Pet' }],
  ])('KG-e §7 WriterPro: nothing that is made of relationships: %j', async (options) => {
    await expect(exportAt('WriterPro', options)).rejects.toMatchObject({ code: 'license-required' });
  });

  it('refuses a name that nothing has', async () => {
    await expect(exportAt('Teams', { format: 'yaml', around: 'Cat' })).rejects.toMatchObject({
      code: 'not-found',
      message: 'No entity is named "Cat". Find its name with "lexichord knowledge search".',
    });
  });

  it("rejects with the signal's reason", async () => {
    await expect(exportAt('Teams', { format: 'yaml', signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
