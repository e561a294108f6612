// module
export { registerWorkspaceModule } from './workspace-module.js';
export {
  WorkspaceOptions,
  type WorkspaceOptionsInput,
  workspaceOptionsSchema,
  workspaceSection,
} from './workspace-options.js';

// services
export { FileEditorService } from './editor/file-editor-service.js';
export { GitHistory } from './git/git-history.js';
export { tracksPath } from './git/tracks-path.js';
export { WorkspaceGuard } from './guard/workspace-guard.js';
export { DocumentStructureService } from './structure/document-structure-service.js';

// files
export { languageOf } from './editor/language-of.js';
