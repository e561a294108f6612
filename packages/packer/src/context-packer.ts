import 'reflect-metadata';
import {
  type CallOptions,
  type ContextSource,
  ErrorCode,
  IClock,
  type IContextPacker,
  IGitHistory,
  IIdSource,
  ISecretScanner,
  ITokenCounter,
  LexichordError,
  type PackLayout,
  type PackOptions,
  type PackPreview,
  type PackedContext,
  type PackerStats,
  type PackingBudget,
  type PendingContextSource,
  type SourceType,
  availableTokens,
  undecodedWarning,
} from '@lexichord/abstractions';
import { sharedSignal, withDeadline } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { ChangeCutter, type CutChange, type ReadChange, noChange, withChange } from './change/change-cutter.js';
import { ISourceChunker } from './chunk/source-chunker.js';
import { textTokens } from './chunk/text-tokens.js';
import { tooWeakChunks } from './chunk/too-weak-chunks.js';
import { addRelated } from './closure/add-related.js';
import { RelatedCodeFinder } from './closure/related-search.js';
import { ISourceCollector, type UsableSource } from './collect/source-collector.js';
import { recheckRepetition } from './deduplicate/recheck-repetition.js';
import { IDeduplicator } from './deduplicate/ranked-deduplicator.js';
import { withOutline } from './detail/with-outline.js';
import { IFormatter, type Layout } from './format/formatter.js';
import { PackerHistory, PackLog } from './pack/pack-log.js';
import {
  type ChunkedPack,
  type CollectedPack,
  type ComparedPack,
  type RankedPack,
  StageTimer,
} from './pack/pack-stages.js';
import { type PackResult, type SelectedPack, packResult } from './pack/pack-result.js';
import { PackingOptions, bySourceType, hasOwnWeights, rankWeightsOf } from './packing-options.js';
import { closureShareOf, withProfile } from './rank/profiles.js';
import { distinctChunks } from './rank/distinct-chunks.js';
import { IRanker } from './rank/ranker.js';
import { recentChangesInTime } from './rank/recent-changes-in-time.js';
import { screenPackNames, separateWithheld } from './secrets/screen-pack-names.js';
import { IBudgetManagerFactory } from './select/token-budget.js';
import { fitText } from './select/fit-text.js';
import { ISelector } from './select/selector.js';
import { breadthWithin } from './select/spread-over-files.js';
import { arrangePack } from './stable/arrange-pack.js';
import { wholeChunks } from './stable/kept-chunks.js';

type Sources = Iterable<ContextSource | PendingContextSource>;

/** Maximum share of the budget for one excerpt: with a small budget, more excerpts matter more than whole ones. */
const excerptShare = 1 / 5;

/** Share of the budget into which a change is fitted if it affects other code; its changed lines may take more. */
const changeShare = 0.75;

/** Minimum size of excerpts, in tokens: smaller ones have too little content. */
const minExcerptTokens = 64;

/** Approximate tokens around a chunk in the text. */
const headingTokens = 32;

/** Minimum share of the time limit for the selection, even if earlier stages took longer. */
const selectionShare = 0.3;

/** The state of one pack in the stages. */
interface PackRun extends Omit<PackOptions, 'layout'> {
  readonly order: PackLayout;
  readonly budget: PackingBudget;
  readonly availableTokens: number;
  readonly layout: Layout;
  readonly timer: StageTimer;
  readonly deadline: AbortSignal;
  /** By the monotonic clock. */
  readonly startedMs: number;
}

/** collect ► chunk ► rank ► deduplicate ► select ► complete ► outline ► format, within the budget (T-016). */
@injectable()
export class ContextPacker implements IContextPacker {
  private readonly history = new PackerHistory();

  constructor(
    @inject(ISourceCollector) private readonly collector: ISourceCollector,
    @inject(ISourceChunker) private readonly chunker: ISourceChunker,
    @inject(IRanker) private readonly ranker: IRanker,
    @inject(IDeduplicator) private readonly deduplicator: IDeduplicator,
    @inject(IBudgetManagerFactory) private readonly budgets: IBudgetManagerFactory,
    @inject(ISelector) private readonly selector: ISelector,
    @inject(IFormatter) private readonly formatter: IFormatter,
    @inject(IGitHistory) private readonly git: IGitHistory,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(PackingOptions) private readonly options: PackingOptions,
    @inject(IClock) private readonly clock: IClock,
    @inject(IIdSource) private readonly ids: IIdSource,
    @inject(PackLog) private readonly log: PackLog,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(ChangeCutter) private readonly changes: ChangeCutter,
    @inject(RelatedCodeFinder) private readonly related: RelatedCodeFinder,
  ) {}

