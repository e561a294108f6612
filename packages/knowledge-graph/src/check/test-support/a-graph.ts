import type {
  Axiom,
  AxiomCondition,
  FactSource,
  KnowledgeEntity,
  KnowledgeRelationship,
  Properties,
} from '@lexichord/abstractions';

import { axiomIdOf, entityIdOf, relationshipIdOf } from '../../graph/fact-ids.js';
import { KnowledgeGraph } from '../../graph/knowledge-graph.js';

/** Source of a test's fact. */
export function at(startLine: number, documentPath = 'api.yaml'): FactSource {
  return { documentPath, startLine, endLine: startLine };
}

/** An entity of which a test names only what matters; `key` is `Type name`. */
export function anEntity(key: string, given: Partial<KnowledgeEntity> = {}): KnowledgeEntity {
  const [type = '', ...rest] = key.split(' ');
  const name = rest.join(' ');
  return {
    id: entityIdOf('test', { type, name }),
    type,
    name,
    aliases: [],
    properties: {},
    sources: [at(1)],
    createdMs: 0,
    modifiedMs: 0,
    ...given,
  };
}

/** An entity with properties. */
export function withProperties(key: string, properties: Properties): KnowledgeEntity {
  return anEntity(key, { properties });
}

/** A relationship; its ends are keys such as `Endpoint GET /pets`. */
export function aRelationship(
  from: string,
  type: string,
  { to, line = 1 }: { readonly to: string; readonly line?: number },
): KnowledgeRelationship {
  const [fromEntityId, toEntityId] = [anEntity(from).id, anEntity(to).id];
  return {
    id: relationshipIdOf(type, fromEntityId, toEntityId),
    type,
    fromEntityId,
    toEntityId,
    properties: {},
    sources: [at(line)],
    validFromMs: 0,
  };
}

/** A rule; the rest is what a test does not name. */
export function anAxiom(targetType: string, condition: AxiomCondition, given: Partial<Axiom> = {}): Axiom {
  const name = given.name ?? `${targetType} ${condition.kind}`;
  return {
    id: axiomIdOf('test', { name, targetType }),
    name,
    description: '',
    targetType,
    condition,
    severity: 'error',
    isEnabled: true,
    source: at(1, 'rules.yaml'),
    ...given,
  };
}

/** The graph of these facts. */
export function aGraph(facts: {
  readonly entities?: readonly KnowledgeEntity[];
  readonly relationships?: readonly KnowledgeRelationship[];
  readonly axioms?: readonly Axiom[];
}): KnowledgeGraph {
  const { entities = [], relationships = [], axioms = [] } = facts;
  return new KnowledgeGraph({ entities, relationships, axioms });
}
