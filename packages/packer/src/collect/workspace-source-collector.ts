import {
  type CallOptions,
  type ContextSource,
  ErrorCode,
  IClock,
  IEditorService,
  ILogger,
  IWorkspaceGuard,
  LexichordError,
  type PendingContextSource,
  type RejectedSource,
  isPendingSource,
} from '@lexichord/abstractions';
import { compareText, groupBy, raceWithSignal, sharedSignal, withDeadline } from '@lexichord/platform/internal';
import pLimit from 'p-limit';
import { inject, injectable } from 'tsyringe';

import { PackingOptions } from '../packing-options.js';
import {
  type CollectedSources,
  type CollectOptions,
  type ISourceCollector,
  outOfTime,
  rejectionOf,
  type SourceRejection,
  type UsableSource,
} from './source-collector.js';
import { FileSources } from './file-sources.js';
import { loadSources } from './load-sources.js';
import { firstLineOf, importanceOf, lastLineOf, orderSources } from './order-sources.js';
import { readGivenSource } from './read-given-source.js';
import { checkToolOutput, isToolPath } from './tool-outputs.js';

/** Maximum share of a pack's time for fetching pending sources. */
const shareOfFetching = 0.7;

/** Number of files that are opened concurrently. */
const opensAtOnce = 16;

/** A source with its index in the given list. */
interface IndexedSource {
  readonly index: number;
  readonly source: ContextSource;
}

/** The rejection of a source, with its index in the given list. */
interface IndexedRejection {
  readonly index: number;
  readonly rejected: RejectedSource;
}

type CheckOutcome = UsableSource | SourceRejection;

/** Temporary reasons, for sources that were not pending. */
const passingReasons: ReadonlySet<string> = new Set([outOfTime.reason, ErrorCode.ioFailed]);

/**
 * Permanent refusals of a file: another attempt gives the same result, so the pack is not partial (T-016 AC-020..028
 * list them as rejected; NFR-016-42 is about unfinished work).
 */
const refusals: ReadonlySet<string> = new Set([
  ErrorCode.pathDenied,
  ErrorCode.notFound,
  ErrorCode.fileTooLarge,
  ErrorCode.binaryFile,
  ErrorCode.invalidArgument,
]);

/**
 * Load pending sources ► read the fields ► separate low scores ► cut the list ► check against the files ► order and
 * merge.
 */
@injectable()
export class WorkspaceSourceCollector implements ISourceCollector {
  private readonly log: ILogger;

