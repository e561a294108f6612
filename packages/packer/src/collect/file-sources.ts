import {
  type CallOptions,
  type CheckedDocument,
  type ContextSource,
  type DocumentSnapshot,
  ErrorCode,
  type GuardedPath,
  type IEditorService,
  type IWorkspaceGuard,
  isGuardedBy,
  isLexichordError,
} from '@lexichord/abstractions';
import { type LineIndex, linesOf } from '@lexichord/platform/internal';

import { holdsNul, rejectionOf, type SourceRejection, type UsableSource } from './source-collector.js';
import { isToolPath } from './tool-outputs.js';
import { matchContent } from './match-content.js';

/** The current content of a readable file. */
interface OpenedFile {
  readonly document: DocumentSnapshot;
  readonly lines: LineIndex;
  /** Absent for a buffer whose file does not exist yet. */
  readonly modifiedMs?: number | undefined;
}

/** A document; without `file` if it is in the editor only. */
type MaybeSaved = Pick<CheckedDocument, 'document'> & Partial<Pick<CheckedDocument, 'file'>>;

/**
 * Checks sources that are files: allowed by the guard, text, and equal to the content of the source (T-016 AC-020..028,
 * AC-145, threat 4). Opens each path once, for any number of sources, so that a denied one is logged once. For one
 * collection, because opened files are cached.
 */
export class FileSources {
  private readonly opened = new Map<string, Promise<OpenedFile | SourceRejection>>();

  constructor(
    private readonly guard: IWorkspaceGuard,
    private readonly editor: IEditorService,
  ) {}

  /** @throws the signal's reason */
  async check(source: ContextSource, options: CallOptions): Promise<UsableSource | SourceRejection> {
    const file = await this.open(source.filePath, options);
    if ('reason' in file) return file;
    const { document, lines, modifiedMs } = file;
    const matched = matchContent(lines, source.content, source.lineRange);
    if ('reason' in matched) return matched;
    // An editor checks only the beginning of a file.
    if (matched.content.includes('\0')) return holdsNul;
    return {
      ...source,
      ...matched,
      lineRange: matched.lineRange,
      ...(source.lineRange === undefined ? {} : { isOnePiece: true }),
      ...(matched.lineRange === undefined ? {} : { fileText: document.content }),
      filePath: document.path,
      language: source.language ?? document.language,
      modifiedMs,
    };
  }

  private open(path: string, options: CallOptions): Promise<OpenedFile | SourceRejection> {
    const cached = this.opened.get(path);
    if (cached !== undefined) return cached;
    const opening = this.read(path, options).catch((error: unknown) => {
      options.signal?.throwIfAborted();
      return rejectionOf(error);
    });
    this.opened.set(path, opening);
    return opening;
  }

  private async read(path: string, options: CallOptions): Promise<OpenedFile | SourceRejection> {
    const { document, file } = (await this.checkedDocument(path, options)) ?? (await this.checkAndRead(path, options));
    if (isToolPath(document.path)) return namedLikeTool;
    return { document, lines: linesOf(document), modifiedMs: file?.modifiedMs };
  }

  private checkedDocument(path: string, options: CallOptions): Promise<CheckedDocument | undefined> {
    return isGuardedBy(this.editor, this.guard) ? this.editor.getChecked(path, options) : Promise.resolve(undefined);
  }

  /** For an editor that may not ask the guard, and for unsaved buffers. */
  private async checkAndRead(path: string, options: CallOptions): Promise<MaybeSaved> {
    const file = await this.guardedPath(path, options);
    return { document: await this.editor.getDocument(file?.relativePath ?? path, options), file };
  }

  /** An unsaved file may exist in the editor only. */
  private async guardedPath(path: string, options: CallOptions): Promise<GuardedPath | undefined> {
    try {
      return await this.guard.check(path, options);
    } catch (error) {
      if (isLexichordError(error) && mayBeUnsaved.has(error.code)) return undefined;
      throw error;
    }
  }
}

/** Errors of the guard for files that the editor may have anyway; others are refused by the editor, too. */
const mayBeUnsaved: ReadonlySet<string> = new Set([ErrorCode.notFound, ErrorCode.fileTooLarge]);

const namedLikeTool: SourceRejection = {
  reason: 'invalid-argument',
  message:
    'The name of the file is reserved for the output of a tool. Rename it, or give its text as the output of a tool.',
};
