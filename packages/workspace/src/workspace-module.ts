import {
  IChangeReader,
  ICommitHistory,
  IDocumentStructureService,
  IEditorService,
  IGitHistory,
  IPackedTexts,
  IWorkspaceFileReader,
  IWorkspaceGuard,
  IWorkspaceListing,
} from '@lexichord/abstractions';
import { type ModuleSetup, oncePerContainer } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import type { DependencyContainer } from 'tsyringe';

import { FileEditorService } from './editor/file-editor-service.js';
import { ChangeReader } from './git/change/change-reader.js';
import { CommitHistory } from './git/commit-history.js';
import { GitHistory } from './git/git-history.js';
import { GuardedFileReader } from './guard/guarded-file-reader.js';
import { IWorkspaceFiles } from './guard/workspace-files.js';
import { WorkspaceGuard } from './guard/workspace-guard.js';
import { PackedTextsFolder } from './listing/packed-texts.js';
import { WorkspaceListing } from './listing/workspace-listing.js';
import { DocumentStructureService } from './structure/document-structure-service.js';
import { WorkspaceOptions, type WorkspaceOptionsInput, workspaceOptionsSchema } from './workspace-options.js';

/**
 * Registers the user's files: guard, reader, listing, editor, document structure and history, each once per container. Does no
 * I/O; the services need `ILogger` and `IClock`, which may be registered later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerWorkspaceModule(
  container: DependencyContainer,
  { options }: Required<ModuleSetup<WorkspaceOptionsInput>>,
): void {
  container.register(WorkspaceOptions, {
    useValue: parseOptions(workspaceOptionsSchema, options, 'workspace options'),
  });
  container.register(IWorkspaceFiles, { useClass: WorkspaceGuard }, oncePerContainer);
  container.register(IWorkspaceGuard, { useToken: IWorkspaceFiles });
  container.register(IWorkspaceFileReader, { useClass: GuardedFileReader }, oncePerContainer);
  container.register(IWorkspaceListing, { useClass: WorkspaceListing }, oncePerContainer);
  container.register(IPackedTexts, { useClass: PackedTextsFolder }, oncePerContainer);
  container.register(IEditorService, { useClass: FileEditorService }, oncePerContainer);
  container.register(IDocumentStructureService, { useClass: DocumentStructureService }, oncePerContainer);
  container.register(IGitHistory, { useClass: GitHistory }, oncePerContainer);
  container.register(ICommitHistory, { useClass: CommitHistory }, oncePerContainer);
  container.register(IChangeReader, { useClass: ChangeReader }, oncePerContainer);
}
