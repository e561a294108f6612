import type { PackLayout, PackOptions, PreviousPack, RankedChunk, SentChunk } from '@lexichord/abstractions';

/** Share of the budget for chunks of the previous pack: the rest is for the task's current needs. */
const maxKeptShare = 0.75;

/**
 * Less of the text before than this share is no prefix worth keeping: then the text is written anew, and the task chooses
 * all of it.
 */
const minKeptShare = 0.5;

/** Key of lines wherever they are in their file: path and hash. */
export function chunkKey({ id, filePath }: Pick<SentChunk, 'id' | 'filePath'>): string {
  return `${filePath}@${id.slice(id.lastIndexOf('@') + 1)}`;
}

/** Chunks of an earlier pack that are not cut into pieces: these would be no chunks that it had. */
export interface WholeChunks {
  /** By {@link chunkKey}. */
  readonly keys: ReadonlySet<string>;
  /** Larger ones are cut all the same. */
  readonly maxTokens: number;
}

/**
 * Chunks that must stay whole to be recognised again: with `onlyNew` all chunks that were sent, which take no budget;
 * in a stable text those that may stay in their position.
 */
export function wholeChunks(
  { previous, onlyNew, order }: Pick<PackOptions, 'previous' | 'onlyNew'> & { readonly order: PackLayout },
  availableTokens: number,
): WholeChunks | undefined {
  if (previous === undefined) return undefined;
  const { chunks, bodyChunks = 0 } = previous;
  if (onlyNew === true) return { keys: new Set(chunks.map(chunkKey)), maxTokens: Infinity };
  if (order !== 'stable') return undefined;
  const maxTokens = Math.floor(availableTokens * maxKeptShare);
  return { keys: new Set(chunks.slice(0, bodyChunks).map(chunkKey)), maxTokens };
}

/** Chunks of an earlier pack among those that may be taken now, and those that are not there any more. */
export interface PreviousChunks {
  /** By {@link chunkKey}, in the order of the text before. */
  readonly valid: ReadonlyMap<string, SentChunk>;
  readonly invalid: readonly SentChunk[];
}

export function previousChunks(chunks: readonly SentChunk[], allowed: readonly RankedChunk[]): PreviousChunks {
  const there = new Set(allowed.map(chunkKey));
  const [valid, invalid] = [new Map<string, SentChunk>(), [] as SentChunk[]];
  for (const chunk of chunks) {
    if (there.has(chunkKey(chunk))) valid.set(chunkKey(chunk), chunk);
    else invalid.push(chunk);
  }
  return { valid, invalid };
}

/** Chunks that keep their position, and all chunks with these first. */
export interface KeptChunks {
  /** {@link chunkKey}s in the order of the text. */
  readonly order: readonly string[];
  /** Best first, those that are kept before all others. */
  readonly allowed: readonly RankedChunk[];
}

/**
 * Keeps the beginning of a stable text: what is still valid, in its order, within its share of the budget. Nothing is
 * kept where most of it is gone or no longer fits.
 */
export function keepPrevious(
  allowed: readonly RankedChunk[],
  { previous, availableTokens }: { readonly previous?: PreviousPack | undefined; readonly availableTokens: number },
): KeptChunks {
  const body = previous?.chunks.slice(0, previous.bodyChunks ?? 0) ?? [];
  const { valid } = previousChunks(body, allowed);
  const byKey = new Map<string, RankedChunk>();
  for (const chunk of allowed) if (!byKey.has(chunkKey(chunk))) byKey.set(chunkKey(chunk), chunk);
  const kept: RankedChunk[] = [];
  let left = Math.floor(availableTokens * maxKeptShare);
  for (const key of valid.keys()) {
    const chunk = byKey.get(key) as RankedChunk;
    if (chunk.tokenCount > left) break;
    left -= chunk.tokenCount;
    kept.push(chunk);
  }
  if (kept.length < body.length * minKeptShare) return { order: [], allowed };
  const others = allowed.filter((chunk) => !kept.includes(chunk));
  return {
    order: kept.map(chunkKey),
    allowed: [...kept, ...others].map((chunk, index) => ({ ...chunk, rank: index + 1 })),
  };
}
