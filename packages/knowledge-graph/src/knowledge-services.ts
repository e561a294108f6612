import {
  type IAxiomChecker,
  type IAxiomStore,
  type IEntityRelevanceScorer,
  type IGraphRepository,
  type IKnowledgeArchive,
  IKnowledgeContextFormatter,
  type IKnowledgeContextStrategy,
  type IKnowledgeExporter,
  type IKnowledgeImporter,
  type IStateCheck,
} from '@lexichord/abstractions';
import { oncePerContainer } from '@lexichord/platform';
import type { DependencyContainer } from 'tsyringe';

import { KnowledgeArchive } from './archive/knowledge-archive.js';
import { KnowledgeCheck } from './archive/knowledge-check.js';
import { AxiomChecker } from './check/check-axioms.js';
import { KnowledgeExporter } from './export/knowledge-exporter.js';
import { KnowledgeContextFormatter } from './format/knowledge-context-formatter.js';
import { IFactStore } from './graph/fact-store.js';
import { KnowledgeImporter } from './import/knowledge-importer.js';
import { EntityRelevanceScorer } from './score/entity-relevance-scorer.js';
import { GraphEntityIndex, IEntityIndex } from './search/graph-entity-index.js';
import { AxiomStore } from './store/axiom-store.js';
import { FactStore } from './store/fact-store.js';
import { GraphRepository } from './store/graph-repository.js';
import { KnowledgeContextStrategy } from './strategy/knowledge-context-strategy.js';

/** Registers the services that others share: one copy of the graph, and one index of it. */
function withShared(container: DependencyContainer): DependencyContainer {
  if (!container.isRegistered(IFactStore)) {
    container.register(IFactStore, { useClass: FactStore }, oncePerContainer);
    container.register(IEntityIndex, { useClass: GraphEntityIndex }, oncePerContainer);
  }
  return container;
}

export function createArchive(container: DependencyContainer): IKnowledgeArchive {
  return container.resolve(KnowledgeArchive);
}

export function createCheck(container: DependencyContainer): IStateCheck {
  return withShared(container).resolve(KnowledgeCheck);
}

export function createGraphRepository(container: DependencyContainer): IGraphRepository {
  return withShared(container).resolve(GraphRepository);
}

export function createAxiomStore(container: DependencyContainer): IAxiomStore {
  return withShared(container).resolve(AxiomStore);
}

export function createAxiomChecker(container: DependencyContainer): IAxiomChecker {
  return withShared(container).resolve(AxiomChecker);
}

export function createScorer(container: DependencyContainer): IEntityRelevanceScorer {
  return withShared(container).resolve(EntityRelevanceScorer);
}

export function createImporter(container: DependencyContainer): IKnowledgeImporter {
  return withShared(container).resolve(KnowledgeImporter);
}

export function createExporter(container: DependencyContainer): IKnowledgeExporter {
  return withShared(container).resolve(KnowledgeExporter);
}

/** Uses the formatter of the host if it has registered one. */
export function createStrategy(container: DependencyContainer): IKnowledgeContextStrategy {
  if (!container.isRegistered(IKnowledgeContextFormatter, true)) {
    container.register(IKnowledgeContextFormatter, { useClass: KnowledgeContextFormatter }, oncePerContainer);
  }
  return container.resolve(KnowledgeContextStrategy);
}
