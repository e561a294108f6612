export { type CommitHistoryOptions, ICommitHistory, type PastCommit } from './commit-history.js';
export {
  type ApproximationReason,
  type CodeOutline,
  type DocumentBlock,
  type DocumentHeading,
  type DocumentStructure,
  ICodeOutliner,
  IDocumentStructureService,
  type OutlinedSymbol,
} from './document-structure-service.js';
export {
  type CheckedDocument,
  type DocumentSnapshot,
  type FoundPosition,
  IEditorService,
  type IGuardedEditorService,
  type TextDecoding,
  type TextPosition,
  isGuardedBy,
} from './editor-service.js';
export { type AdoptOptions, type AdoptedState, IStateFolder } from './state-folder.js';
export {
  IStyleRuleRepository,
  type StyleCategory,
  type StyleRule,
  type StyleRuleSet,
  type StyleSeverity,
  styleCategories,
} from './style-rule-repository.js';
export { hasReplacements, undecodedWarning } from './undecoded-text.js';
export {
  type ChangeHunk,
  type ChangeQuery,
  type ChangeStatus,
  type ChangedFile,
  IChangeReader,
  type MissingText,
  type WorkspaceChange,
  changeName,
  packTask,
} from './workspace-change.js';
export {
  type FileReadOptions,
  type GuardedPath,
  IGitHistory,
  IPackedTexts,
  IWorkspaceFileReader,
  IWorkspaceGuard,
  IWorkspaceListing,
  type ListOptions,
  type ListedFile,
  type ListingWarning,
  type RecentChanges,
  agentIgnoreFileName,
  isUncommitted,
  workspaceConfigurationPath,
} from './workspace-files.js';
