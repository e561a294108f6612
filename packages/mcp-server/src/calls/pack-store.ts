import { hash } from 'node:crypto';

import type { ExcludedChunk, ExclusionReason, PackedContext, RankedChunk } from '@lexichord/abstractions';

/** Packs that are kept; the ones that were made first go first. */
const maxPacks = 50;

/** Facts that explain a chunk. */
type ChunkFacts = Pick<RankedChunk, 'id' | 'filePath' | 'rank' | 'rankScore' | 'factors' | 'sourceType'>;

/** A chunk that a pack has or has left out, without its text. */
export interface ExplainedChunk extends ChunkFacts {
  /** Why it was left out; absent: it is in the text. */
  readonly reason?: ExclusionReason | undefined;
}

/** Facts that explain a pack. */
export interface ExplainedPack {
  readonly task: string;
  /** Tokens of its text. */
  readonly totalTokens: number;
  /** Tokens that the text might have had. */
  readonly availableTokens: number;
  /** Best first. */
  readonly chunks: readonly ExplainedChunk[];
}

/** A pack as it was recorded, or with the texts of its chunks, which the record leaves out. */
interface PackWithTask {
  readonly task: string;
  readonly packed: Pick<PackedContext, 'content' | 'totalTokens' | 'availableTokens'> & {
    readonly includedChunks: readonly ChunkFacts[];
    readonly excludedChunks: readonly (ChunkFacts & Pick<ExcludedChunk, 'reason'>)[];
  };
}

/** Has none of the texts. */
export function explainedPack({ task, packed }: PackWithTask): ExplainedPack {
  const { totalTokens, availableTokens, includedChunks, excludedChunks } = packed;
  const left = excludedChunks.map((chunk) => ({ ...factsOf(chunk), reason: chunk.reason }));
  const chunks = [...includedChunks.map(factsOf), ...left].sort((a, b) => a.rank - b.rank);
  return { task, totalTokens, availableTokens, chunks };
}

function factsOf({ id, filePath, rank, rankScore, factors, sourceType }: ChunkFacts): ExplainedChunk {
  return { id, filePath, rank, rankScore, factors, sourceType };
}

/**
 * The handle of a pack: `pack-` and 12 hexadecimal digits. It is made from what the answer shows, so that the same answer
 * has the same bytes.
 */
export function packHandle({ task, packed: { content, availableTokens, excludedChunks } }: PackWithTask): string {
  const leftOut = excludedChunks.map(({ id, reason }) => [id, reason]);
  return `pack-${hash('sha256', JSON.stringify([task, availableTokens, content, leftOut]), 'hex').slice(0, 12)}`;
}

/** The packs of all callers, by their handles; the process forgets them when it ends. */
export class PackStore {
  private readonly packs = new Map<string, ExplainedPack>();

  add(pack: PackWithTask): void {
    const handle = packHandle(pack);
    this.packs.delete(handle);
    this.packs.set(handle, explainedPack(pack));
    for (const oldest of this.packs.keys()) {
      if (this.packs.size <= maxPacks) break;
      this.packs.delete(oldest);
    }
  }

  find(handle: string): ExplainedPack | undefined {
    return this.packs.get(handle);
  }
}
