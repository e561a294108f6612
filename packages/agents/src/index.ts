export { type AgentsModuleSetup, registerAgentsModule } from './agents-module.js';
export { builtInStrategyIds } from './catalog/built-in-agents.js';
export { AgentsOptions, type AgentsSection, type Live, agentsSection, assemblerSection } from './agents-options.js';
