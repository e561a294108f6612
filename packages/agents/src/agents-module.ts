import 'reflect-metadata';

import {
  type AgentDefinition,
  type CustomStrategy,
  ErrorCode,
  IAgentCatalog,
  IContextOrchestrator,
  IContextStrategy,
  IContextStrategyFactory,
  type ILicenseService,
  LexichordError,
  StrategyDescriptor,
  type StrategyServices,
  type Token,
} from '@lexichord/abstractions';
import { oncePerContainer, resolveToken } from '@lexichord/platform';
import { type DependencyContainer, instanceCachingFactory } from 'tsyringe';

import { AgentsOptions, type AgentsSection, type Live } from './agents-options.js';
import { AgentCatalog, AgentDefinitions, mergeAgentDefinitions } from './catalog/agent-catalog.js';
import { builtInAgents } from './catalog/built-in-agents.js';
import { ContextOrchestrator } from './context-orchestrator.js';
import { ContextStrategyFactory, requireFreshStrategyId } from './context-strategy-factory.js';
import { strategyCatalog } from './strategies/strategy-catalog.js';

/** Configuration of the assembler by its host. */
export interface AgentsModuleSetup {
  readonly license: ILicenseService;
  /** Read when an assembly starts, so that a host may change them between assemblies. */
  readonly options: Live<AgentsOptions>;
  /** Configured agents: new ones, and changes to built-in ones. May change between assemblies. */
  readonly agents?: Live<AgentsSection>;
  readonly customStrategies?: readonly CustomStrategy[];
}

/** The tier that custom strategies need (SBD-072 §1.4). */
const customStrategyTier = 'Enterprise';

/**
 * Registers the assembler. Descriptors are registered under every licence, so that an assembly can list locked
 * strategies; a strategy's class is registered only if the licence covers it and the service that it requires exists.
 * Those services must therefore be registered before.
 */
export function registerAgentsModule(
  container: DependencyContainer,
  { license, options, agents = { current: {} }, customStrategies = [] }: AgentsModuleSetup,
): void {
  container.register(AgentsOptions, { useValue: options });
  container.register(AgentDefinitions, { useValue: withBuiltInAgents(agents) });
  container.register(IAgentCatalog, { useClass: AgentCatalog }, oncePerContainer);
  container.register(IContextStrategyFactory, { useClass: ContextStrategyFactory }, oncePerContainer);
  container.register(IContextOrchestrator, { useClass: ContextOrchestrator }, oncePerContainer);

  for (const { descriptor, strategy, requires } of strategyCatalog) {
    container.register(StrategyDescriptor, { useValue: descriptor });
    const isServed = requires === undefined || container.isRegistered(requires, true);
    if (isServed && license.allows(descriptor.tier)) {
      container.register(IContextStrategy, { useClass: strategy }, oncePerContainer);
    }
  }
  validateCustomStrategies(customStrategies);
  for (const custom of customStrategies) {
    container.register(StrategyDescriptor, { useValue: describeCustom(custom) });
    if (!license.allows(customStrategyTier)) continue;
    container.register(IContextStrategy, {
      useFactory: instanceCachingFactory((scope) => createAsDeclared(custom, servicesOf(scope))),
    });
  }
}

function withBuiltInAgents(configured: Live<AgentsSection>): Live<readonly AgentDefinition[]> {
  return {
    get current() {
      return mergeAgentDefinitions(builtInAgents, configured.current);
    },
  };
}

/** Validates custom strategies at registration, because the container would wrap an error thrown during resolution. */
function validateCustomStrategies(customStrategies: readonly CustomStrategy[]): void {
  const takenIds = new Set<string>(strategyCatalog.map(({ descriptor }) => descriptor.strategyId));
  for (const { strategyId, priority, maxTokens } of customStrategies) {
    requireFreshStrategyId(strategyId, takenIds);
    takenIds.add(strategyId);
    if (Number.isSafeInteger(maxTokens) && maxTokens >= 1 && Number.isFinite(priority)) continue;
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `The custom strategy "${strategyId}" has ${maxTokens} tokens and priority ${priority}; it needs a whole number of tokens from 1 and a number as priority.`,
      { details: { strategyId } },
    );
  }
}

function describeCustom(custom: CustomStrategy): StrategyDescriptor {
  const { strategyId, displayName, priority, maxTokens, enabledByDefault } = custom;
  return { strategyId, displayName, priority, maxTokens, enabledByDefault, tier: customStrategyTier };
}

function servicesOf(container: DependencyContainer): StrategyServices {
  return { resolve: <T>(token: Token<T>): T => resolveToken(container, token) };
}

function createAsDeclared(custom: CustomStrategy, services: StrategyServices): IContextStrategy {
  const strategy = custom.create(services);
  const { strategyId: declaredId } = custom;
  if (strategy.strategyId === declaredId) return strategy;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The custom strategy "${declaredId}" built one with the id "${strategy.strategyId}". Give both the same id.`,
    { details: { declaredId, strategyId: strategy.strategyId } },
  );
}
