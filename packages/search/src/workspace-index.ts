import 'reflect-metadata';
import {
  ErrorCode,
  IChunker,
  IClock,
  IEditorService,
  IEmbeddingProvider,
  IEventBus,
  type IIndexService,
  ILogger,
  type IndexOptions,
  type IndexProgress,
  type IndexReport,
  IStateFolder,
  ISymbolExtractor,
  IWorkspaceGuard,
  IWorkspaceListing,
  type WatchOptions,
} from '@lexichord/abstractions';
import { sharedSignal } from '@lexichord/platform/internal';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { ICorpusSource } from './corpus/corpus-source.js';
import { ITextWorkers } from './embedding/static/text-workers.js';
import { describeFiles } from './indexing/describe-files.js';
import { IndexRun, type IndexRunOptions, type IndexRunServices } from './indexing/index-run.js';
import { type ReadContext, readFiles } from './indexing/read-files.js';
import { type StoredFiles, removeFiles, storeFiles } from './indexing/store-files.js';
import { type PlanRules, UpdatePlan } from './indexing/update-plan.js';
import { UpdateProgress } from './indexing/update-progress.js';
import { ICandidateIndex } from './query/candidate-index.js';
import { SearchOptions } from './search-options.js';
import { followChanges } from './indexing/follow-changes.js';

/**
 * Keeps the search index: plan ► read ► describe ► store ► finish. The stages work at the same time, each on files that
 * the one before is done with: files are read and cut on their own, described and stored in batches. A batch is whole when
 * it is stored, so an update that is interrupted is continued by the next.
 */
@injectable()
export class WorkspaceIndex implements IIndexService {
  private readonly log: ILogger;
  private readonly runServices: IndexRunServices;
  private settled: SettledUpdate | undefined;

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
    @inject(ICandidateIndex) candidates: ICandidateIndex,
    @inject(IClock) private readonly clock: IClock,
    @inject(SearchOptions) private readonly options: SearchOptions,
    @inject(ILogger) log: ILogger,
    @inject(ISymbolExtractor, { isOptional: true }) private readonly extractor?: ISymbolExtractor,
    @inject(IEventBus, { isOptional: true }) private readonly events?: IEventBus,
  ) {
    this.log = log.forSource('WorkspaceIndex');
    this.runServices = { database, corpus, candidates, extractor, folder, clock, log: this.log };
  }

  async update({ paths, rebuild = false, onProgress, signal: given }: IndexOptions = {}): Promise<IndexReport> {
    // Every file that is read listens to it.
    const signal = given === undefined ? undefined : sharedSignal([given]);
    this.runServices.database.requireWritable('bring the search index up to date');
    const startedMs = this.clock.monotonicMs();
    // Taken before the files are listed: what changes meanwhile makes it another one.
    const version = paths === undefined ? await this.listing.version?.({ signal }) : undefined;
    const now = this.clock.now();
    const run = await this.begin({ rebuild, signal });
    const settled = this.settledUpdate(version, run);
    if (settled !== undefined) {
      for (const told of settled.told) onProgress?.(told);
      return this.logged({ ...settled.report, durationMs: this.clock.monotonicMs() - startedMs });
    }
    const known = await run.knownFiles();
    const progress = new UpdateProgress(onProgress);

    const plan = this.plan(run, { known, paths, now, progress, signal });
    const read = readFiles(plan.filesToRead(), this.reading({ known, now, signal }));
    const described = describeFiles(read, { run, provider: this.provider, workers: this.workers, signal });
    const stored = await storeFiles(described, { run, known, onStored: (soFar) => progress.onStored(soFar), signal });
    const removed = plan.missing(known.keys());
    const strayFiles = await run.strayFiles();
    const strays = plan.missing(strayFiles);
    await removeFiles([...removed, ...strays].sort(), { run, guard: this.guard, signal });
    // Strays elsewhere are still there.
    const chunks = await run.finish(plan.isWhole || strayFiles.length === 0);

    const durationMs = this.clock.monotonicMs() - startedMs;
    const report = reportOf({ plan, stored, removed: removed.length, chunks, durationMs });
    if (paths === undefined) {
      // A file that was written to a moment ago is read again until it is certain what is in it, a text that was not
      // written as long as there is one, and git, if it did not answer, is asked again.
      const isCertain = stored.unsettled === 0 && !plan.isUncertain;
      const isIdle = isCertain && removed.length + strays.length === 0 && hasNothingToDo(stored);
      this.settled = isIdle ? { version, tablesKey: run.tablesKey, report, told: progress.told } : undefined;
    }
    if (report.added + report.changed + report.removed > 0) this.events?.publish('IndexUpdated', report);
    return this.logged(report);
  }

  async watch({ onReport, onProgress, onFailure, signal = new AbortController().signal }: WatchOptions): Promise<void> {
    const update = async (): Promise<void> => {
      const report = await this.update({ onProgress, signal });
      await onReport?.(report);
    };
    await update();
    const onChange = async (): Promise<void> => {
      try {
        await update();
      } catch (error) {
        if (!signal.aborted) await onFailure?.(error);
      }
    };
    await followChanges({
      ...{ root: this.guard.root, listing: this.listing, signal, onChange },
      onFailure: async (error) => onFailure?.(error),
    });
  }

  /** Ends the threads. */
  async dispose(): Promise<void> {
    await this.workers.dispose();
  }

  private async begin(options: IndexRunOptions): Promise<IndexRun> {
    await this.folder.prepare();
    const run = await IndexRun.begin(this.runServices, options);
    // Before this thread is busy with the listing, so that the others start meanwhile.
    if (run.isFirst) {
      await Promise.all([this.chunker.prepare?.(), this.workers.prepare('words'), this.provider.prepare?.()]);
    }
    return run;
  }

  private plan(run: IndexRun, { progress, ...rules }: PlanChoice): UpdatePlan {
    return new UpdatePlan({
      ...rules,
      listing: this.listing,
      root: this.guard.root,
      isDenied: (path) => this.guard.isDenied(path),
      maxFileSizeBytes: this.options.maxFileSizeBytes,
      onChange: () => {
        if (!run.isFirst) run.openAhead();
      },
      onListed: (listed) => progress.onListed(listed),
    });
  }

  private reading(choice: Pick<ReadContext, 'known' | 'now' | 'signal'>): ReadContext {
    const { editor, chunker, extractor, options } = this;
    return { editor, chunker, extractor, maxFileSizeBytes: options.maxFileSizeBytes, ...choice };
  }

  /** The last update, if that had nothing to do, and files and tables are as they were. */
  private settledUpdate(version: string | undefined, { tablesKey }: IndexRun): SettledUpdate | undefined {
    if (version === undefined || tablesKey === undefined) return undefined;
    const isSame = this.settled?.version === version && this.settled.tablesKey === tablesKey;
    return isSame ? this.settled : undefined;
  }

  private logged(report: IndexReport): IndexReport {
    const { files, chunks, added, changed, removed, durationMs, skipped, warnings } = report;
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
    return report;
  }
}

