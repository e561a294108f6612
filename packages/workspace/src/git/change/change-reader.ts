import 'reflect-metadata';
import {
  type CallOptions,
  type ChangeQuery,
  type ChangedFile,
  IClock,
  type IChangeReader,
  IEditorService,
  ILogger,
  type WorkspaceChange,
  changeName,
} from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';
import { countOf } from '@lexichord/platform/number-text';
import { inject, injectable } from 'tsyringe';

import { languageOf } from '../../editor/language-of.js';
import { IWorkspaceFiles } from '../../guard/workspace-files.js';
import { leftOutWarning } from '../build-folders.js';
import { type NoHistoryReason, findRepository } from '../find-repository.js';
import { readSettings } from '../read-settings.js';
import { gitFailure } from './git-failure.js';
import { type ListedChange, listChangedFiles, listConflicts, countOutside } from './list-changed-files.js';
import { type ReadPatch, readPatch } from './read-patch.js';
import { type UntrackedFiles, readUntracked } from './read-untracked.js';
import { resolveComparison } from './resolve-revisions.js';

/** Time limit for each command of a comparison, in milliseconds: a user waits for it. */
const commandTimeoutMs = 20_000;

const noFiles: UntrackedFiles = { files: [], isCut: false, buildFolders: new Set() };

/** Reads changes with the program git: resolve the revisions ► list the files ► read their texts ► add new files. */
@injectable()
export class ChangeReader implements IChangeReader {
  private readonly log: ILogger;

  constructor(
    @inject(IWorkspaceFiles) private readonly files: IWorkspaceFiles,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) log: ILogger,
  ) {
    this.log = log.forSource('ChangeReader');
  }

  async read(
    query: ChangeQuery,
    { signal = new AbortController().signal }: CallOptions = {},
  ): Promise<WorkspaceChange> {
    this.files.refreshRules();
    const run = { root: this.files.root, timeoutMs: commandTimeoutMs, clock: this.clock, signal };
    const repository = orThrow(await findRepository(run));
    const { name, args, isWorkTree, isBetweenCommits } = await resolveComparison(query, repository, run);
    const filters = orThrow((await readSettings(run)).filters ?? (isWorkTree ? 'failed' : []));
    const listed = orThrow(await listChangedFiles(args, { filters, run }));
    const patch = orThrow(await readPatch(args, { filters, run }));
    const { editor, files: guard } = this;
    const untracked = isWorkTree ? orThrow(await readUntracked(run, { editor, guard })) : noFiles;
    const outside = repository.prefix === '' ? 0 : orThrow(await countOutside(args, { filters, run }));

    const conflicts = isBetweenCommits ? new Set<string>() : orThrow(await listConflicts(run));

    const tracked = listed.files.map((file) => this.withText(file, patch, conflicts));
    const files = distinctFiles([...tracked, ...untracked.files]);
    const { buildFolders } = untracked;
    this.log.debug('{files} files differ', { files: files.length, isCut: patch.isCut });
    const isCut = { files: listed.isCut || untracked.isCut, text: patch.isCut };
    const warnings = warningsOf({ outside, isCut, files, buildFolders });
    if (files.length === 0 && warnings.length === 0)
      return { name, isWorkTree, files, warnings: [emptyWarning(query)] };
    return { name, isWorkTree, files, warnings };
  }

  /** Adds the text of a file. Omits it if the guard denies the path or the former path. */
  private withText(listed: ListedChange, patch: ReadPatch, conflicts: ReadonlySet<string>): ChangedFile {
    const { hasOtherBytes, ...facts } = listed;
    const file = { ...facts, language: languageOf(facts.path), isConflicted: conflicts.has(facts.path) };
    const { path, formerPath, missingText } = file;
    const none = { before: '', after: '', hunks: [] };
    const isDenied = [path, formerPath ?? path].some((name) => this.files.isDenied(name));
    if (isDenied) return { ...file, ...none, missingText: 'denied' };
    if (missingText !== undefined) return { ...file, ...none };
    const found = patch.files.get(path);
    if (found === undefined) {
      const isTooLarge = patch.isCut || patch.tooLarge.has(path);
      return { ...file, ...none, ...(hasOtherBytes ? { missingText: isTooLarge ? 'too-large' : 'binary' } : {}) };
    }
    const isBinary = found.before.includes('\0') || found.after.includes('\0');
    if (isBinary) return { ...file, ...none, missingText: 'binary' };
    return { ...file, ...found, before: withoutMark(found.before), after: withoutMark(found.after) };
  }
}

/** Removes a byte order mark, as the editor does. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Unique files, by path: a file that was removed from git's index, and still exists, counts as a new one. */
function distinctFiles(files: readonly ChangedFile[]): readonly ChangedFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return [...byPath.values()].sort((a, b) => compareText(a.path, b.path));
}

function orThrow<T>(found: T | NoHistoryReason): T {
  if (typeof found === 'string') throw gitFailure(found as NoHistoryReason);
  return found;
}

function unreadWarning(files: string, isCut: boolean): string {
  return isCut
    ? `The change is too large: the lines of ${files} were not read. Compare a smaller range.`
    : `The lines of ${files} were not read: too large, or with a line that is.`;
}

function emptyWarning(query: ChangeQuery): string {
  if ('staged' in query) return 'Nothing is staged. Stage files with "git add", or compare the work tree.';
  if ('changed' in query) return 'Nothing has changed since the last commit.';
  return `No file differs in ${changeName(query)}.`;
}

function warningsOf({
  outside,
  isCut,
  files,
  buildFolders,
}: {
  readonly outside: number;
  readonly isCut: { readonly files: boolean; readonly text: boolean };
  readonly files: readonly ChangedFile[];
  readonly buildFolders: ReadonlySet<string>;
}): readonly string[] {
  const unread = files.filter(({ missingText }) => missingText === 'too-large').length;
  const conflicted = files.filter(({ isConflicted }) => isConflicted).length;
  return [
    ...(outside === 0
      ? []
      : [`The change has ${countOf(outside, 'more file')} outside of the workspace, which are left out.`]),
    ...(isCut.files ? [`The change has too many files; only the first ${files.length} are listed.`] : []),
    ...(buildFolders.size === 0 ? [] : [leftOutWarning(buildFolders)]),
    ...(unread === 0 ? [] : [unreadWarning(countOf(unread, 'file'), isCut.text)]),
    ...(conflicted === 0 ? [] : [`A merge left ${countOf(conflicted, 'file')} in conflict, shown with both sides.`]),
  ];
}
