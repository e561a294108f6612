import type { KnowledgeEntity, KnowledgeRelationship, PropertyValue } from '@lexichord/abstractions';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';

/** Share of the evidence for one end of a relationship that passes to the other, 0 to 1. */
interface Share {
  /** From the start of the relationship to its end. */
  readonly forward: number;
  /** From its end to its start; divided by the number of relationships with that end. */
  readonly back: number;
}

const otherShare: Share = { forward: 0.1, back: 0.1 };

/** Measured on questions about real API descriptions; types that are not listed pass {@link otherShare}. */
const shares: ReadonlyMap<string, Share> = new Map([
  ['has-endpoint', { forward: 0.02, back: 0 }],
  ['has-parameter', { forward: 0.15, back: 0.3 }],
  ['accepts', { forward: 0.4, back: 0.4 }],
  ['returns', { forward: 0.2, back: 0.4 }],
  ['has-schema', { forward: 0.1, back: 0.1 }],
  ['refers-to', { forward: 0.1, back: 0.1 }],
  ['defines', { forward: 0.5, back: 0.5 }],
  ['part-of', { forward: 0.2, back: 0.2 }],
]);

/** Between an endpoint and a schema that it accepts or returns, regardless of the entities between them. */
const exchanged: Share = { forward: 0.4, back: 0.4 };

/** Maximum number of schemas that an unnamed schema may refer to and still count as their wrapper. */
const maxWrapped = 4;

/** An error response contains nothing about the subject of a query. */
const failure = /(?:^|\s)[45](?:\d\d|XX)$/iu;

/** Links along which evidence spreads, by entity number. */
export interface EvidenceLinks {
  /** Start of each entity's links; its length is the number of entities plus 1. */
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  /** 0 to 1. */
  readonly shares: Float32Array;
}

/** Consecutive links: from, to and share of each. There may be hundreds of thousands. */
type Links = number[];

/** Computes from relationships the share of an entity's evidence that each neighbour receives. */
export function linkEvidence(graph: KnowledgeGraph): EvidenceLinks {
  const { entities, relationships } = graph;
  const numbers = new Map(entities.map(({ id }, number) => [id, number]));
  const links: Links = [];
  const join = (fromId: string, toId: string, { forward, back }: Share, endings: number): void => {
    const from = numbers.get(fromId);
    const to = numbers.get(toId);
    if (from === undefined || to === undefined || from === to) return;
    links.push(from, to, forward, to, from, back / Math.max(1, endings));
  };
  for (const relationship of relationships) {
    const { type, fromEntityId, toEntityId } = relationship;
    const endings = graph.incoming(toEntityId).length;
    join(fromEntityId, toEntityId, shares.get(type) ?? otherShare, endings);
    // Links endpoints directly to the schemas that they accept and return, across the nodes between them.
    const between = betweenOf(relationship, graph);
    for (const schema of between) {
      join(fromEntityId, schema, exchanged, graph.incoming(schema).length);
    }
  }
  return groupByEntity(links, entities.length);
}

/** Schemas that an endpoint accepts or returns through the end of a relationship, without that end itself. */
function betweenOf(relationship: KnowledgeRelationship, graph: KnowledgeGraph): readonly string[] {
  const { type, toEntityId } = relationship;
  if (type === 'accepts') return namedBehind(toEntityId, graph);
  if (type !== 'returns' || isFailure(relationship, graph.entity(toEntityId))) return [];
  return graph
    .outgoing(toEntityId)
    .filter((held) => held.type === 'has-schema')
    .flatMap((held) => [held.toEntityId, ...namedBehind(held.toEntityId, graph)]);
}

/** The named schemas that an unnamed one wraps; none if it refers to more than {@link maxWrapped}. */
function namedBehind(schemaId: string, graph: KnowledgeGraph): readonly string[] {
  const schema = graph.entity(schemaId);
  if (schema === undefined || !isNameless(schema, graph)) return [];
  const wrapped = graph.outgoing(schemaId).filter(({ type }) => type === 'refers-to');
  return wrapped.length > maxWrapped ? [] : wrapped.map(({ toEntityId }) => toEntityId);
}

/** Checks whether a response is an error: by the status of the relationship, else by the name of the response. */
function isFailure({ properties }: KnowledgeRelationship, answer: KnowledgeEntity | undefined): boolean {
  const { status } = properties;
  const statuses = (Array.isArray(status) ? (status as readonly PropertyValue[]) : [status]).filter(
    (one): one is string | number => typeof one === 'string' || typeof one === 'number',
  );
  if (statuses.length > 0) return statuses.every((one) => failure.test(String(one)));
  return answer !== undefined && failure.test(answer.name);
}

/** Groups links by entity. Several links between two entities are kept: the search uses the best of them. */
function groupByEntity(links: Links, size: number): EvidenceLinks {
  const starts = new Uint32Array(size + 1);
  for (let at = 0; at < links.length; at += 3) {
    const from = links[at] as number;
    starts[from + 1] = (starts[from + 1] as number) + 1;
  }
  for (let number = 0; number < size; number += 1) {
    starts[number + 1] = (starts[number + 1] as number) + (starts[number] as number);
  }
  const next = starts.slice(0, size);
  const targets = new Uint32Array(links.length / 3);
  const linkShares = new Float32Array(links.length / 3);
  for (let at = 0; at < links.length; at += 3) {
    const from = links[at] as number;
    const index = next[from] as number;
    next[from] = index + 1;
    targets[index] = links[at + 1] as number;
    linkShares[index] = links[at + 2] as number;
  }
  return { starts, targets, shares: linkShares };
}

/**
 * Weights of entity types that are parts of other entities: a question is rarely about one parameter of many. Their
 * evidence counts for the whole instead.
 */
const partWeights: ReadonlyMap<string, number> = new Map([
  ['Response', 0.35],
  ['Parameter', 0.5],
]);

/** Weight of a schema without a name of its own that is used only once. */
const namelessWeight = 0.35;

/** Factor on the score of an entity, above 0 to 1. */
export function partWeightOf(entity: KnowledgeEntity, graph: KnowledgeGraph): number {
  return partWeights.get(entity.type) ?? (isNameless(entity, graph) ? namelessWeight : 1);
}

/** Whether an entity is named after its owner, as `GET /pets 200 body` is after `GET /pets 200`. */
function isNameless({ id, name }: KnowledgeEntity, graph: KnowledgeGraph): boolean {
  const [only, ...others] = graph.incoming(id);
  if (only === undefined || others.length > 0) return false;
  const owner = graph.entity(only.fromEntityId)?.name ?? '';
  return owner !== '' && name.startsWith(`${owner} `);
}
