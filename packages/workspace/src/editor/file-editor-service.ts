import {
  type CallOptions,
  type CheckedDocument,
  type DocumentSnapshot,
  ErrorCode,
  type FoundPosition,
  IClock,
  type IGuardedEditorService,
  ILogger,
  LexichordError,
  type TextPosition,
  type Unsubscribe,
} from '@lexichord/abstractions';
import { raceWithSignal, Turns } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { contentIdNow } from '../guard/open-guarded-file.js';
import { useGuardedFile, withCheckedFile } from '../guard/use-guarded-file.js';
import { type GuardedFile, IWorkspaceFiles } from '../guard/workspace-files.js';
import { requireSize } from '../guard/workspace-guard.js';
import { WorkspaceOptions } from '../workspace-options.js';
import { decodeChunks, decodeText, requireText } from './decode-text.js';
import { createSnapshot } from './document-snapshot.js';
import { findTextPosition } from './find-text-position.js';
import { readAllBytes, readAtOnce, readChunks } from './read-file-bytes.js';
import { type CachedSnapshot, SnapshotCache } from './snapshot-cache.js';
import { UnsavedBuffers } from './unsaved-buffers.js';

/** Maximum ticks of file system clocks: a few milliseconds, or two seconds where times are whole seconds. */
const settledAfterMs = { fineClock: 50, coarseClock: 2_000 };

/** Equivalent operations on a whole text and on its pieces. */
interface TextUse<T> {
  readonly whole: (content: string) => T | Promise<T>;
  readonly inPieces: (pieces: AsyncIterable<string>) => Promise<T>;
}

/** The user's documents from disk, with unsaved buffers in front (SBD-072 §2.1, §8). */
@injectable()
export class FileEditorService implements IGuardedEditorService {
  private readonly unsaved: UnsavedBuffers;
  private readonly cache: SnapshotCache;
  /** Running reads, by the file's state. */
  private readonly reads = new Map<string, Promise<DocumentSnapshot | undefined>>();
  /** Yields to other work, because small files are read synchronously. */
  private readonly turns = new Turns();

