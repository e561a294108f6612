import {
  type CallOptions,
  type DocumentSnapshot,
  type ErrorCode,
  type GuardedPath,
  type IWorkspaceGuard,
  type IWorkspaceListing,
  LexichordError,
  type ListedFile,
  PathDeniedError,
} from '@lexichord/abstractions';
import { MemoryEditorService } from '@lexichord/testing';

/** When every file was last changed, unless a test says otherwise. */
export const fileTimeMs = 1_000;

/** Files in memory: what guard, editor and listing of the workspace `/work` say of them. */
export class MemoryFiles extends MemoryEditorService implements IWorkspaceGuard, IWorkspaceListing {
  readonly root = '/work';
  /** Paths as they were given to the guard. */
  readonly checked: string[] = [];
  /** Paths that were read. */
  readonly read: string[] = [];
  /** Codes of what goes wrong when a path is read. */
  readonly broken = new Map<string, ErrorCode>();
  /** Called before each read. */
  onRead: (path: string) => Promise<void> | void = () => undefined;

  async check(path: string, { signal }: CallOptions = {}): Promise<GuardedPath> {
    signal?.throwIfAborted();
    this.checked.push(path);
    const inside = path.startsWith(`${this.root}/`) ? path.slice(this.root.length + 1) : path.replace(/^\.\//u, '');
    if (inside.startsWith('/') || inside.split('/').includes('..')) {
      throw new PathDeniedError(path, 'it lies outside the workspace; name a file inside it');
    }
    if (this.isDenied(inside)) throw new PathDeniedError(path, 'environment files hold secrets');
    const { content } = await super.getDocument(inside);
    const sizeBytes = Buffer.byteLength(content);
    return { relativePath: inside, absolutePath: `${this.root}/${inside}`, sizeBytes, modifiedMs: fileTimeMs };
  }

  isDenied(relativePath: string): boolean {
    return /(?:^|\/)(?:\.env|\.git|id_rsa|credentials\.json)(?:\/|$)/u.test(relativePath);
  }

  override async getDocument(path: string, options?: CallOptions): Promise<DocumentSnapshot> {
    this.read.push(path);
    await this.onRead(path);
    const code = this.broken.get(path);
    if (code !== undefined) throw new LexichordError(code, `"${path}" cannot be read.`);
    return super.getDocument(path, options);
  }

  async *list(): AsyncGenerator<ListedFile> {
    for (const relativePath of this.listUnsaved()) {
      const { content, language } = await super.getDocument(relativePath);
      yield { relativePath, sizeBytes: Buffer.byteLength(content), modifiedMs: fileTimeMs, language };
    }
  }
}
