import 'reflect-metadata';
import {
  IChunker,
  IEditorService,
  ISecretScanner,
  ITokenCounter,
  type RejectedSource,
  type SecretFinding,
} from '@lexichord/abstractions';
import { raceWithSignal, sharedSignal } from '@lexichord/platform/internal';
import pLimit from 'p-limit';
import { inject, injectable } from 'tsyringe';

import { outOfTime, rejectionOf, type UsableSource } from '../collect/source-collector.js';
import { PackingOptions } from '../packing-options.js';
import { SecretFinder } from '../secrets/find-secrets.js';
import { removeSecrets } from '../secrets/remove-secrets.js';
import type { ChunkedSources, ChunkOptions, ISourceChunker, SourcedChunk, WithheldChunk } from './source-chunker.js';
import { type CutSource, SourceCutter } from './source-cutter.js';
import { splitExcerpt } from './excerpt-chunk.js';

/** Sources that are cut at the same time. */
const cutsAtOnce = 16;

/** A source that was cut and looked through, or why nothing is taken from it. */
type CheckedSource =
  (CutSource & { readonly secrets: readonly SecretFinding[] }) | { readonly rejected: RejectedSource };

/** What is packed of a source, and what is not. */
interface SourceChunks {
  readonly chunks: readonly SourcedChunk[];
  readonly withheld: readonly WithheldChunk[];
}

/** Cuts sources, takes out the lines that hold secrets, and makes pieces of excerpts that would fill the budget alone. */
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
    { signal, deadline, maxExcerptTokens }: ChunkOptions,
  ): Promise<ChunkedSources> {
    const takePlace = pLimit(cutsAtOnce);
    const stop = signal === undefined ? deadline : sharedSignal([signal, deadline]);
    const { scanner, editor } = this;
    const finder = new SecretFinder({ scanner, editor });
    const checked = await Promise.all(sources.map((source) => takePlace(() => this.checkInTime(source, finder, stop))));
    signal?.throwIfAborted();
    const rejected = checked.flatMap((one) => ('rejected' in one ? [one.rejected] : []));
    const parts = checked.map((one, index) =>
      'rejected' in one ? nothing : this.chunksOf(one, sources[index] as UsableSource, maxExcerptTokens),
    );
    return {
      chunks: parts.flatMap(({ chunks }) => chunks),
      withheld: parts.flatMap(({ withheld }) => withheld),
      rejected,
      known: checked.filter((one) => 'isKnown' in one && one.isKnown).length,
      isPartial: rejected.some(({ reason }) => reason === outOfTime.reason),
    };
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
    maxExcerptTokens: number,
  ): SourceChunks {
    const { sourceType, relevanceScore, isSearchHit, timestampMs, modifiedMs } = source;
    const said = { sourceType, relevanceScore, isSearchHit, timestampMs, modifiedMs };
    // A search can find a file as a whole; that is an excerpt of what there is all the same.
    const isExcerpt = lineRange !== undefined || sourceType === 'search-result';
    const cleaned = chunks.map((chunk) => removeSecrets<SourcedChunk>({ ...chunk, ...said }, secrets, this.counter));
    return {
      chunks: cleaned.flatMap(({ kept }) =>
        kept.flatMap((chunk) => (isExcerpt ? this.piecesOf(chunk, maxExcerptTokens) : [chunk])),
      ),
      withheld: cleaned.flatMap(({ removed }) => removed),
    };
  }

  private piecesOf(chunk: SourcedChunk, maxTokens: number): readonly SourcedChunk[] {
    if (chunk.tokenCount <= maxTokens) return [chunk];
    return splitExcerpt(chunk, maxTokens, this.counter).map((piece) => ({ ...chunk, ...piece, pieceOf: chunk.id }));
  }
}

const nothing: SourceChunks = { chunks: [], withheld: [] };