  async pack(sources: Sources, budget: PackingBudget, options: PackOptions): Promise<PackedContext> {
    return this.run(budget, options, async (run) => this.format(await this.choose(sources, run), run));
  }

  async preview(sources: Sources, budget: PackingBudget, options: PackOptions): Promise<PackPreview> {
    return this.run(budget, options, async (run) => {
      const selected = await this.choose(sources, run);
      const { estimatedTokens } = selected;
      return { ...this.finish(selected, run, estimatedTokens), estimatedTokens };
    });
  }

  getStats({ signal }: CallOptions = {}): Promise<PackerStats> {
    signal?.throwIfAborted();
    return Promise.resolve(this.history.stats());
  }

  /** Runs the stages before formatting. */
  private async choose(sources: Sources, run: PackRun): Promise<SelectedPack> {
    const collected = await this.collect(sources, run);
    const chunked = await this.chunk(collected, run);
    const ranked = await this.rank(chunked, run);
    const compared = await this.deduplicate(ranked, run);
    const selected = await this.select(compared, run, run.availableTokens);
    const completed = await this.complete(selected, compared, run);
    return this.outline(completed, run);
  }

  /** Collects the sources, and concurrently reads recent changes from git. */
  private async collect(sources: Sources, run: PackRun): Promise<CollectedPack> {
    const { change, signal, deadline, timer, availableTokens: budgetTokens } = run;
    const stop = signal === undefined ? deadline : sharedSignal([signal, deadline]);
    // The change is read first; the code that it affects gets the remaining time.
    const changed = change && this.changes.read(change, { stop });
    const changes = recentChangesInTime(this.git, { signal, deadline });
    // Ranking awaits it; if an earlier stage fails, this rejection must not be unhandled.
    changes.catch(() => undefined);
    const collected = await timer.run('collect', () =>
      this.collector.collect(sources, { signal, deadline, budgetTokens }),
    );
    return { ...collected, changes, changed };
  }

  private async chunk(collected: CollectedPack, run: PackRun): Promise<ChunkedPack> {
    const { signal, deadline, timer } = run;
    const { sources, repeated, changes } = collected;
    const changed = await this.cutChange(collected.changed, sources, run);
    const maxExcerptTokens = Math.max(minExcerptTokens, Math.floor(run.availableTokens * excerptShare));
    const { layout } = run;
    const freeTokens = Math.max(0, run.availableTokens - layout.frameTokens - textTokens(changed.chunks, layout));
    const maxChunkTokens = freeTokens - headingTokens;
    const whole = wholeChunks(run, maxChunkTokens);
    const limits = { maxExcerptTokens, maxChunkTokens, maxAnchoredTokens: freeTokens, whole, layout };
    const cutSources = await timer.run('chunk', () => this.chunker.chunk(sources, { signal, deadline, ...limits }));
    const cut = withChange(cutSources, changed);
    const cutChunks = [...cut.chunks, ...cut.withheld.map(({ chunk }) => chunk)];
    const tooWeak = tooWeakChunks(collected.tooWeak ?? [], cutChunks, this.counter);
    const chunks = [...cutChunks, ...tooWeak.map(({ chunk }) => chunk)];
    this.history.addCuts(cut.cached, sources.length);
    this.log.chunked({ sources: sources.length, chunks: chunks.length, known: cut.cached });
    return {
      chunks,
      withheld: [...cut.withheld, ...tooWeak],
      changes,
      usable: sources.length,
      repeated,
      rejected: [...collected.rejected, ...cut.rejected],
      warnings: [...(run.change?.warnings ?? []), ...collected.warnings],
      isPartial: collected.isPartial || cut.isPartial,
    };
  }

  /** Cuts the change, which precedes everything else. */
  private async cutChange(
    changed: Promise<ReadChange> | undefined,
    sources: readonly UsableSource[],
    { availableTokens: available, signal, timer }: PackRun,
  ): Promise<CutChange> {
    if (changed === undefined) return noChange;
    const hasMore = sources.some(({ anchors = [] }) => anchors.length > 0);
    const maxTokens = Math.floor(available * (hasMore ? changeShare : 1));
    return timer.run('chunk', async () => this.changes.fit(await changed, { maxTokens, signal }));
  }