  constructor(
    @inject(IWorkspaceGuard) private readonly guard: IWorkspaceGuard,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(PackingOptions) private readonly packing: PackingOptions,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) log: ILogger,
  ) {
    this.log = log.forSource('WorkspaceSourceCollector');
  }

  async collect(
    sources: Iterable<ContextSource | PendingContextSource>,
    { signal, deadline, budgetTokens }: CollectOptions = {},
  ): Promise<CollectedSources> {
    signal?.throwIfAborted();
    const entries = entriesOf(sources);
    const pending = entries.filter(isPendingSource).length;
    this.log.info('Packing {sources} sources, of which {pending} are yet to be fetched', {
      sources: entries.length,
      pending,
    });
    if (deadline !== undefined) return this.collectUntil(entries, { signal, deadline, budgetTokens });
    return withDeadline({ timeoutMs: this.packing.timeoutMs, clock: this.clock }, (own) =>
      this.collectUntil(entries, { signal, deadline: own, budgetTokens }),
    );
  }

  private async collectUntil(
    entries: readonly unknown[],
    context: CollectOptions & { readonly deadline: AbortSignal },
  ): Promise<CollectedSources> {
    const { given, failed, warnings } = await loadSources(entries, {
      ...context,
      clock: this.clock,
      maxMs: Math.ceil(this.packing.timeoutMs * shareOfFetching),
    });
    const rejections: IndexedRejection[] = [...failed].map(([index, rejected]) => ({ index, rejected }));
    const readable: IndexedSource[] = [];
    const tooWeak: ContextSource[] = [];
    for (const [index, entry] of given.entries()) {
      if (failed.has(index)) continue;
      const read = readGivenSource(entry);
      if ('rejected' in read) rejections.push({ index, rejected: read.rejected });
      else if (scoresTooLittle(read.source)) tooWeak.push(read.source);
      else readable.push({ index, source: read.source });
    }
    const { taken, left } = this.cutList(readable);
    const { usable, refused } = await this.checkAll(taken, context);
    const rejected = [...rejections, ...left, ...refused]
      .sort((a, b) => a.index - b.index)
      .map((each) => each.rejected);
    this.logRejected(rejected);
    const isPartial =
      [...failed.values()].some(({ reason }) => !refusals.has(reason)) ||
      refused.some(({ rejected: { reason } }) => passingReasons.has(reason));
    return { ...orderSources(usable), tooWeak: tooWeak.toSorted(compareWorth), rejected, isPartial, warnings };
  }

  /** Limits the number of sources: the most important types first, within a type the best first. */
  private cutList(readable: readonly IndexedSource[]): {
    taken: readonly IndexedSource[];
    left: readonly IndexedRejection[];
  } {
    const { maxSources } = this.packing;
    if (readable.length <= maxSources) return { taken: readable, left: [] };
    const sorted = readable.toSorted((one, other) => compareWorth(one.source, other.source) || one.index - other.index);
    const message = `There are more than ${maxSources} sources. Name fewer, or raise context.max_sources.`;
    const left = sorted.slice(maxSources).map(({ index, source: { filePath, sourceType } }) => ({
      index,
      rejected: { filePath, sourceType, reason: 'too-many', message },
    }));
    return { taken: sorted.slice(0, maxSources), left };
  }

  private async checkAll(
    taken: readonly IndexedSource[],
    { signal, deadline }: CallOptions & { readonly deadline: AbortSignal },
  ): Promise<{ usable: readonly UsableSource[]; refused: readonly IndexedRejection[] }> {
    const files = new FileSources(this.guard, this.editor);
    const end = sharedSignal(signal === undefined ? [deadline] : [signal, deadline]);
    const takeTurn = pLimit(opensAtOnce);
    // One turn for all sources of a file: a search gives several lines of one.
    const checks = [...groupBy(taken, ({ source }) => source.filePath).values()].map(async (sources) => {
      const outcomes = await raceWithSignal(
        takeTurn(() => this.checkFile(sources, files, end)),
        end,
      ).catch((error: unknown): readonly SourceRejection[] => {
        signal?.throwIfAborted();
        return sources.map(() => (end.aborted ? outOfTime : rejectionOf(error)));
      });
      return sources.map((source, index) => ({ ...source, outcome: outcomes[index] as CheckOutcome }));
    });
    const usable: UsableSource[] = [];
    const refused: IndexedRejection[] = [];
    for (const { index, source, outcome } of (await Promise.all(checks)).flat()) {
      if (!('reason' in outcome)) usable.push(outcome);
      else refused.push({ index, rejected: { filePath: source.filePath, sourceType: source.sourceType, ...outcome } });
    }
    return { usable, refused };
  }

  private async checkFile(
    sources: readonly IndexedSource[],
    files: FileSources,
    signal: AbortSignal,
  ): Promise<readonly CheckOutcome[]> {
    const outcomes: CheckOutcome[] = [];
    for (const { source } of sources) outcomes.push(await this.check(source, files, signal));
    return outcomes;
  }

  private async check(source: ContextSource, files: FileSources, signal: AbortSignal): Promise<CheckOutcome> {
    signal.throwIfAborted();
    if (source.sourceType === 'tool-result' && isToolPath(source.filePath)) {
      return checkToolOutput(source, this.packing.maxOutputBytes);
    }
    return files.check(source, { signal });
  }

  /** Logs one line for all, with their number by reason (T-016 AC-138); the guard has logged denied paths (AC-029). */
  private logRejected(rejected: readonly RejectedSource[]): void {
    if (rejected.length === 0) return;
    const counts = new Map<string, number>();
    for (const { reason } of rejected) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    const reasons = [...counts].sort(([one], [other]) => compareText(one, other));
    this.log.warn('Rejected {count} sources: {reasons}', {
      count: rejected.length,
      reasons: reasons.map(([reason, count]) => `${reason} ${count}`).join(', '),
    });
  }
}

/** @throws {LexichordError} `invalid-argument` */
function entriesOf(sources: unknown): readonly unknown[] {
  if (sources !== null && typeof sources === 'object' && Symbol.iterator in sources) {
    return [...(sources as Iterable<unknown>)];
  }
  throw new LexichordError(ErrorCode.invalidArgument, 'The list of sources is missing. Give one; it may be empty.');
}

function scoresTooLittle({ relevanceScore = 1, minRelevanceScore = 0 }: ContextSource): boolean {
  return relevanceScore < minRelevanceScore;
}

/**
 * Compares importance; negative if the first is more important. A named source without a score precedes a found one.
 */
function compareWorth(one: ContextSource, other: ContextSource): number {
  return (
    importanceOf(one.sourceType) - importanceOf(other.sourceType) ||
    (other.relevanceScore ?? 1) - (one.relevanceScore ?? 1) ||
    compareText(one.filePath, other.filePath) ||
    firstLineOf(one) - firstLineOf(other) ||
    lastLineOf(one) - lastLineOf(other) ||
    compareText(one.content, other.content)
  );
}
