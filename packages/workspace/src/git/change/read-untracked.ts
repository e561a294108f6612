import {
  type CallOptions,
  type ChangedFile,
  ErrorCode,
  type IEditorService,
  type IWorkspaceGuard,
  type MissingText,
  isLexichordError,
} from '@lexichord/abstractions';

import { languageOf } from '../../editor/language-of.js';
import { UnruledBuildFolders } from '../build-folders.js';
import { type GitRun, type NoHistoryReason, failureOf } from '../find-repository.js';
import { runGit } from '../run-git.js';
import { toolFolders } from '../tool-folders.js';

/** Maximum number of new files; more of them indicate a missing ignore rule. */
const maxFiles = 2_000;
/** Maximum length of all texts together, in UTF-16 units. */
const maxLength = 20_000_000;

/** New files of a work tree. */
export interface UntrackedFiles {
  readonly files: readonly ChangedFile[];
  readonly isCut: boolean;
  /** Folders of build output whose new files are left out, with a slash at the end. */
  readonly buildFolders: ReadonlySet<string>;
}

/**
 * Reads files that git neither tracks nor ignores; a nested repository counts as one entry. Leaves out the same files
 * as a listing.
 *
 * @throws the signal's reason
 */
export async function readUntracked(
  run: GitRun,
  { editor, guard }: { readonly editor: IEditorService; readonly guard: Pick<IWorkspaceGuard, 'isDenied'> },
): Promise<UntrackedFiles | NoHistoryReason> {
  const paths: string[] = [];
  const buildFolders = new Set<string>();
  const output = new UnruledBuildFolders(run.root);
  const outcome = await runGit({
    ...run,
    args: ['ls-files', '-z', '--others', '--exclude-standard', ...[...toolFolders].map((name) => `--exclude=${name}/`)],
    separator: '\0',
    onItem: (path) => {
      const folder = output.holding(path.endsWith('/') ? path.slice(0, -1) : path);
      if (folder === undefined) return paths.push(path) <= maxFiles;
      buildFolders.add(folder);
      return true;
    },
  });
  const isCut = paths.length > maxFiles;
  if (!isCut && (outcome.kind !== 'ended' || outcome.exitCode !== 0)) return failureOf(outcome);
  const files: ChangedFile[] = [];
  let length = 0;
  for (const path of paths.slice(0, maxFiles)) {
    const file = path.endsWith('/') ? repositoryAt(path, guard) : await readNew(path, editor, run);
    length += file.after.length;
    // Files beyond the limit lose their text.
    files.push(length <= maxLength ? file : { ...file, after: '', hunks: [], missingText: 'too-large' });
  }
  return { files, isCut, buildFolders };
}

/** Describes a nested repository like a submodule: its files belong to another repository. */
function repositoryAt(folder: string, guard: Pick<IWorkspaceGuard, 'isDenied'>): ChangedFile {
  return { ...added(folder.slice(0, -1)), missingText: guard.isDenied(folder) ? 'denied' : 'submodule' };
}

function added(path: string): ChangedFile {
  const language = languageOf(path);
  return { path, status: 'added', language, isConflicted: false, before: '', after: '', hunks: [] };
}

async function readNew(path: string, editor: IEditorService, { signal }: CallOptions): Promise<ChangedFile> {
  const found = added(path);
  try {
    const { path: opened, content } = await editor.getDocument(path, { signal });
    // A link would show another file's lines under this name.
    if (opened !== path) return { ...found, missingText: 'link' };
    return content === '' ? found : { ...found, after: content, hunks: [wholeOf(content)] };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    return { ...found, missingText: missing[error.code] ?? 'unreadable' };
  }
}

function wholeOf(content: string): ChangedFile['hunks'][number] {
  const lines = content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
  return { beforeStart: 1, beforeCount: 0, afterStart: 1, afterCount: lines };
}

const missing: Readonly<Record<string, MissingText>> = {
  [ErrorCode.pathDenied]: 'denied',
  [ErrorCode.binaryFile]: 'binary',
  [ErrorCode.fileTooLarge]: 'too-large',
};