/** Whether the same files would lead to the same again: nothing was written, and what was left out stays so. */
function hasNothingToDo({ added, changed, skipped, warnings }: StoredFiles): boolean {
  return added + changed + warnings.size === 0 && skipped.every(({ reason }) => lastingReasons.has(reason));
}

function reportOf({ plan, stored, removed, chunks, durationMs }: UpdateOutcome): IndexReport {
  return {
    files: plan.listed,
    chunks,
    added: stored.added,
    changed: stored.changed,
    removed,
    unchanged: plan.unchanged + stored.unchanged,
    embedded: stored.embedded,
    durationMs,
    skipped: stored.skipped,
    warnings: [...plan.warnings, ...stored.warnings],
    ...(plan.warnings.length === 0 ? {} : { listingWarnings: plan.warnings }),
  };
}

/** Why a file has no place in the index as long as it stays as it is. */
const lastingReasons: ReadonlySet<string> = new Set([ErrorCode.fileTooLarge, ErrorCode.binaryFile, 'line-too-long']);

/** An update that wrote nothing, and what it found. */
interface SettledUpdate {
  /** Of the files; see `IWorkspaceListing.version`. */
  readonly version: string | undefined;
  /** See {@link IndexRun.tablesKey}. */
  readonly tablesKey: string | undefined;
  readonly report: IndexReport;
  /** What was told of its progress, such as of files that are read each time. */
  readonly told: readonly IndexProgress[];
}

/** What an update is planned by. */
interface PlanChoice extends Pick<PlanRules, 'known' | 'paths' | 'now' | 'signal'> {
  readonly progress: UpdateProgress;
}

/** What an update has done. */
interface UpdateOutcome extends Pick<IndexReport, 'removed' | 'chunks' | 'durationMs'> {
  readonly plan: UpdatePlan;
  readonly stored: StoredFiles;
}
