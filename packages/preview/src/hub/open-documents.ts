import type { CallOptions, DocumentSnapshot, IEditorService, ILexichordRuntime } from '@lexichord/abstractions';

import type { OpenedDocument } from '../protocol/preview-connection.js';
import { DocumentWatch, type WatchEvent } from './document-watch.js';
import { PanelBuffers, notEditable } from './panel-buffers.js';
import { panelStopped } from './viewers.js';

/** The document that a viewer shows, and the version it was given. */
interface Shown {
  readonly path: string;
  readonly version: string | undefined;
}

/** Called when a viewer's document has changed. */
export type DocumentListener = (viewerId: string, path: string) => void;

/** The open document of each viewer. */
export class OpenDocuments {
  private readonly editor: IEditorService;
  private readonly buffers: PanelBuffers;
  private readonly watch: DocumentWatch;
  private readonly shown = new Map<string, Shown>();
  private isClosed = false;

  constructor(
    runtime: ILexichordRuntime,
    private readonly onChange: DocumentListener,
  ) {
    this.editor = runtime.editor;
    this.buffers = new PanelBuffers(this.editor, (path, typist) => this.bufferChanged(path, typist));
    this.watch = new DocumentWatch(runtime, (path) => void this.fileChanged(path));
  }

  /** In the order of their names. */
  get watchedPaths(): readonly string[] {
    return this.watch.paths;
  }

  get lastEvent(): WatchEvent | undefined {
    return this.watch.lastEvent;
  }

  /** @throws the errors of `IEditorService.getDocument` */
  async open(viewerId: string, path: string, options: CallOptions): Promise<OpenedDocument> {
    const document = await this.editor.getDocument(path, options);
    this.requireOpen();
    this.shown.set(viewerId, { path: document.path, version: document.version });
    this.followShown();
    return {
      path: document.path,
      content: document.content,
      version: document.version,
      language: document.language,
      isEdited: document.isUnsaved && this.buffers.has(document.path),
      isEditable: this.whyNotEditable(document) === undefined,
    };
  }

  /** @throws {LexichordError} `invalid-argument` for one that is not editable; the errors of the editor */
  async edit(viewerId: string, { path, content }: DocumentEdit, options: CallOptions): Promise<void> {
    if (this.buffers.has(path)) {
      this.buffers.set(path, content, viewerId);
      return;
    }
    if (content === undefined) return;
    const document = await this.editor.getDocument(path, options);
    this.requireOpen();
    const reason = this.whyNotEditable(document);
    if (reason !== undefined) throw notEditable(document.path, reason);
    this.buffers.set(document.path, content, viewerId);
  }

  /** Forgets a viewer. Its edits stay for the others. */
  forget(viewerId: string): void {
    if (this.shown.delete(viewerId)) this.followShown();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.shown.clear();
    this.buffers.close();
    await this.watch.close();
  }

  /** Rejects callers that waited while the panel was closed. */
  private requireOpen(): void {
    if (this.isClosed) throw panelStopped();
  }

  private whyNotEditable({ path, isUnsaved, decoding }: DocumentSnapshot): string | undefined {
    if (isUnsaved && this.buffers.isForeign(path)) return 'another program has unsaved changes of it';
    if (decoding === 'utf-8-with-replacements') return 'it has invalid bytes, which would be lost';
    return undefined;
  }

  private followShown(): void {
    this.watch.follow(new Set([...this.shown.values()].map(({ path }) => path)));
  }

  private bufferChanged(path: string, typist: string | undefined): void {
    for (const [viewerId, shown] of this.shown) {
      if (shown.path === path && viewerId !== typist) this.onChange(viewerId, path);
    }
  }

  /** Notifies viewers of a changed file, unless an unsaved text hides it or its text is the same. */
  private async fileChanged(path: string): Promise<void> {
    const now = await this.editor.getDocument(path).catch(() => undefined);
    if (now?.isUnsaved === true) return;
    for (const [viewerId, shown] of this.shown) {
      if (shown.path !== path || (now !== undefined && shown.version === now.version)) continue;
      this.shown.set(viewerId, { path, version: now?.version });
      this.onChange(viewerId, path);
    }
  }
}

/** A text for a document; `undefined` discards the edit. */
export interface DocumentEdit {
  readonly path: string;
  readonly content: string | undefined;
}