  /** Ranks the chunks, best first. Separates chunks that are only listed, and replaces secrets in shown names. */
  private async rank({ chunks, withheld, changes, ...facts }: ChunkedPack, run: PackRun): Promise<RankedPack> {
    const { task, signal, timer, layout } = run;
    return timer.run('rank', async () => {
      const { recentChanges, warnings } = await changes;
      const context = { ...this.preferencesOf(run), task, recentChanges, nowMs: this.clock.now() };
      const given = await this.ranker.rank(chunks, context, { signal });
      const { chunks: ranked, repeated: repeatedChunks } = distinctChunks(given);
      const allWarnings = [...facts.warnings, ...warnings, ...layout.warnings];
      const named = { ...separateWithheld(ranked, withheld), ...facts, warnings: allWarnings };
      return { ...facts, repeatedChunks, ...(await screenPackNames(named, { scanner: this.scanner, signal })) };
    });
  }

  /** Prepares the comparison of chunks; the selection determines which ones are repetitions. */
  private async deduplicate(ranked: RankedPack, { timer }: PackRun): Promise<ComparedPack> {
    return { ...ranked, createIndex: await timer.run('dedup', () => this.deduplicator.prepare()) };
  }

  private async select(
    { withheld, ...compared }: ComparedPack,
    run: PackRun,
    maxTokens: number,
  ): Promise<SelectedPack> {
    const { timer } = run;
    const { counter } = this;
    const { allowed: ranked, createIndex: newIndex, ...facts } = compared;
    const setup = { ...run, counter, availableTokens: maxTokens };
    const arrangement = arrangePack({ allowed: ranked, createIndex: newIndex }, setup);
    const { allowed, createIndex, layout, keptChunks } = arrangement;
    const configured = this.options.selection;
    const breadthTokens = breadthWithin(run.availableTokens, configured);
    const selection = { ...configured, breadthTokens, minimumChunks: Math.max(configured.minimumChunks, keptChunks) };
    const { inclusionThreshold } = this.options.ranking;
    const budget = this.budgets.create(maxTokens, this.categoryBudgets(run));
    const isOutOfTime = this.selectionLimit(run);
    const { included, excluded } = await timer.run('select', () =>
      this.selector.select(allowed, { ...selection, inclusionThreshold, budget, layout, createIndex, isOutOfTime }),
    );
    const { unique, removed } = await timer.run('dedup', () => this.deduplicator.deduplicate(included));
    const divided = { included: unique, excluded: [...excluded, ...removed, ...withheld, ...arrangement.excluded] };
    return {
      ...facts,
      ...recheckRepetition(divided, createIndex),
      outline: [],
      createIndex,
      arrangement,
      isPartial: facts.isPartial || excluded.some(({ reason }) => reason === 'timeout'),
      estimatedTokens: budget.allocatedTokens,
    };
  }

  /** Adds signatures of code that the chunks use; if these need more tokens, selects fewer chunks. */
  private async complete(selected: SelectedPack, compared: ComparedPack, run: PackRun): Promise<SelectedPack> {
    const { timer, layout, availableTokens, signal, deadline } = run;
    const { profile = this.options.ranking.profile } = run;
    return addRelated(selected, {
      ...{ layout, availableTokens, share: closureShareOf(profile, this.options.closure.share) },
      search: this.related.open({ profile, signal, deadline }),
      selectWithin: (maxTokens) => this.select(compared, run, maxTokens),
      isOutOfTime: () => deadline.aborted,
      measured: (work) => timer.run('select', work),
    });
  }

  private categoryBudgets({ budget }: PackRun): NonNullable<PackingBudget['categoryBudgets']> {
    return { ...bySourceType(this.options.selection.categoryBudgets), ...budget.categoryBudgets };
  }

  /** Adds outline lines of chunks without room. */
  private async outline(selected: SelectedPack, run: PackRun): Promise<SelectedPack> {
    const { timer, availableTokens } = run;
    const { createIndex, estimatedTokens } = selected;
    const { layout } = selected.arrangement;
    // Changing outline lines would shift a stable text, and with `onlyNew` the reader has the other chunks already.
    const hasOutline = run.order !== 'stable' && run.onlyNew !== true;
    const share = hasOutline ? this.options.selection.outlineShare : 0;
    const { outline, addedTokens, ...bodies } = await timer.run('select', () =>
      withOutline(selected, {
        ...{ layout, counter: this.counter, availableTokens, share },
        freeTokens: availableTokens - estimatedTokens,
        limitedTypes: new Set(Object.keys(this.categoryBudgets(run)) as SourceType[]),
      }),
    );
    const divided = recheckRepetition(bodies, createIndex);
    return { ...selected, ...divided, outline, estimatedTokens: estimatedTokens + addedTokens };
  }

