import 'reflect-metadata';
import {
  type Anchor,
  IChunker,
  IEditorService,
  ISecretScanner,
  ITokenCounter,
  type RejectedSource,
  type SecretFinding,
  isLexichordError,
} from '@lexichord/abstractions';
import { groupBy, raceWithSignal, sharedSignal } from '@lexichord/platform/internal';
import pLimit from 'p-limit';
import { inject, injectable } from 'tsyringe';

import { importanceOf } from '../collect/order-sources.js';
import { outOfTime, rejectionOf, type UsableSource } from '../collect/source-collector.js';
import { PackingOptions } from '../packing-options.js';
import { SecretFinder } from '../secrets/find-secrets.js';
import { removeSecrets } from '../secrets/remove-secrets.js';
import { chunkKey } from '../stable/kept-chunks.js';
import { type AnchorLimits, type AnchoredFile, anchoredChunks } from './anchored-chunks.js';
import type { ChunkedSources, ChunkOptions, ISourceChunker, SourcedChunk, WithheldChunk } from './source-chunker.js';
import { type CutSource, SourceCutter } from './source-cutter.js';
import { splitExcerpt } from './excerpt-chunk.js';

/** Number of sources that are cut concurrently. */
const cutsAtOnce = 16;

/** A source that was cut and scanned, or its rejection. */
type CheckedSource =
  (CutSource & { readonly secrets: readonly SecretFinding[] }) | { readonly rejected: RejectedSource };

/** The chunks of a source that may be packed, and those that are withheld. */
interface SourceChunks {
  readonly chunks: readonly SourcedChunk[];
  readonly withheld: readonly WithheldChunk[];
}

/** Cuts sources, removes lines that contain secrets, and cuts chunks into pieces that would fill the budget alone. */
@injectable()
export class StructuralSourceChunker implements ISourceChunker {
  private readonly cutter: SourceCutter;

  constructor(
    @inject(IChunker) chunker: IChunker,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(PackingOptions) { maxWholeTokens, cache }: PackingOptions,
  ) {
    this.cutter = new SourceCutter({ chunker, counter, maxWholeTokens, isCacheEnabled: cache.enabled });
  }

  async chunk(
    sources: readonly UsableSource[],
    { signal, deadline, maxAnchoredTokens = Infinity, layout, ...limits }: ChunkOptions,
  ): Promise<ChunkedSources> {
    const limit = pLimit(cutsAtOnce);
    const stop = signal === undefined ? deadline : sharedSignal([signal, deadline]);
    const { scanner, editor } = this;
    const finder = new SecretFinder({ scanner, editor });
    const checked = await Promise.all(sources.map((source) => limit(() => this.checkInTime(source, finder, stop))));
    signal?.throwIfAborted();
    const rejected = checked.flatMap((one) => ('rejected' in one ? [one.rejected] : []));
    const parts = checked.map((one, index) =>
      'rejected' in one ? nothing : this.chunksOf(one, sources[index] as UsableSource, limits),
    );
    const anchored = await this.anchored(sources, checked, { maxTokens: maxAnchoredTokens, layout, finder, stop });
    signal?.throwIfAborted();
    return {
      chunks: [...anchored.chunks, ...parts.flatMap(({ chunks }) => chunks)],
      withheld: [...anchored.withheld, ...parts.flatMap(({ withheld }) => withheld)],
      rejected,
      cached: checked.filter((one) => 'isCached' in one && one.isCached).length,
      isPartial: rejected.some(({ reason }) => reason === outOfTime.reason),
    };
  }

  /** Returns the lines that the user names in files that could be cut, with their definitions. */
  private async anchored(
    sources: readonly UsableSource[],
    checked: readonly CheckedSource[],
    { maxTokens, layout, ...context }: AnchorContext & Pick<AnchorLimits, 'maxTokens' | 'layout'>,
  ): Promise<SourceChunks> {
    const { counter } = this;
    const files = await this.anchoredFiles(sources, checked, context);
    const limits = { maxTokens, counter, layout };
    const parts = anchoredChunks([...files.values()], limits).map(({ chunk, order, relation }) => {
      const { source, secrets = [] } = files.get(chunk.filePath) ?? {};
      const { sourceType = 'search-result', timestampMs, modifiedMs } = source ?? {};
      const sourceFields = { sourceType, relevanceScore: 1, anchorOrder: order, timestampMs, modifiedMs, relation };
      return removeSecrets<SourcedChunk>({ ...chunk, ...sourceFields }, secrets, counter);
    });
    return { chunks: parts.flatMap(({ kept }) => kept), withheld: parts.flatMap(({ removed }) => removed) };
  }

