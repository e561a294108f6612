import type { KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';

import { entityIdOf, relationshipIdOf } from '../../graph/fact-ids.js';
import type { IFactStore } from '../../graph/fact-store.js';
import { KnowledgeGraph } from '../../graph/knowledge-graph.js';

const source = { documentPath: 'api.yaml', startLine: 1, endLine: 2 };

/** An entity with what a test says of it. */
export function anEntity(
  type: string,
  name: string,
  more: Partial<Omit<KnowledgeEntity, 'id' | 'type' | 'name'>> = {},
): KnowledgeEntity {
  return {
    id: entityIdOf('test', { type, name }),
    type,
    name,
    aliases: [],
    properties: {},
    sources: [source],
    createdMs: 1_000,
    modifiedMs: 1_000,
    ...more,
  };
}

/** A relationship between two entities. */
export function aRelationship(from: KnowledgeEntity, type: string, to: KnowledgeEntity): KnowledgeRelationship {
  return {
    id: relationshipIdOf(type, from.id, to.id),
    type,
    fromEntityId: from.id,
    toEntityId: to.id,
    properties: {},
    sources: [source],
    validFromMs: 1_000,
  };
}

/** A shop with pets: two resources, what is done with them, and an error that everything may end in. */
export function aPetStore(): { readonly graph: KnowledgeGraph; readonly named: (name: string) => KnowledgeEntity } {
  const entities = [
    anEntity('Service', 'Pet Store', { properties: { description: 'Sells animals' } }),
    anEntity('Endpoint', 'GET /pets', { aliases: ['listPets'], properties: { summary: 'List all pets in the store' } }),
    anEntity('Endpoint', 'POST /pets', { aliases: ['addPet'], properties: { summary: 'Add a new pet' } }),
    anEntity('Endpoint', 'GET /orders', { aliases: ['listOrders'], properties: { summary: 'List orders' } }),
    anEntity('Parameter', 'GET /pets limit in query', { properties: { description: 'How many pets come at once' } }),
    anEntity('Response', 'GET /pets 200', { properties: { description: 'A page of animals' } }),
    anEntity('Response', 'GET /pets 404', { properties: { description: 'Nothing there' } }),
    anEntity('Schema', 'Animal', {
      properties: {
        fields: { tag: 'string', weight: 'number' },
        fieldDescriptions: { weight: 'How heavy it is, in grams' },
      },
    }),
    anEntity('Schema', 'Purchase', { properties: { fields: { shipDate: 'string' } } }),
    anEntity('Schema', 'Problem', { properties: { fields: { code: 'integer' } } }),
  ];
  const named = (name: string): KnowledgeEntity => {
    const found = entities.find((entity) => entity.name === name);
    if (found === undefined) throw new TypeError(name);
    return found;
  };
  const relationships = [
    aRelationship(named('Pet Store'), 'has-endpoint', named('GET /pets')),
    aRelationship(named('GET /pets'), 'has-parameter', named('GET /pets limit in query')),
    aRelationship(named('GET /pets'), 'returns', named('GET /pets 200')),
    aRelationship(named('GET /pets'), 'returns', named('GET /pets 404')),
    aRelationship(named('GET /pets 200'), 'has-schema', named('Animal')),
    aRelationship(named('GET /pets 404'), 'has-schema', named('Problem')),
    aRelationship(named('POST /pets'), 'accepts', named('Animal')),
  ];
  return { graph: new KnowledgeGraph({ entities, relationships, axioms: [] }), named };
}

/** A store whose graph a test replaces. */
export class ReplaceableGraph implements Pick<IFactStore, 'graph'> {
  constructor(public current: KnowledgeGraph) {}

  graph(): Promise<KnowledgeGraph> {
    return Promise.resolve(this.current);
  }
}
