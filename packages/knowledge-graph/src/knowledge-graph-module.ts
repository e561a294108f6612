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
  IStateCheck,
  StrategyDescriptor,
} from '@lexichord/abstractions';
import { type LicensedModuleSetup, resolveToken } from '@lexichord/platform';
import { parseOptions, registerLazy } from '@lexichord/platform/internal';
import { IDatabase } from '@lexichord/storage';
import { type DependencyContainer, instanceCachingFactory } from 'tsyringe';

import { KnowledgeOptions, type KnowledgeOptionsInput, knowledgeOptionsSchema } from './knowledge-options.js';
import type * as KnowledgeServices from './knowledge-services.js';
import { LazyKnowledgeStrategy } from './lazy-knowledge-strategy.js';
import { agentDefaults } from './strategy/agent-defaults.js';
import { knowledgeDescriptor } from './strategy/knowledge-descriptor.js';

/**
 * Registers the knowledge graph, each service once per container. Does no I/O, and loads the code of the services only
 * when they are called; they need `IDatabase`, `IEmbeddingProvider`, `ITokenCounter`, `ISecretScanner`, the workspace's
 * services, `IClock`, `IIdSource`, `ILicenseService` and `ILogger`, which may be registered later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerKnowledgeGraphModule(
  container: DependencyContainer,
  { license, options: given }: Required<LicensedModuleSetup<KnowledgeOptionsInput>>,
): void {
  const options = parseOptions(knowledgeOptionsSchema, given, 'knowledge options');
  container.register(KnowledgeOptions, { useValue: options });
  container.register(StrategyDescriptor, { useValue: knowledgeDescriptor });
  // For every tier: facts that a higher tier has stored must not be lost with the licence.
  registerLazy<IKnowledgeArchive>(container, IKnowledgeArchive, {
    methods: { check: true, mend: true, backUp: true, restore: true },
    load: async (scope) => (await services()).createArchive(scope),
  });
  registerLazy<IStateCheck>(container, IStateCheck, {
    methods: { run: true },
    load: async (scope) => (await services()).createCheck(scope),
  });
  const check = (): void => license.require(knowledgeDescriptor.tier, 'The knowledge graph');
  registerServices(container, check);
  registerContextStrategy(container, { check, format: options.format });
  if (!license.allows(knowledgeDescriptor.tier)) return;
  container.register(IContextStrategy, { useFactory: (scope) => resolveToken(scope, IKnowledgeContextStrategy) });
}

function services(): Promise<typeof KnowledgeServices> {
  return import('./knowledge-services.js');
}

/**
 * Registers the services under every licence: a locked one throws when it is called. The services themselves check
 * features that only Teams and Enterprise have (KG-e §7).
 *
 * @param check checks the licence, which may expire after the registration
 */
function registerServices(container: DependencyContainer, check: () => void): void {
  registerLazy<IGraphRepository>(container, IGraphRepository, {
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
    load: async (scope) => (await services()).createGraphRepository(scope),
  });
  registerLazy<IAxiomStore>(container, IAxiomStore, {
    methods: { getAxiomsForType: true, listAxioms: true, putAxioms: true, removeAxioms: true },
    check,
    load: async (scope) => (await services()).createAxiomStore(scope),
  });
  registerLazy<IAxiomChecker>(container, IAxiomChecker, {
    methods: { check: true },
    check,
    load: async (scope) => (await services()).createAxiomChecker(scope),
  });
  registerLazy<IEntityRelevanceScorer>(container, IEntityRelevanceScorer, {
    methods: { scoreEntities: true },
    check,
    load: async (scope) => (await services()).createScorer(scope),
  });
  registerLazy<IKnowledgeImporter>(container, IKnowledgeImporter, {
    methods: { importFiles: true },
    check,
    load: async (scope) => (await services()).createImporter(scope),
  });
  registerLazy<IKnowledgeExporter>(container, IKnowledgeExporter, {
    methods: { export: true },
    check,
    load: async (scope) => (await services()).createExporter(scope),
  });
}

/** Registers one strategy for programs, and for assemblies if the licence allows it. */
function registerContextStrategy(
  container: DependencyContainer,
  { check, format }: Pick<KnowledgeOptions, 'format'> & { readonly check: () => void },
): void {
  container.register(IKnowledgeContextStrategy, {
    useFactory: instanceCachingFactory(
      (scope) =>
        new LazyKnowledgeStrategy({
          database: resolveToken(scope, IDatabase),
          check,
          load: async () => (await services()).createStrategy(scope),
          configFor: (agentId) => ({ ...agentDefaults(agentId), format }),
        }),
    ),
  });
}