  constructor(
    @inject(IWorkspaceFiles) readonly guard: IWorkspaceFiles,
    @inject(WorkspaceOptions) private readonly options: WorkspaceOptions,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) log: ILogger,
  ) {
    this.unsaved = new UnsavedBuffers(log.forSource('FileEditorService'));
    this.cache = new SnapshotCache(options.snapshotCacheBytes);
  }

  async getDocument(path: string, { signal }: CallOptions = {}): Promise<DocumentSnapshot> {
    signal?.throwIfAborted();
    const unsaved = this.unsavedAt(path);
    if (unsaved !== undefined) return unsaved;

    return (await this.readSaved(path, signal)).document;
  }

  async getChecked(path: string, { signal }: CallOptions = {}): Promise<CheckedDocument | undefined> {
    signal?.throwIfAborted();
    return this.unsavedAt(path) === undefined ? this.readSaved(path, signal) : undefined;
  }

  async getContent(path: string, options: CallOptions = {}): Promise<string> {
    return (await this.getDocument(path, options)).content;
  }

  async readRange(path: string, startOffset: number, endOffset: number, { signal }: CallOptions = {}): Promise<string> {
    requireRange(startOffset, endOffset);
    return this.withText(
      path,
      { signal },
      {
        whole: (content) => content.slice(startOffset, endOffset),
        inPieces: (pieces) => readTextRange(pieces, { startOffset, endOffset }),
      },
    );
  }

  async findPosition(path: string, position: TextPosition, { signal }: CallOptions = {}): Promise<FoundPosition> {
    requirePosition(position);
    return this.withText(
      path,
      { signal },
      {
        whole: (content) => findTextPosition([content], position),
        inPieces: (pieces) => findTextPosition(pieces, position),
      },
    );
  }

  setUnsavedContent(path: string, content: string | undefined): void {
    if (content === undefined) {
      this.unsaved.set(this.guard.locateUnchecked(path), undefined);
      return;
    }
    const located = this.guard.locate(path);
    requireSize(located.relativePath, Buffer.byteLength(content), this.options.maxFileSizeBytes);
    this.unsaved.set(located, content);
  }

  listUnsaved(): readonly string[] {
    return this.unsaved.list();
  }

  onDidChange(listener: (path: string) => void): Unsubscribe {
    return this.unsaved.subscribe(listener);
  }

  private unsavedAt(path: string): DocumentSnapshot | undefined {
    if (this.unsaved.isEmpty) return undefined;
    const { absolutePath, relativePath } = this.guard.locate(path);
    const snapshot = this.unsaved.snapshotOf(absolutePath);
    if (snapshot !== undefined) requireText(snapshot.content, relativePath);
    return snapshot;
  }

  private readSaved(path: string, signal: AbortSignal | undefined): Promise<CheckedDocument> {
    const maxSizeBytes = this.options.maxFileSizeBytes;
    return withCheckedFile(this.guard, { path, maxSizeBytes, signal }, async (file) => {
      const cached = this.cachedFor(file);
      if (cached !== undefined) return { document: cached, file };
      const reading = this.readOnce(file);
      // The read is shared, so that no single caller may cancel it.
      const document = await (signal === undefined ? reading : raceWithSignal(reading, signal));
      return document === undefined ? undefined : { document, file };
    });
  }

  /** Uses the text of a file of any size: the whole text if it is already in memory. */
  private async withText<T>(path: string, { signal }: CallOptions, { whole, inPieces }: TextUse<T>): Promise<T> {
    signal?.throwIfAborted();
    const unsaved = this.unsavedAt(path);
    if (unsaved !== undefined) return whole(unsaved.content);

    return withCheckedFile(this.guard, { path, maxSizeBytes: Infinity, signal }, async (file) => {
      const cached = this.cachedFor(file);
      if (cached !== undefined) return whole(cached.content);
      return useGuardedFile(this.guard, file, ({ descriptor }) =>
        inPieces(decodeChunks(readChunks(descriptor, { signal }), file.relativePath)),
      );
    });
  }

  private cachedFor(file: GuardedFile): DocumentSnapshot | undefined {
    const cached = this.cache.get(file.absolutePath);
    return cached?.isSettled === true && cached.contentId === file.contentId ? cached.snapshot : undefined;
  }

  /** `undefined` if the checked file was replaced, or changed while it was read. */
  private readOnce(file: GuardedFile): Promise<DocumentSnapshot | undefined> {
    const key = `${file.absolutePath}\0${file.contentId}`;
    let read = this.reads.get(key);
    if (read === undefined) {
      read = this.readSnapshot(file).finally(() => this.reads.delete(key));
      this.reads.set(key, read);
    }
    return read;
  }

  private async readSnapshot(file: GuardedFile): Promise<DocumentSnapshot | undefined> {
    const startedAtMs = this.clock.now();
    const maxBytes = this.options.maxFileSizeBytes;
    await this.turns.yieldToEventLoop();
    return useGuardedFile(this.guard, file, async ({ descriptor, sizeBytes, contentId, modifiedMs }) => {
      // Nothing else runs until the bytes read at once are decoded.
      const bytes =
        readAtOnce(descriptor, sizeBytes, maxBytes) ?? (await readAllBytes(descriptor, sizeBytes, maxBytes));
      requireSize(file.relativePath, bytes.length, maxBytes);
      // A mixture of two versions must not be returned.
      if (contentIdNow(descriptor) !== contentId) return undefined;
      const path = file.relativePath;
      const snapshot = createSnapshot({ path, ...decodeText(bytes, path), isUnsaved: false });
      return this.remember(file, { snapshot, contentId, isSettled: isSettled(modifiedMs, startedAtMs) });
    });
  }

  /** Caches the snapshot, or the earlier one if only the file's times have changed. */
  private remember({ absolutePath }: GuardedFile, read: CachedSnapshot): DocumentSnapshot {
    const earlier = this.cache.get(absolutePath)?.snapshot;
    const isSame = earlier?.content === read.snapshot.content && earlier.decoding === read.snapshot.decoding;
    const snapshot = isSame ? earlier : read.snapshot;
    this.cache.set(absolutePath, { ...read, snapshot });
    return snapshot;
  }
}

function isSettled(modifiedMs: number, readAtMs: number): boolean {
  const isCoarse = modifiedMs % 1_000 === 0;
  return readAtMs - modifiedMs > (isCoarse ? settledAfterMs.coarseClock : settledAfterMs.fineClock);
}

function requireRange(startOffset: number, endOffset: number): void {
  const isWhole = Number.isSafeInteger(startOffset) && (Number.isSafeInteger(endOffset) || endOffset === Infinity);
  if (isWhole && 0 <= startOffset && startOffset <= endOffset) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The range ${startOffset}..${endOffset} is not valid. Offsets are whole numbers from 0, the end not before the start.`,
    { details: { startOffset: String(startOffset), endOffset: String(endOffset) } },
  );
}

function requirePosition({ line, column }: TextPosition): void {
  if ([line, column].every((number) => Number.isSafeInteger(number) && number >= 1)) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The position ${line}:${column} is not valid. Lines and columns are whole numbers from 1.`,
    { details: { line: String(line), column: String(column) } },
  );
}

/** Half-open, in UTF-16 units. */
interface OffsetRange {
  readonly startOffset: number;
  readonly endOffset: number;
}

/**
 * Reads a range of a text in pieces. Keeps only one piece and the range in memory, and stops reading at the end of the
 * range.
 */
async function readTextRange(pieces: AsyncIterable<string>, { startOffset, endOffset }: OffsetRange): Promise<string> {
  let offset = 0;
  const parts: string[] = [];
  for await (const text of pieces) {
    if (offset + text.length > startOffset && offset < endOffset) {
      parts.push(text.slice(Math.max(0, startOffset - offset), endOffset - offset));
    }
    offset += text.length;
    if (offset >= endOffset) break;
  }
  return parts.join('');
}
