export { type AgentDefinition, IAgentCatalog } from './agent-catalog.js';
export {
  type AssembledContext,
  type ContextVariables,
  type DeduplicatedFragment,
  type SkipReason,
  type SkippedStrategy,
  type TruncatedFragment,
  combineContent,
  emptyAssembledContext,
  fragmentSeparator,
  getFragment,
  hasContext,
  hasFragmentFrom,
  renderFragment,
} from './assembled-context.js';
export { closeOpenFence, closesFence, fenceOpenedBy, openFenceAtEnd } from './code-fence.js';
export {
  type ContextBudget,
  contextBudgetWithLimit,
  defaultContextBudget,
  excludesStrategy,
  requiresStrategy,
} from './context-budget.js';
export type {
  AssemblyOrigin,
  ConfigurationChange,
  ConfigurationRejectedEvent,
  ConfigurationReloadedEvent,
  ContextAssembledEvent,
  ContextAssemblyFailedEvent,
  ContextAssemblyStartedEvent,
  IndexUpdatedEvent,
  LexichordEvents,
  StrategyToggledEvent,
} from './context-events.js';
export { type ContextFragment, type FragmentMetadata, hasContent, truncateFragment } from './context-fragment.js';
export {
  type ContextGatheringRequest,
  type ContextHints,
  type TextRange,
  emptyRequest,
  hasCursor,
  hasDocument,
  hasSelection,
  validateRequest,
} from './context-gathering-request.js';
export { contextIdPattern, contextIdRule } from './context-id.js';
export { type AssembleOptions, IContextOrchestrator, type StrategyState } from './context-orchestrator.js';
export {
  type CustomStrategy,
  type GatherOptions,
  IContextStrategy,
  IContextStrategyFactory,
  type NothingGathered,
  type QuoteText,
  type RequestInputs,
  type RequestOptions,
  type ShortenOptions,
  StrategyDescriptor,
  StrategyPriority,
  type StrategyServices,
  type WritingOptions,
  isNothingGathered,
} from './context-strategy.js';
export { ILexichordRuntime } from './lexichord-runtime.js';
