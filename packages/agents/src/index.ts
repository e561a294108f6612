export { type AgentsModuleSetup, registerAgentsModule } from './agents-module.js';
export { builtInStrategyIds } from './catalog/built-in-agents.js';
export type { AgentConfiguration } from './catalog/merge-agent-definitions.js';
export { AgentsOptions, type Live, type StrategySettings } from './agents-options.js';

// orchestrator
export { ContextOrchestrator } from './context-orchestrator.js';
export { ContextStrategyFactory } from './context-strategy-factory.js';