  private selectionLimit({ startedMs }: PackRun): () => boolean {
    const { timeoutMs } = this.options;
    const endMs = Math.max(startedMs + timeoutMs, this.clock.monotonicMs() + timeoutMs * selectionShare);
    return () => this.clock.monotonicMs() >= endMs;
  }

  /** The last stage: formats the text, and counts it as a whole. */
  private async format(selected: SelectedPack, run: PackRun): Promise<PackedContext> {
    const { availableTokens, timer, signal } = run;
    const { layout } = selected.arrangement;
    const { createIndex } = selected;
    const limits = {
      layout,
      counter: this.counter,
      availableTokens,
      categoryTokens: this.categoryBudgets(run),
      createIndex,
    };
    const { included, excluded, content, totalTokens } = await timer.run('format', () => fitText(selected, limits));
    if (totalTokens > availableTokens) throw this.overBudget(totalTokens, availableTokens);
    const { paths } = selected;
    const opened = included.map((chunk) => ({ ...chunk, filePath: paths.originalOf(chunk.filePath) }));
    const changed = await timer.run('format', () => this.formatter.changedFiles(opened, { signal }));
    const undecoded = await timer.run('format', () => this.formatter.undecodedFiles(opened, { signal }));
    const warnings = [
      ...changed.map((path) => `${paths.of(path)} changed while it was packed: its lines may have other numbers now.`),
      ...undecoded.map((path) => undecodedWarning(paths.of(path))),
    ];
    const fitted = {
      ...selected,
      included,
      excluded,
      outline: [],
      warnings: [...new Set([...selected.warnings, ...warnings])],
    };
    return { ...this.finish(fitted, run, totalTokens), content, totalTokens };
  }

  private async run<T>(budget: PackingBudget, options: PackOptions, work: (run: PackRun) => Promise<T>): Promise<T> {
    const { task, template, signal, onStage, layout: order = this.options.formatting.layout } = options;
    signal?.throwIfAborted();
    const available = availableTokens(budget, this.counter);
    return this.log.withCorrelation(this.ids.nextId(), async () => {
      try {
        this.log.started(task.length, available);
        const startedMs = this.clock.monotonicMs();
        const timer = new StageTimer(this.clock, onStage);
        const layout = await this.formatter.layout(template, task, { signal });
        return await withDeadline({ timeoutMs: this.options.timeoutMs, clock: this.clock }, (deadline) =>
          work({ ...options, order, budget, availableTokens: available, layout, timer, deadline, startedMs }),
        );
      } catch (error) {
        if (signal?.aborted === true) this.log.cancelled();
        else this.log.failed(error);
        throw error;
      }
    });
  }

  private finish(selected: SelectedPack, run: PackRun, totalTokens: number): PackResult {
    const { weights } = this.preferencesOf(run);
    const timingsMs = run.timer.timings();
    const result = packResult(selected, { timingsMs, availableTokens: run.availableTokens, weights });
    this.log.finished({ ...result, totalTokens });
    this.history.add({ ...result, totalTokens });
    return result;
  }

  private preferencesOf({
    profile = this.options.ranking.profile,
  }: PackRun): ReturnType<typeof withProfile> & Pick<PackingOptions['ranking'], 'relevance'> {
    const { ranking, sourcePriority } = this.options;
    const datesSearchHits = hasOwnWeights(ranking);
    const configured = { weights: rankWeightsOf(ranking), priorities: bySourceType(sourcePriority), datesSearchHits };
    return { ...withProfile(configured, profile), relevance: ranking.relevance };
  }

  /** A defect: the formatted chunks were made to fit (T-016 AC-060, AC-139). */
  private overBudget(totalTokens: number, available: number): LexichordError {
    this.log.overBudget(totalTokens, available);
    return new LexichordError(
      ErrorCode.budgetExceeded,
      `The packed text has ${totalTokens} tokens, and ${available} are allowed. This is a defect; please report it.`,
      { details: { totalTokens, available } },
    );
  }
}
