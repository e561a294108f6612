import { isDeepStrictEqual } from 'node:util';
import type { Chunk, IChunker, ITokenCounter } from '@lexichord/abstractions';
import { LRUCache } from 'lru-cache';

import { holds } from '../deduplicate/kept-ranges.js';
import type { UsableSource } from '../collect/source-collector.js';
import { isPieceOfLine } from '../format/packed-file.js';
import { excerptChunk, shiftChunk } from './excerpt-chunk.js';

/** Maximum number of sources whose chunks are cached. */
const maxRemembered = 500;

/** The chunks of a source. */
export interface CutSource {
  readonly chunks: readonly Chunk[];
  /** Whether the chunks were cached by an earlier pack. */
  readonly isCached: boolean;
}

/** Services and limits for cutting. */
export interface CutterSetup {
  readonly chunker: IChunker;
  readonly counter: ITokenCounter;
  /** Maximum size of an excerpt that stays whole, in tokens. */
  readonly maxWholeTokens: number;
  readonly isCacheEnabled: boolean;
}

/** Cuts files along their structure, and excerpts that are too large. Caches the chunks of unchanged sources. */
export class SourceCutter {
  private readonly remembered: LRUCache<string, RememberedCut> | undefined;

  constructor(private readonly setup: CutterSetup) {
    this.remembered = setup.isCacheEnabled ? new LRUCache({ max: maxRemembered }) : undefined;
  }

  async cut(source: UsableSource, signal: AbortSignal): Promise<CutSource> {
    const { content, language } = source;
    const key = keyOf(source);
    const before = this.remembered?.get(key);
    const isKnown = before?.content === content && before.language === language;
    if (isKnown && isDeepStrictEqual(before.definition, source.definition))
      return { chunks: before.chunks, isCached: true };
    const chunks = await this.cutAnew(source, signal);
    this.remembered?.set(key, { content, language, definition: source.definition, chunks });
    return { chunks, isCached: false };
  }

  private async cutAnew(
    { filePath, content, language, lineRange, isOnePiece, definition }: UsableSource,
    signal: AbortSignal,
  ): Promise<readonly Chunk[]> {
    if (content === '') return [];
    const { chunker, counter, maxWholeTokens } = this.setup;
    const startLine = lineRange?.startLine ?? 1;
    if (lineRange !== undefined || isOnePiece === true) {
      const excerpt = excerptChunk({ filePath, content, language, definition }, startLine, counter);
      if (excerpt.tokenCount <= maxWholeTokens) return [excerpt];
    }
    const { chunks } = await chunker.chunk({ filePath, content, language }, { signal });
    const shifted = chunks.map((chunk) => shiftChunk(chunk, startLine - 1));
    const { partOf } = definition ?? {};
    if (partOf === undefined) return shifted;
    // The text of a part does not have the limits of its definition. The source's range is checked, because it may be
    // wrong.
    return shifted.map((chunk) =>
      isPieceOfLine(chunk) || !holds(partOf, chunk) ? chunk : { ...chunk, part: undefined, partOf },
    );
  }
}

/** Cache key of a source: its file with its first line, or whether it is given as one piece or as a file. */
function keyOf({ filePath, lineRange, isOnePiece }: UsableSource): string {
  return `${filePath}:${lineRange?.startLine ?? (isOnePiece === true ? 'one piece' : 'all')}`;
}

interface RememberedCut {
  readonly content: string;
  readonly language: string;
  readonly definition: UsableSource['definition'];
  readonly chunks: readonly Chunk[];
}
