export { type AgentsModuleSetup, registerAgentsModule } from './agents-module.js';
export { builtInStrategyIds } from './catalog/built-in-agents.js';
export {
  AgentsOptions,
  type AgentsSection,
  type Live,
  type StrategySettings,
  agentsSection,
  assemblerSection,
} from './agents-options.js';

// orchestrator
export { ContextOrchestrator } from './context-orchestrator.js';
export { ContextStrategyFactory } from './context-strategy-factory.js';
