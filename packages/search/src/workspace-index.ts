import 'reflect-metadata';
import {
  type IChunker,
  IClock,
  IEditorService,
  IEmbeddingProvider,
  IEventBus,
  IIndexChunker,
  type IIndexService,
  ILogger,
  type IndexOptions,
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
import { type RemovedFiles, type SettledUpdate, SettledUpdates } from './indexing/settled-updates.js';
import { type StoredFiles, removeFiles, storeFiles } from './indexing/store-files.js';
import { type PlanRules, UpdatePlan } from './indexing/update-plan.js';
import { UpdateProgress } from './indexing/update-progress.js';
import { ICandidateIndex } from './query/candidate-index.js';
import { SearchOptions } from './search-options.js';
import { followChanges } from './indexing/follow-changes.js';

/**
 * Keeps the search index: plan ► read ► describe ► store ► remove ► finish. The stages overlap, each on files that the
 * one before has finished: files are read and cut one by one, described and stored in batches. A stored batch is
 * complete, so an interrupted update is continued by the next.
 */
@injectable()
export class WorkspaceIndex implements IIndexService {
  private readonly log: ILogger;
  private readonly runServices: IndexRunServices;
  private readonly settled = new SettledUpdates();

  constructor(
    @inject(IWorkspaceListing) private readonly listing: IWorkspaceListing,
    @inject(IWorkspaceGuard) private readonly guard: IWorkspaceGuard,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IIndexChunker) private readonly chunker: IChunker,
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
    this.runServices.database.requireWritable('bring the search index up to date');
    const startedMs = this.clock.monotonicMs();
    // The read of each file listens to it.
    const signal = given === undefined ? undefined : sharedSignal([given]);
    // Read before the files are listed: a change during the update gives another version.
    const version = paths === undefined ? await this.listing.version?.({ signal }) : undefined;
    const now = this.clock.now();
    const run = await this.begin({ rebuild, signal });
    const state = { version, tablesKey: run.tablesKey };
    const settled = this.settled.find(state);
    if (settled !== undefined) return this.repeat(settled, { startedMs, onProgress });

    const progress = new UpdateProgress(onProgress);
    const outcome = await this.runStages(run, { paths, now, progress, signal });
    const report = reportOf(outcome, this.clock.monotonicMs() - startedMs);
    if (paths === undefined) this.settled.note(state, { ...outcome, report, progress: progress.reported });
    if (report.added + report.changed + report.removed > 0) this.events?.publish('IndexUpdated', report);
    return this.logged(report);
  }

  /** plan ► read ► describe ► store ► remove ► finish */
  private async runStages(run: IndexRun, { paths, now, progress, signal }: StageInputs): Promise<UpdateOutcome> {
    const indexedFiles = await run.indexedFiles();
    const plan = this.plan(run, { indexedFiles, paths, now, progress, signal });
    const read = readFiles(plan.filesToRead(), this.reading({ indexedFiles, now, signal }));
    const described = describeFiles(read, { run, provider: this.provider, workers: this.workers, signal });
    const stored = await storeFiles(described, {
      run,
      indexedFiles,
      onStored: (soFar) => progress.onStored(soFar),
      signal,
    });
    const removed = await this.removeMissing(run, plan, { indexedFiles, signal });
    const chunks = await run.finish(removed.isWhole);
    return { plan, stored, removed, chunks };
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
    // Before the listing, which keeps this thread busy, so that the others start meanwhile.
    if (run.isFirst) {
      await Promise.all([this.chunker.prepare?.(), this.workers.prepare('count'), this.provider.prepare?.()]);
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

  /** Removes files that are no longer listed, and rows left by an interrupted update. */
  private async removeMissing(
    run: IndexRun,
    plan: UpdatePlan,
    { indexedFiles, signal }: Pick<PlanRules, 'indexedFiles' | 'signal'>,
  ): Promise<RemovedFiles> {
    const files = plan.missing(indexedFiles.keys());
    const strayFiles = await run.strayFiles();
    const strays = plan.missing(strayFiles);
    await removeFiles([...files, ...strays].sort(), { run, guard: this.guard, signal });
    // Strays outside of the listed paths are left.
    return { files: files.length, strays: strays.length, isWhole: plan.isWhole || strayFiles.length === 0 };
  }

  private reading(choice: Pick<ReadContext, 'indexedFiles' | 'now' | 'signal'>): ReadContext {
    const { editor, chunker, extractor, options } = this;
    return { editor, chunker, extractor, maxFileSizeBytes: options.maxFileSizeBytes, ...choice };
  }

  /** Reports an update that changes nothing, without listing the files. */
  private repeat({ report, progress }: SettledUpdate, { startedMs, onProgress }: RepeatOptions): IndexReport {
    for (const reported of progress) onProgress?.(reported);
    return this.logged({ ...report, durationMs: this.clock.monotonicMs() - startedMs });
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

function reportOf({ plan, stored, removed, chunks }: UpdateOutcome, durationMs: number): IndexReport {
  return {
    files: plan.listed,
    chunks,
    added: stored.added,
    changed: stored.changed,
    removed: removed.files,
    unchanged: plan.unchanged + stored.unchanged,
    embedded: stored.embedded,
    durationMs,
    skipped: stored.skipped,
    warnings: [...plan.warnings, ...stored.warnings],
    ...(plan.warnings.length === 0 ? {} : { listingWarnings: plan.warnings }),
  };
}

/** The inputs of the stages of one update. */
interface StageInputs extends Pick<PlanRules, 'paths' | 'now' | 'signal'> {
  readonly progress: UpdateProgress;
}

/** The inputs of a plan. */
interface PlanChoice extends StageInputs, Pick<PlanRules, 'indexedFiles'> {}

interface RepeatOptions extends Pick<IndexOptions, 'onProgress'> {
  readonly startedMs: number;
}

/** The results of the stages. */
interface UpdateOutcome {
  readonly plan: UpdatePlan;
  readonly stored: StoredFiles;
  readonly removed: RemovedFiles;
  /** Number of chunks in the index afterwards. */
  readonly chunks: number;
}
