import 'reflect-metadata';
import {
  type CallOptions,
  IChunker,
  IClock,
  IEditorService,
  IEmbeddingProvider,
  type IIndexService,
  ILogger,
  type IndexOptions,
  type IndexReport,
  IStateFolder,
  IWorkspaceGuard,
  IWorkspaceListing,
  type ListedFile,
  type UnindexedFile,
  type WatchOptions,
} from '@lexichord/abstractions';
import { sharedSignal } from '@lexichord/platform';
import { IDatabase } from '@lexichord/storage';
import pLimit from 'p-limit';
import { inject, injectable } from 'tsyringe';

import { ICorpusSource } from './corpus/corpus-source.js';
import { ITextWorkers } from './embedding/static/text-workers.js';
import { describeChunks } from './indexing/describe-chunks.js';
import { inBatches, readAhead } from './indexing/file-batches.js';
import { findChanges } from './indexing/find-changes.js';
import { IndexRun, type IndexRunServices } from './indexing/index-run.js';
import { type ReadFile, incomplete, readFile } from './indexing/read-files.js';
import { scopeOf } from './indexing/scope.js';
import { SearchOptions } from './search-options.js';
import { followChanges } from './watch/follow-changes.js';
import { indexedAs } from './store/chunk-rows.js';
import type { ReadFileRow } from './store/index-store.js';
import type { ChunkRow, FileRow } from './store/index-tables.js';

/** Files that are read and cut at the same time. */
const readsAtOnce = 16;

/** What an update has done so far. */
interface Tally {
  added: number;
  changed: number;
  unchanged: number;
  embedded: number;
  embeddingFailure?: string | undefined;
  readonly skipped: UnindexedFile[];
  readonly warnings: Set<string>;
}

/**
 * Keeps the search index: list ► compare ► read and cut ► describe ► write, batch after batch, then what has gone is
 * removed. Each batch is whole when it is written, so an update that is interrupted is continued by the next one.
 */
@injectable()
export class WorkspaceIndex implements IIndexService {
  private readonly log: ILogger;
  private readonly runServices: IndexRunServices;

