export type { IndexRefreshOptions } from './index-refresh.js';
export type {
  ILexichordFacade,
  WorkspaceMapOptions,
  WorkspacePackOptions,
  WorkspaceSearchOptions,
} from './lexichord-facade.js';
export type { IWorkspaceKnowledge, KnowledgeSearchOptions, KnowledgeSearchResult } from './workspace-knowledge.js';
export type { ExpandOptions, IWorkspaceMemory, RecallOptions, ShownSegment } from './workspace-memory.js';
