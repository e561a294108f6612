import type { CallOptions } from '../services/call-options.js';
import type { Unsubscribe } from '../services/event-bus.js';
import { type Token, token } from '../token.js';
import type { GuardedPath, IWorkspaceGuard } from './workspace-files.js';

/** Decoding of a file's bytes to text. */
export type TextDecoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-8-with-replacements';

/**
 * A document at one moment. Immutable: an unchanged document is always the same object, so derived data can be cached
 * by identity.
 */
export interface DocumentSnapshot {
  /** Relative to the workspace, forward slashes. */
  readonly path: string;
  /** Without a byte order mark. Line ends as in the file. */
  readonly content: string;
  /** Changes whenever the content does. */
  readonly version: string;
  /** Language id such as `markdown` or `typescript`, by file name; `plaintext` when unknown. */
  readonly language: string;
  /** True for a buffer that the editor has not saved. */
  readonly isUnsaved: boolean;
  readonly decoding: TextDecoding;
}

/** 1-based line and column; the column counts UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The offset of a line and column in a document. */
export interface FoundPosition {
  /** In UTF-16 units, 0-based. */
  readonly offset: number;
  /** The position at the offset: the requested one, unless the document does not have it. */
  readonly position: TextPosition;
}

/** Read access to the user's documents, unsaved changes included (SBD-072 §2.1). */
export interface IEditorService {
  /** @throws the errors of `IWorkspaceGuard.check`; `binary-file` */
  getDocument(path: string, options?: CallOptions): Promise<DocumentSnapshot>;
  /** The content of {@link getDocument}. */
  getContent(path: string, options?: CallOptions): Promise<string>;
  /**
   * Part of a file of any size, in bounded memory. Offsets are UTF-16 units of the decoded text.
   * `endOffset` is cut to the end of the file.
   */
  readRange(path: string, startOffset: number, endOffset: number, options?: CallOptions): Promise<string>;
  /**
   * The offset of a line and column in a file of any size, in bounded memory; reads no further than there. A column
   * behind the end of its line gives the end of that line, a line behind the last one the end of the file. A line ends
   * at LF, CR LF or a lone CR.
   *
   * @param position whole numbers from 1
   * @throws the errors of {@link getDocument} except `file-too-large`; `invalid-argument` for an invalid position
   */
  findPosition(path: string, position: TextPosition, options?: CallOptions): Promise<FoundPosition>;
  /** Sets an unsaved buffer that hides the file; `undefined` removes it. */
  setUnsavedContent(path: string, content: string | undefined): void;
  /** Paths with unsaved buffers, sorted. */
  listUnsaved(): readonly string[];
  /** Called with the path whenever an unsaved buffer changes. */
  onDidChange(listener: (path: string) => void): Unsubscribe;
}
export const IEditorService: Token<IEditorService> = token('IEditorService');

/** A saved document, and what the guard found out about its file. */
export interface CheckedDocument {
  readonly document: DocumentSnapshot;
  readonly file: GuardedPath;
}

/**
 * An editor that checks each of its reads with a guard. Whoever needs the check, too, gets both at once: a check asks
 * the file system for each folder of the path.
 */
export interface IGuardedEditorService extends IEditorService {
  readonly guard: IWorkspaceGuard;
  /**
   * The document as on the disk; `undefined` if an unsaved buffer hides it.
   *
   * @throws the errors of {@link getDocument}
   */
  getChecked(path: string, options?: CallOptions): Promise<CheckedDocument | undefined>;
}

/** Whether an editor checks each read with this very guard. */
export function isGuardedBy(editor: IEditorService, guard: IWorkspaceGuard): editor is IGuardedEditorService {
  return 'guard' in editor && editor.guard === guard;
}