  constructor(
    @inject(IWorkspaceListing) private readonly listing: IWorkspaceListing,
    @inject(IWorkspaceGuard) private readonly guard: IWorkspaceGuard,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IChunker) private readonly chunker: IChunker,
    @inject(IEmbeddingProvider) private readonly provider: IEmbeddingProvider,
    @inject(IStateFolder) private readonly folder: IStateFolder,
    @inject(IDatabase) database: IDatabase,
    @inject(ITextWorkers) private readonly workers: ITextWorkers,
    @inject(ICorpusSource) corpus: ICorpusSource,
    @inject(IClock) private readonly clock: IClock,
    @inject(SearchOptions) private readonly options: SearchOptions,
    @inject(ILogger) log: ILogger,
  ) {
    this.log = log.forSource('WorkspaceIndex');
    this.runServices = { database, corpus, folder, clock, log: this.log };
  }

  async update({ paths, rebuild = false, onProgress, signal: given }: IndexOptions = {}): Promise<IndexReport> {
    // Every file that is read listens to it.
    const signal = given === undefined ? undefined : sharedSignal([given]);
    const startedMs = this.clock.monotonicMs();
    await this.folder.prepare();
    const [run, listed] = await Promise.all([
      IndexRun.begin(this.runServices, { rebuild, signal }),
      this.list(paths, signal),
    ]);
    const known = await run.knownFiles();
    const isInScope = scopeOf(paths, this.guard.root);
    const { toRead, isWritten, unchanged, removed } = findChanges(listed, known, {
      isInScope,
      maxFileSizeBytes: this.options.maxFileSizeBytes,
      now: this.clock.now(),
    });

    const tally: Tally = { added: 0, changed: 0, unchanged, embedded: 0, skipped: [], warnings: new Set() };
    if (isWritten) run.openAhead();
    let chunks = 0;
    let filesDone = unchanged;
    if (toRead.length > 0) onProgress?.({ filesDone, filesTotal: listed.length, chunks, embedded: 0 });
    for await (const read of readAhead(inBatches(toRead), (batch) => this.read(batch, known, signal))) {
      chunks += await this.write(read, { run, known, tally, signal });
      filesDone += read.length;
      onProgress?.({ filesDone, filesTotal: listed.length, chunks, embedded: tally.embedded });
    }
    const listedPaths = new Set(listed.map(({ relativePath }) => relativePath));
    const strays = (await run.strayFiles()).filter((path) => isInScope(path) && !listedPaths.has(path));
    const gone = [...removed, ...strays].sort();
    if (gone.length > 0) await this.remove(gone, run, signal);
    const total = await run.finish();

    const report: IndexReport = {
      files: listed.length,
      chunks: total,
      added: tally.added,
      changed: tally.changed,
      removed: removed.length,
      unchanged: tally.unchanged,
      embedded: tally.embedded,
      durationMs: this.clock.monotonicMs() - startedMs,
      skipped: tally.skipped,
      warnings: [...tally.warnings],
    };
    this.logReport(report);
    return report;
  }

  async watch({ onReport, onProgress, onFailure, signal = new AbortController().signal }: WatchOptions): Promise<void> {
    const update = async (): Promise<void> => {
      const report = await this.update({ onProgress, signal });
      onReport?.(report);
    };
    await update();
    const onChange = async (): Promise<void> => {
      try {
        await update();
      } catch (error) {
        if (!signal.aborted) onFailure?.(error);
      }
    };
    await followChanges({ root: this.guard.root, listing: this.listing, onChange, signal });
  }

  /** Ends the threads. */
  async dispose(): Promise<void> {
    await this.workers.dispose();
  }

  private async remove(removed: readonly string[], run: IndexRun, signal: AbortSignal | undefined): Promise<void> {
    const store = await run.store();
    const forgotten = removed.filter((path) => this.guard.isDenied(path));
    const gone = removed.filter((path) => !this.guard.isDenied(path));
    await store.remove(gone, forgotten, { signal });
  }

  private async list(paths: readonly string[] | undefined, signal: AbortSignal | undefined): Promise<ListedFile[]> {
    const files: ListedFile[] = [];
    for await (const file of this.listing.list({ paths, signal })) files.push(file);
    return files;
  }

  private read(
    files: readonly ListedFile[],
    known: ReadonlyMap<string, FileRow>,
    signal: AbortSignal | undefined,
  ): Promise<readonly ReadFile[]> {
    const takePlace = pLimit(readsAtOnce);
    const { editor, chunker } = this;
    const { maxFileSizeBytes } = this.options;
    const context = { editor, chunker, known, maxFileSizeBytes, signal };
    return Promise.all(files.map((file) => takePlace(() => readFile(file, context))));
  }

  /** @returns the number of chunks that were written */
  private async write(read: readonly ReadFile[], { run, known, tally, signal }: WriteContext): Promise<number> {
    const changed = read.filter(({ chunks }) => chunks !== undefined);
    const untouched = read.filter(({ chunks }) => chunks === undefined);
    const moved = untouched.filter(({ file }) => known.get(file.relativePath)?.modifiedMs !== file.modifiedMs);
    tally.unchanged += untouched.length;
    for (const { skipped } of read) if (skipped !== undefined) tally.skipped.push(skipped);
    if (changed.length + moved.length === 0) return 0;

    const store = await run.store();
    const chunks = changed.flatMap((file) => file.chunks ?? []);
    const paths = changed.map(({ file }) => file.relativePath);
    const stored = await store.storedChunks(paths, { signal });
    const { rows, embedded, failure } = await describeChunks(chunks, {
      provider: this.provider,
      workers: this.workers,
      knownFailure: tally.embeddingFailure,
      known: stored.rows,
      lookUp: (hashes) => store.knownDescriptions(hashes, { signal }),
      signal,
    });
    tally.embeddingFailure ??= failure;
    if (failure !== undefined) tally.warnings.add(`${failure} Until then these texts are found by their words alone.`);
    const files = changed.map((file) => toFileRow(file, failure === undefined));
    const written = await store.write({ files, chunks: rows, stored }, { signal });
    run.noteWritten(
      written,
      chunks.map((chunk, index) => indexedAs(chunk, rows[index] as ChunkRow)),
    );
    await store.touch(
      moved.map(({ file }) => ({ ...(known.get(file.relativePath) as FileRow), ...timesOf(file) })),
      { signal },
    );

    tally.added += changed.filter(({ file }) => !known.has(file.relativePath)).length;
    tally.changed += changed.filter(({ file }) => known.has(file.relativePath)).length;
    tally.embedded += embedded;
    return rows.length;
  }

  private logReport({ files, chunks, added, changed, removed, durationMs, skipped, warnings }: IndexReport): void {
    this.log.info('Indexed {files} files in {durationMs} ms: {added} added, {changed} changed, {removed} removed', {
      files,
      chunks,
      added,
      changed,
      removed,
      durationMs,
    });
    if (skipped.length > 0) this.log.warn('{count} files could not be indexed', { count: skipped.length });
    for (const warning of warnings) this.log.warn('Indexing: {warning}', { warning });
  }
}

interface WriteContext extends CallOptions {
  readonly run: IndexRun;
  readonly known: ReadonlyMap<string, FileRow>;
  readonly tally: Tally;
}

function toFileRow({ file, contentHash }: ReadFile, isComplete: boolean): ReadFileRow {
  return {
    filePath: file.relativePath,
    ...timesOf(file),
    contentHash: isComplete ? contentHash : incomplete(contentHash),
  };
}

function timesOf({ sizeBytes, modifiedMs }: ListedFile): Pick<FileRow, 'sizeBytes' | 'modifiedMs'> {
  return { sizeBytes, modifiedMs };
}
