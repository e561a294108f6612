import 'reflect-metadata';
import {
  type Axiom,
  type CallOptions,
  type EntitySearchQuery,
  type EntitySearchResult,
  type IAxiomStore,
  type IEditorService,
  type IGraphRepository,
  type ILicenseService,
  type ITokenCounter,
  type KnowledgeCounts,
  type KnowledgeEntity,
  type KnowledgeRelationship,
  type LicenseTier,
} from '@lexichord/abstractions';
import { parseOptions } from '@lexichord/platform/internal';
import {
  MemoryEditorService,
  PatternSecretScanner,
  PlainStructureService,
  RecordingLogger,
  WordTokenCounter,
} from '@lexichord/testing';

import { anAxiom } from '../../format/test-support/hostile-facts.js';
import { KnowledgeContextFormatter } from '../../format/knowledge-context-formatter.js';
import { KnowledgeGraph } from '../../graph/knowledge-graph.js';
import { type KnowledgeOptionsInput, knowledgeOptionsSchema } from '../../knowledge-options.js';
import { EntityRelevanceScorer } from '../../score/entity-relevance-scorer.js';
import { buildEntityCorpus } from '../../search/entity-corpus.js';
import { rankEntities } from '../../search/rank-entities.js';
import { aPetStore, aRelationship, anEntity } from '../../search/test-support/a-graph.js';
import { TopicProvider } from '../../search/test-support/topic-provider.js';
import { KnowledgeContextStrategy } from '../knowledge-context-strategy.js';

/** A graph that is searched by words, and remembers what it was asked. */
export class MemoryKnowledge
  implements
    Pick<IGraphRepository, 'searchEntities' | 'getRelationships' | 'count'>,
    Pick<IAxiomStore, 'getAxiomsForType'>
{
  readonly searches: EntitySearchQuery[] = [];
  readonly depths: number[] = [];
  warnings: readonly string[] = [];
  /** Rejected with by every question. */
  failure: Error | undefined;

  constructor(readonly graph: KnowledgeGraph) {}

  async searchEntities(query: EntitySearchQuery, { signal }: CallOptions = {}): Promise<EntitySearchResult> {
    await Promise.resolve();
    signal?.throwIfAborted();
    if (this.failure !== undefined) throw this.failure;
    this.searches.push(query);
    const found = rankEntities(buildEntityCorpus(this.graph), { ...query, fusionWeight: 0.5 });
    return { found, warnings: this.warnings };
  }

  getRelationships(entityId: string, depth: number): Promise<readonly KnowledgeRelationship[]> {
    this.depths.push(depth);
    return Promise.resolve([...this.graph.outgoing(entityId), ...this.graph.incoming(entityId)]);
  }

  getAxiomsForType(entityType: string): Promise<readonly Axiom[]> {
    return Promise.resolve(this.graph.axioms.filter(({ targetType }) => [entityType, '*'].includes(targetType)));
  }

  count(): Promise<KnowledgeCounts> {
    return Promise.resolve(this.graph.count());
  }
}

/** Settings of a test's strategy. */
export interface StrategyParts {
  readonly tier?: LicenseTier;
  readonly license?: Pick<ILicenseService, 'tier'>;
  readonly options?: Partial<KnowledgeOptionsInput>;
  readonly editor?: IEditorService;
  readonly tokenCounter?: ITokenCounter;
  readonly log?: RecordingLogger;
}

export function aKnowledgeStrategy(knowledge: MemoryKnowledge, parts: StrategyParts = {}): KnowledgeContextStrategy {
  const { tier = 'Teams', license = { tier }, editor = new MemoryEditorService() } = parts;
  const { tokenCounter = new WordTokenCounter(), log = new RecordingLogger() } = parts;
  const options = parseOptions(knowledgeOptionsSchema, { workspace: 'test', ...parts.options }, 'knowledge options');
  return new KnowledgeContextStrategy(
    knowledge as unknown as IGraphRepository,
    knowledge as unknown as IAxiomStore,
    new EntityRelevanceScorer(options, new TopicProvider()),
    new KnowledgeContextFormatter(tokenCounter),
    license as ILicenseService,
    options,
    editor,
    new PlainStructureService(),
    tokenCounter,
    log,
    new PatternSecretScanner(),
  );
}

/** The pet store with rules. */
export function aStore(): MemoryKnowledge {
  const { entities, relationships } = aPetStore().graph;
  const axioms = [
    anAxiom('Endpoint', 'summaries'),
    anAxiom('Term', 'other'),
    anAxiom('Endpoint', 'off', { isEnabled: false }),
  ];
  return new MemoryKnowledge(new KnowledgeGraph({ entities, relationships, axioms }));
}

/** So many endpoints that are all about pets, each related to the next. */
export function manyPets(count: number): MemoryKnowledge {
  const entities = Array.from({ length: count }, (_unused, number) =>
    anEntity('Endpoint', `GET /pets/${String(number).padStart(3, '0')}`, { properties: { summary: 'List all pets' } }),
  );
  const relationships = entities
    .slice(1)
    .map((entity, index) => aRelationship(entities[index] as KnowledgeEntity, 'depends-on', entity));
  return new MemoryKnowledge(
    new KnowledgeGraph({ entities, relationships, axioms: [anAxiom('Endpoint', 'summaries')] }),
  );
}
