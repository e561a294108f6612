import type { PackLayout, PackOptions, PreviousPack, RankedChunk, SentChunk } from '@lexichord/abstractions';

/** Maximum share of the budget for chunks of the previous pack: the rest is for the current task. */
const maxKeptShare = 0.75;

/**
 * Minimum share of the previous chunks that must be kept. Below it, the prefix is not worth keeping and the whole text
 * is chosen for the task.
 */
const minKeptShare = 0.5;

/** Key of lines at any position in their file: path and hash. */
export function chunkKey({ id, filePath }: Pick<SentChunk, 'id' | 'filePath'>): string {
  return `${filePath}@${id.slice(id.lastIndexOf('@') + 1)}`;
}

/** Chunks of a previous pack that are not cut into pieces, because pieces would not match the sent chunks. */
export interface WholeChunks {
  /** By {@link chunkKey}. */
  readonly keys: ReadonlySet<string>;
  /** Larger ones are cut anyway. */
  readonly maxTokens: number;
}

/**
 * Returns the chunks that must stay whole to be recognised: with `onlyNew` all sent chunks, which take no budget; in a
 * stable text those that may keep their position.
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

/** Chunks of a previous pack, divided into allowed and missing ones. */
export interface PreviousChunks {
  /** By {@link chunkKey}, in the order of the previous text. */
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

/** Chunks that keep their position, and all chunks with the kept ones first. */
export interface KeptChunks {
  /** {@link chunkKey}s in the order of the text. */
  readonly order: readonly string[];
  /** Kept chunks first, then the others, each best first. */
  readonly allowed: readonly RankedChunk[];
}

/**
 * Keeps the beginning of a stable text: its valid chunks in their order, within their share of the budget. Keeps
 * nothing if less than half of the body is valid and fits.
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
