import type { KnowledgeEntity, KnowledgeRelationship, PropertyValue } from '@lexichord/abstractions';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';

/** Share of the evidence for one end of a relationship that passes to the other, 0 to 1. */
interface Share {
  /** From where it starts to where it ends. */
  readonly forward: number;
  /** From where it ends to where it starts; divided by how many relationships end there. */
  readonly back: number;
}

const otherShare: Share = { forward: 0.1, back: 0.1 };

/** Measured on questions about real API descriptions; a type that is not listed passes little. */
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

/** Between an endpoint and a schema that it takes or gives, whatever lies between the two. */
const exchanged: Share = { forward: 0.4, back: 0.4 };

/** Schemas that one without a name may refer to and count as their wrapper. */
const maxWrapped = 4;

/** An error response shows nothing about the subject of a query. */
const failure = /(?:^|\s)[45](?:\d\d|XX)$/iu;

/** Links along which evidence spreads; entities are numbers. */
export interface EvidenceLinks {
  /** Start of each entity's links; one more than there are entities. */
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  /** 0 to 1. */
  readonly shares: Float32Array;
}

/** Links one after the other: from, to and share of each. There may be hundreds of thousands. */
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
    // Over the nodes between an endpoint and the schemas that it takes and gives.
    const between = betweenOf(relationship, graph);
    for (const schema of between) {
      join(fromEntityId, schema, exchanged, graph.incoming(schema).length);
    }
  }
  return pack(links, entities.length);
}

/** Schemas that an endpoint takes or gives by a relationship, but not those at its end. */
function betweenOf(relationship: KnowledgeRelationship, graph: KnowledgeGraph): readonly string[] {
  const { type, toEntityId } = relationship;
  if (type === 'accepts') return namedBehind(toEntityId, graph);
  if (type !== 'returns' || isFailure(relationship, graph.entity(toEntityId))) return [];
  return graph
    .outgoing(toEntityId)
    .filter((held) => held.type === 'has-schema')
    .flatMap((held) => [held.toEntityId, ...namedBehind(held.toEntityId, graph)]);
}

/** The named schemas that an unnamed one wraps; none for one that refers to many. */
function namedBehind(schemaId: string, graph: KnowledgeGraph): readonly string[] {
  const schema = graph.entity(schemaId);
  if (schema === undefined || !isNameless(schema, graph)) return [];
  const wrapped = graph.outgoing(schemaId).filter(({ type }) => type === 'refers-to');
  return wrapped.length > maxWrapped ? [] : wrapped.map(({ toEntityId }) => toEntityId);
}

/** By the status of the relationship, else by the name of the response. */
function isFailure({ properties }: KnowledgeRelationship, answer: KnowledgeEntity | undefined): boolean {
  const { status } = properties;
  const statuses = (Array.isArray(status) ? (status as readonly PropertyValue[]) : [status]).filter(
    (one): one is string | number => typeof one === 'string' || typeof one === 'number',
  );
  if (statuses.length > 0) return statuses.every((one) => failure.test(String(one)));
  return answer !== undefined && failure.test(answer.name);
}

/** Several links between two entities stay several: a walk keeps the best of them. */
function pack(links: Links, size: number): EvidenceLinks {
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
 * A part of another entity, which means little without it, gives way to it: a question is rarely about one
 * parameter of many. What it says speaks for the whole.
 */
const partWeights: ReadonlyMap<string, number> = new Map([
  ['Response', 0.35],
  ['Parameter', 0.5],
]);

/** A schema without a name of its own that is used only once. */
const namelessWeight = 0.35;

/** Factor on the score of an entity, above 0 to 1. */
export function partWeightOf(entity: KnowledgeEntity, graph: KnowledgeGraph): number {
  return partWeights.get(entity.type) ?? (isNameless(entity, graph) ? namelessWeight : 1);
}

/** Whether an entity is called after what it hangs on, as `GET /pets 200 body` is after `GET /pets 200`. */
function isNameless({ id, name }: KnowledgeEntity, graph: KnowledgeGraph): boolean {
  const [only, ...others] = graph.incoming(id);
  if (only === undefined || others.length > 0) return false;
  const owner = graph.entity(only.fromEntityId)?.name ?? '';
  return owner !== '' && name.startsWith(`${owner} `);
}
