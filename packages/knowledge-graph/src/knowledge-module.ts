import 'reflect-metadata';
import {
  IAxiomChecker,
  IAxiomStore,
  IContextStrategy,
  IEntityRelevanceScorer,
  IGraphRepository,
  IKnowledgeArchive,
  IKnowledgeContextStrategy,
  IKnowledgeExporter,
  IKnowledgeImporter,
  type ILicenseService,
  IStateCheck,
  StrategyDescriptor,
} from '@lexichord/abstractions';
import { parseOptions, registerWhenCalled, resolveToken } from '@lexichord/platform';
import { IDatabase } from '@lexichord/storage';
import { type DependencyContainer, instanceCachingFactory } from 'tsyringe';

import { KnowledgeOptions, type KnowledgeOptionsInput, knowledgeOptionsSchema } from './knowledge-options.js';
import type * as KnowledgeServices from './knowledge-services.js';
import { LateKnowledgeStrategy } from './late-knowledge-strategy.js';
import { agentDefaults } from './strategy/agent-defaults.js';
import { knowledgeDescriptor } from './strategy/knowledge-descriptor.js';

/**
 * Registers the knowledge graph, each service once per container. Does no I/O, and loads the code of the services only
 * when they are called; they need `IDatabase`, `IEmbeddingProvider`, `ITokenCounter`, `ISecretScanner`, the workspace's services, `IClock`,
 * `IIdSource`, `ILicenseService` and `ILogger`, which may be registered later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerKnowledgeModule(
  container: DependencyContainer,
  license: ILicenseService,
  given: KnowledgeOptionsInput,
): void {
  const options = parseOptions(knowledgeOptionsSchema, given, 'knowledge options');
  container.register(KnowledgeOptions, { useValue: options });
  container.register(StrategyDescriptor, { useValue: knowledgeDescriptor });
  // Of every tier: what a higher one has stored must not be lost with the licence.
  registerWhenCalled<IKnowledgeArchive>(container, IKnowledgeArchive, {
    methods: { check: true, mend: true, backUp: true, restore: true },
    load: async (scope) => (await services()).openArchive(scope),
  });
  registerWhenCalled<IStateCheck>(container, IStateCheck, {
    methods: { run: true },
    load: async (scope) => (await services()).openCheck(scope),
  });
  if (license.allows(knowledgeDescriptor.tier)) {
    registerServices(container, () => license.require(knowledgeDescriptor.tier, 'The knowledge graph'));
    registerStrategy(container, options);
  }
}

function services(): Promise<typeof KnowledgeServices> {
  return import('./knowledge-services.js');
}

/**
 * What is for Teams and Enterprise alone is graded by the services themselves (KG-e §7).
 *
 * @param check of the licence, which may expire after the registration
 */
function registerServices(container: DependencyContainer, check: () => void): void {
  registerWhenCalled<IGraphRepository>(container, IGraphRepository, {
    methods: {
      searchEntities: true,
      findByName: true,
      getEntities: true,
      listEntities: true,
      getRelationships: true,
      getNeighbourhood: true,
      count: true,
      history: true,
      asOf: true,
      apply: true,
    },
    check,
    load: async (scope) => (await services()).openGraphRepository(scope),
  });
  registerWhenCalled<IAxiomStore>(container, IAxiomStore, {
    methods: { getAxiomsForType: true, listAxioms: true, putAxioms: true, removeAxioms: true },
    check,
    load: async (scope) => (await services()).openAxiomStore(scope),
  });
  registerWhenCalled<IAxiomChecker>(container, IAxiomChecker, {
    methods: { check: true },
    check,
    load: async (scope) => (await services()).openAxiomChecker(scope),
  });
  registerWhenCalled<IEntityRelevanceScorer>(container, IEntityRelevanceScorer, {
    methods: { scoreEntities: true },
    check,
    load: async (scope) => (await services()).openScorer(scope),
  });
  registerWhenCalled<IKnowledgeImporter>(container, IKnowledgeImporter, {
    methods: { importFiles: true },
    check,
    load: async (scope) => (await services()).openImporter(scope),
  });
  registerWhenCalled<IKnowledgeExporter>(container, IKnowledgeExporter, {
    methods: { export: true },
    check,
    load: async (scope) => (await services()).openExporter(scope),
  });
}

/** One strategy under both of its contracts. */
function registerStrategy(container: DependencyContainer, { format }: KnowledgeOptions): void {
  container.register(IKnowledgeContextStrategy, {
    useFactory: instanceCachingFactory(
      (scope) =>
        new LateKnowledgeStrategy({
          database: resolveToken(scope, IDatabase),
          load: async () => (await services()).openStrategy(scope),
          configFor: (agentId) => ({ ...agentDefaults(agentId), format }),
        }),
    ),
  });
  container.register(IContextStrategy, { useFactory: (scope) => resolveToken(scope, IKnowledgeContextStrategy) });
}