  private async anchoredFiles(
    sources: readonly UsableSource[],
    checked: readonly CheckedSource[],
    context: AnchorContext,
  ): Promise<ReadonlyMap<string, AnchoredSource>> {
    const usable = sources.filter((_, index) => !('rejected' in (checked[index] as CheckedSource)));
    const byFile = groupBy(usable, ({ filePath }) => filePath);
    const files = new Map<string, AnchoredSource>();
    for (const [filePath, own] of byFile) {
      const anchors = distinctAnchors(own.flatMap((source) => source.anchors ?? []));
      const source = own.toSorted((a, b) => importanceOf(a.sourceType) - importanceOf(b.sourceType))[0];
      if (anchors.length === 0 || source === undefined) continue;
      const cut = await this.cutWhole(source, context);
      if (cut !== undefined) files.set(filePath, { source, anchors, ...cut });
    }
    return files;
  }

  /**
   * Cuts the whole file of a source. Returns `undefined` if it fails or the time is over: the source's own chunks
   * remain.
   */
  private async cutWhole(
    { filePath, language, sourceType, content, fileText = content }: UsableSource,
    { finder, stop }: AnchorContext,
  ): Promise<Pick<AnchoredSource, 'chunks' | 'secrets'> | undefined> {
    const whole: UsableSource = { filePath, language, sourceType, content: fileText };
    try {
      const secrets = await raceWithSignal(finder.find(whole, { signal: stop }), stop);
      const { chunks } = await raceWithSignal(this.cutter.cut(whole, stop), stop);
      return { chunks, secrets };
    } catch (error) {
      if (stop.aborted || isLexichordError(error)) return undefined;
      throw error;
    }
  }

  private async checkInTime(source: UsableSource, finder: SecretFinder, stop: AbortSignal): Promise<CheckedSource> {
    try {
      stop.throwIfAborted();
      return await raceWithSignal(this.check(source, finder, stop), stop);
    } catch (error) {
      const { filePath, sourceType } = source;
      return { rejected: { filePath, sourceType, ...(stop.aborted ? outOfTime : rejectionOf(error)) } };
    }
  }

  private async check(source: UsableSource, finder: SecretFinder, signal: AbortSignal): Promise<CheckedSource> {
    const secrets = await finder.find(source, { signal });
    return { ...(await this.cutter.cut(source, signal)), secrets };
  }

  private chunksOf(
    { chunks, secrets }: Extract<CheckedSource, CutSource>,
    { lineRange, ...source }: UsableSource,
    { maxExcerptTokens, maxChunkTokens = Infinity, whole }: PieceLimits,
  ): SourceChunks {
    const { sourceType, relevanceScore, isSearchHit, timestampMs, modifiedMs, relation } = source;
    const sourceFields = { sourceType, relevanceScore, isSearchHit, timestampMs, modifiedMs, relation };
    // A hit that is a whole file is still an excerpt of the workspace.
    const isExcerpt = lineRange !== undefined || sourceType === 'search-result';
    const cleaned = chunks.map((chunk) =>
      removeSecrets<SourcedChunk>({ ...chunk, ...sourceFields }, secrets, this.counter),
    );
    const isCut = (chunk: SourcedChunk): boolean =>
      (isExcerpt || chunk.tokenCount > maxChunkTokens) &&
      !(whole !== undefined && chunk.tokenCount <= whole.maxTokens && whole.keys.has(chunkKey(chunk)));
    return {
      chunks: cleaned.flatMap(({ kept }) =>
        kept.flatMap((chunk) => (isCut(chunk) ? this.piecesOf(chunk, maxExcerptTokens) : [chunk])),
      ),
      withheld: cleaned.flatMap(({ removed }) => removed),
    };
  }

  private piecesOf(chunk: SourcedChunk, maxTokens: number): readonly SourcedChunk[] {
    if (chunk.tokenCount <= maxTokens) return [chunk];
    return splitExcerpt(chunk, maxTokens, this.counter).map((piece) => ({ ...piece, pieceOf: chunk.id }));
  }
}

/** Limits for cutting chunks into pieces. */
type PieceLimits = Pick<ChunkOptions, 'maxExcerptTokens' | 'maxChunkTokens' | 'whole'>;

/** Inputs of cutting files with named lines. */
interface AnchorContext {
  readonly finder: SecretFinder;
  readonly stop: AbortSignal;
}

/** A file with named lines. */
interface AnchoredSource extends AnchoredFile {
  /** Its most important source. */
  readonly source: UsableSource;
  /** Secrets of the whole file. */
  readonly secrets: readonly SecretFinding[];
}

function distinctAnchors(anchors: readonly Anchor[]): readonly Anchor[] {
  const distinct = new Map<string, Anchor>();
  for (const anchor of anchors.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))) {
    const key = `${anchor.startLine}-${anchor.endLine}`;
    if (!distinct.has(key)) distinct.set(key, anchor);
  }
  return [...distinct.values()];
}

const nothing: SourceChunks = { chunks: [], withheld: [] };
