import {
  type CallOptions,
  type DocumentSnapshot,
  ErrorCode,
  type GuardedPath,
  type IWorkspaceGuard,
  type IWorkspaceListing,
  LexichordError,
  type ListedFile,
  type ListOptions,
} from '@lexichord/abstractions';
import { MemoryEditorService } from '@lexichord/testing';

/** Files in memory, with times: what listing, guard and editor of one workspace say. */
export class MemoryWorkspace extends MemoryEditorService implements IWorkspaceListing, IWorkspaceGuard {
  readonly root = '/workspace';
  readonly denied = new Set<string>();
  readonly unreadable = new Map<string, string>();
  /** Paths with a slash at the end; what is in them is not listed. */
  readonly unreadFolders = new Set<string>();
  readonly read: string[] = [];
  private readonly times = new Map<string, number>();
  /** What an editor shows in place of a file. */
  private readonly buffers = new Map<string, string>();

  constructor(files: Readonly<Record<string, string>> = {}) {
    super();
    for (const [path, content] of Object.entries(files)) this.write(path, content, 1_000);
  }

  write(path: string, content: string, modifiedMs: number): void {
    this.setUnsavedContent(path, content);
    this.times.set(path, modifiedMs);
  }

  remove(path: string): void {
    this.setUnsavedContent(path, undefined);
    this.times.delete(path);
  }

  /** @param content absent: the editor is closed, and the file is as it was */
  edit(path: string, content: string | undefined): void {
    if (content === undefined) this.buffers.delete(path);
    else this.buffers.set(path, content);
  }

  override async getDocument(path: string, options?: CallOptions): Promise<DocumentSnapshot> {
    this.read.push(path);
    const code = this.unreadable.get(path);
    if (code !== undefined) throw new LexichordError(code as ErrorCode, `"${path}" cannot be read.`);
    const document = { ...(await super.getDocument(path, options)), isUnsaved: false };
    const content = this.buffers.get(path);
    return content === undefined ? document : { ...document, content, version: content, isUnsaved: true };
  }

  async *list({ paths, onWarning, onUnreadFolder, signal }: ListOptions = {}): AsyncGenerator<ListedFile> {
    for (const folder of this.unreadFolders) {
      onWarning?.(`The folder "${folder}" could not be read.`, { isLasting: true });
      onUnreadFolder?.(folder);
    }
    for (const relativePath of [...this.times.keys()].sort()) {
      const isWanted = paths?.some((path) => relativePath === path || relativePath.startsWith(`${path}/`)) ?? true;
      if (!isWanted || this.denied.has(relativePath)) continue;
      if ([...this.unreadFolders].some((folder) => relativePath.startsWith(folder))) continue;
      signal?.throwIfAborted();
      const { content, language } = await super.getDocument(relativePath);
      const modifiedMs = this.times.get(relativePath) ?? 0;
      yield { relativePath, sizeBytes: Buffer.byteLength(content), modifiedMs, language };
    }
  }

  isDenied(relativePath: string): boolean {
    return this.denied.has(relativePath);
  }

  check(path: string): Promise<GuardedPath> {
    return Promise.reject(new LexichordError(ErrorCode.notFound, `"${path}" is only in memory.`));
  }

  /** What was read since the last call. */
  takeRead(): readonly string[] {
    return this.read.splice(0).sort();
  }
}
