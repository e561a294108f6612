import 'reflect-metadata';
import {
  type CallOptions,
  type Chunk,
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
import { pMapIterable } from 'p-map';
import { inject, injectable } from 'tsyringe';

import { ICorpusSource } from './corpus/corpus-source.js';
import { ITextWorkers } from './embedding/static/text-workers.js';
import { type DescribedChunks, describeChunks } from './indexing/describe-chunks.js';
import { type Amount, inBatches } from './indexing/in-batches.js';
import { ChangeFinder } from './indexing/find-changes.js';
import { IndexRun, type IndexRunServices } from './indexing/index-run.js';
import { readAhead } from './indexing/read-ahead.js';
import { type ReadFile, incomplete, readFile } from './indexing/read-files.js';
import { scopeOf } from './indexing/scope.js';
import { takeAhead } from './indexing/take-ahead.js';
import { SearchOptions } from './search-options.js';
import { followChanges } from './watch/follow-changes.js';
import { indexedAs } from './store/chunk-rows.js';
import type { ReadFileRow, StoredChunks } from './store/index-store.js';
import type { ChunkRow, FileRow } from './store/index-tables.js';

/** Files that are read and cut before they are described: enough to keep the parser busy meanwhile. */
const readAheadLimits = { filesAtOnce: 32, files: 192, bytes: 8_000_000 };

/**
 * Files are described in batches. Small ones for a first index, so that it begins soon and little is left when the last
 * file was read; two at once, so that one has its words and vectors made while the other is taken apart; and so many ahead
 * that none waits while others are written. Else what is known of them is looked up, which costs as much for a few files as
 * for many.
 */
const describedAtOnce = {
  first: { batch: { files: 12, bytes: 300_000 }, atOnce: 2, ahead: 16 },
  later: { batch: { files: 96, bytes: 3_000_000 }, atOnce: 1, ahead: 2 },
};

/** Files that are written together: a commit of the store costs as much as many rows. */
const writtenAtOnce = { files: 192, bytes: 3_000_000 };

/** What an update has done so far. */
interface Tally {
  added: number;
  changed: number;
  unchanged: number;
  embedded: number;
  embeddingFailure?: string | undefined;
  readonly skipped: UnindexedFile[];
  readonly warnings: Set<string>;
  readonly listingWarnings: string[];
}

/**
 * Keeps the search index: list ► compare ► read and cut ► describe ► pack ► write, then what has gone is removed. The
 * stages work at the same time, each on files that the one before is done with: files are read and cut on their own,
 * described and written in batches. A batch is whole when it is written, so an update that is interrupted is continued
 * by the next.
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
    const run = await IndexRun.begin(this.runServices, { rebuild, signal });
    // Before this thread is busy with the listing, so that the others start meanwhile.
    if (run.isFirst) {
      await Promise.all([this.chunker.prepare?.(), this.workers.prepare('words'), this.provider.prepare?.()]);
    }
    const known = await run.knownFiles();
    const tally: Tally = {
      added: 0,
      changed: 0,
      unchanged: 0,
      embedded: 0,
      skipped: [],
      warnings: new Set(),
      listingWarnings: [],
    };
    const update: UpdateContext = { run, known, tally, signal };
    let chunks = 0;
    let filesWritten = 0;
    const changes = new ChangeFinder({
      known,
      maxFileSizeBytes: this.options.maxFileSizeBytes,
      now: this.clock.now(),
      onChange: () => {
        if (!run.isFirst) run.openAhead();
      },
      onListed: () => {
        if (changes.unchanged < changes.listed) tell();
      },
    });
    const tell = (): void => {
      // Before, unchanged files would be taken for ones that were dealt with.
      if (!changes.isComplete) return;
      const { listed, unchanged } = changes;
      onProgress?.({ filesDone: unchanged + filesWritten, filesTotal: listed, chunks, embedded: tally.embedded });
    };
    const toRead = takeAhead(
      changes.toRead(this.listing.list({ paths, signal, onWarning: (warning) => tally.listingWarnings.push(warning) })),
    );
    const { batch, atOnce, ahead } = describedAtOnce[run.isFirst ? 'first' : 'later'];
    const read = readAhead(toRead, (file) => this.read(file, update), readAheadLimits);
    const described = pMapIterable(
      inBatches(read, batch, ({ file }) => ({ files: 1, bytes: file.sizeBytes })),
      (files) => this.describe(files, update),
      { concurrency: atOnce, backpressure: 2 * atOnce },
    );
    // One after the other, because packing takes them in their order; and before they are written, so that this thread
    // has something to do while the store writes others.
    const packed = pMapIterable(described, (files) => this.pack(files, update), {
      concurrency: 1,
      backpressure: ahead,
    });
    for await (const batches of inBatches(packed, writtenAtOnce, amountOf)) {
      chunks += await this.write(batches, update);
      filesWritten += batches.reduce((sum, { read: files }) => sum + files.length, 0);
      tell();
    }
    const isInScope = scopeOf(paths, this.guard.root);
    const removed = changes.missing(known.keys(), isInScope);
    const gone = [...removed, ...changes.missing(await run.strayFiles(), isInScope)].sort();
    if (gone.length > 0) await this.remove(gone, run, signal);
    const total = await run.finish();

    const report: IndexReport = {
      files: changes.listed,
      chunks: total,
      added: tally.added,
      changed: tally.changed,
      removed: removed.length,
      unchanged: changes.unchanged + tally.unchanged,
      embedded: tally.embedded,
      durationMs: this.clock.monotonicMs() - startedMs,
      skipped: tally.skipped,
      warnings: [...tally.listingWarnings, ...tally.warnings],
      ...(tally.listingWarnings.length === 0 ? {} : { listingWarnings: tally.listingWarnings }),
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

  private read(file: ListedFile, { known, signal }: UpdateContext): Promise<ReadFile> {
    const { editor, chunker } = this;
    return readFile(file, { editor, chunker, known, maxFileSizeBytes: this.options.maxFileSizeBytes, signal });
  }

  /** When the provider fails, it is not asked for batches that have not begun. */
  private async describe(read: readonly ReadFile[], { run, tally, signal }: UpdateContext): Promise<DescribedFiles> {
    const changed = read.filter(({ chunks }) => chunks !== undefined);
    if (changed.length === 0) return { read, changed, rows: [], embedded: 0 };

    const stored = await run.storedBefore(pathsOf(changed));
    const describing = describeChunks(chunksOf(changed), {
      provider: this.provider,
      workers: this.workers,
      knownFailure: tally.embeddingFailure,
      known: stored?.rows ?? [],
      lookUp: (hashes) => run.knownDescriptions(hashes),
      signal,
    });
    // Nothing is known where there are no tables. They are made while other threads describe.
    if (run.isFirst) run.openAhead();
    const described = await describing;
    tally.embeddingFailure ??= described.failure;
    return { read, changed, stored, ...described };
  }

  private pack(described: DescribedFiles, { run }: UpdateContext): DescribedFiles {
    const { changed, rows } = described;
    run.noteChunks(chunksOf(changed).map((chunk, index) => indexedAs(chunk, rows[index] as ChunkRow)));
    return described;
  }

  /** @returns the number of chunks that were written */
  private async write(batch: readonly DescribedFiles[], { run, known, tally, signal }: UpdateContext): Promise<number> {
    const read = batch.flatMap((described) => described.read);
    for (const { skipped } of read) if (skipped !== undefined) tally.skipped.push(skipped);
    const untouched = read.filter(({ chunks }) => chunks === undefined);
    tally.unchanged += untouched.length;
    const moved = untouched.filter(({ file }) => known.get(file.relativePath)?.modifiedMs !== file.modifiedMs);
    if (moved.length > 0) {
      const rows = moved.map(({ file }) => ({ ...(known.get(file.relativePath) as FileRow), ...timesOf(file) }));
      await (await run.store()).touch(rows, { signal });
    }
    const rows = batch.flatMap((described) => described.rows);
    const files = batch.flatMap(({ changed, failure }) =>
      changed.map((file) => toFileRow(file, failure === undefined)),
    );
    if (files.length === 0) return 0;

    const changed = batch.flatMap((described) => described.changed);
    const before = batch.flatMap((described) => described.stored ?? []);
    const stored = before.length > 0 ? before : [await run.storedNow(pathsOf(changed))];
    const written = await (await run.store()).write({ files, chunks: rows, stored }, { signal });
    run.noteWritten(written);
    const knownCount = files.filter(({ filePath }) => known.has(filePath)).length;
    tally.changed += knownCount;
    tally.added += files.length - knownCount;
    for (const { embedded, failure } of batch) {
      tally.embedded += embedded;
      if (failure !== undefined)
        tally.warnings.add(`${failure} Until then these texts are found by their words alone.`);
    }
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

interface UpdateContext extends CallOptions {
  readonly run: IndexRun;
  readonly known: ReadonlyMap<string, FileRow>;
  readonly tally: Tally;
}

/** Files that were read, ready to be written. */
interface DescribedFiles extends DescribedChunks {
  readonly read: readonly ReadFile[];
  /** Those of them whose content is not what was indexed before. */
  readonly changed: readonly ReadFile[];
  /** Absent as long as there is nothing stored. */
  readonly stored?: StoredChunks | undefined;
}

function amountOf({ read }: DescribedFiles): Amount {
  return { files: read.length, bytes: read.reduce((sum, { file }) => sum + file.sizeBytes, 0) };
}

/** In the order in which they are described. */
function chunksOf(files: readonly ReadFile[]): readonly Chunk[] {
  return files.flatMap(({ chunks = [] }) => chunks);
}

function pathsOf(files: readonly ReadFile[]): readonly string[] {
  return files.map(({ file }) => file.relativePath);
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
