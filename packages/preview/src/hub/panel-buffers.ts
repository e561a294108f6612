import { ErrorCode, type IEditorService, LexichordError, type Unsubscribe } from '@lexichord/abstractions';

/** Called when the unsaved text of a document changes. `viewerId`: its author, if it is a viewer. */
export type BufferListener = (path: string, viewerId: string | undefined) => void;

/**
 * The unsaved texts that viewers have put in front of files. Buffers that another part of the host made are never
 * touched; one that another part has written over, or taken away, is not a viewer's any more.
 */
export class PanelBuffers {
  private readonly paths = new Set<string>();
  private readonly stopListening: Unsubscribe;
  private typing: { readonly viewerId: string } | undefined;

  constructor(
    private readonly editor: IEditorService,
    private readonly onChange: BufferListener,
  ) {
    this.stopListening = editor.onDidChange((path) => this.changed(path));
  }

  /** Whether viewers typed it. */
  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** Whether another part of the host has an unsaved text of it. */
  isForeign(path: string): boolean {
    return !this.paths.has(path) && this.editor.listUnsaved().includes(path);
  }

  /** @param path as the editor spells it @throws {LexichordError} `invalid-argument` for a foreign one */
  set(path: string, content: string | undefined, viewerId: string): void {
    if (this.isForeign(path)) throw notEditable(path, 'another program has unsaved changes of it');
    if (content === undefined && !this.paths.has(path)) return;
    this.typing = { viewerId };
    try {
      this.editor.setUnsavedContent(path, content);
      if (content === undefined) this.paths.delete(path);
      else this.paths.add(path);
    } finally {
      this.typing = undefined;
    }
  }

  /** Takes them all away. */
  close(): void {
    this.stopListening();
    for (const path of this.paths) this.editor.setUnsavedContent(path, undefined);
    this.paths.clear();
  }

  private changed(path: string): void {
    if (this.typing === undefined) this.paths.delete(path);
    this.onChange(path, this.typing?.viewerId);
  }
}

export function notEditable(path: string, reason: string): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, `"${path}" cannot be edited here: ${reason}.`, {
    details: { path, reason },
  });
}
