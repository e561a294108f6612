import {
  type DocumentSnapshot,
  ErrorCode,
  type FoundPosition,
  type IEditorService,
  LexichordError,
  type CallOptions,
  type TextPosition,
  type Unsubscribe,
} from '@lexichord/abstractions';

/** Language ids by file name extension: enough to tell prose from code. */
const languages: Readonly<Record<string, string>> = { md: 'markdown', ts: 'typescript', py: 'python' };

/** Documents from memory: `new MemoryEditorService({ 'notes.md': '# Notes' })`. */
export class MemoryEditorService implements IEditorService {
  private readonly documents = new Map<string, DocumentSnapshot>();
  private readonly listeners = new Set<(path: string) => void>();

  constructor(documents: Readonly<Record<string, string>> = {}) {
    for (const [path, content] of Object.entries(documents)) this.setUnsavedContent(path, content);
  }

  getDocument(path: string, { signal }: CallOptions = {}): Promise<DocumentSnapshot> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const document = this.documents.get(path);
    if (document !== undefined) return Promise.resolve(document);
    return Promise.reject(new LexichordError(ErrorCode.notFound, `"${path}" does not exist.`, { details: { path } }));
  }

  async getContent(path: string, options?: CallOptions): Promise<string> {
    return (await this.getDocument(path, options)).content;
  }

  async readRange(path: string, startOffset: number, endOffset: number, options?: CallOptions): Promise<string> {
    return (await this.getContent(path, options)).slice(startOffset, endOffset);
  }

  async findPosition(path: string, wanted: TextPosition, options?: CallOptions): Promise<FoundPosition> {
    const content = await this.getContent(path, options);
    // Every second part is a line end.
    const parts = content.split(/(\r\n|\r|\n)/u);
    const isThere = wanted.line <= (parts.length + 1) / 2;
    const line = isThere ? wanted.line : (parts.length + 1) / 2;
    const width = parts[2 * (line - 1)]?.length ?? 0;
    const column = isThere ? Math.min(wanted.column, width + 1) : width + 1;
    const lineStart = parts.slice(0, 2 * (line - 1)).join('').length;
    return { offset: lineStart + column - 1, position: { line, column } };
  }

  setUnsavedContent(path: string, content: string | undefined): void {
    if (content === undefined) {
      this.documents.delete(path);
    } else {
      const language = languages[path.slice(path.lastIndexOf('.') + 1)] ?? 'plaintext';
      this.documents.set(path, { path, content, version: content, language, isUnsaved: true, decoding: 'utf-8' });
    }
    for (const listener of this.listeners) listener(path);
  }

  listUnsaved(): readonly string[] {
    return [...this.documents.keys()].sort();
  }

  onDidChange(listener: (path: string) => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
