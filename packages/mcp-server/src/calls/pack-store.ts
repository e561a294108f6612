import { hash } from 'node:crypto';

import type { ExcludedChunk, ExclusionReason, PackedContext, RankedChunk } from '@lexichord/abstractions';

/** Maximum number of stored packs; the oldest ones are removed. */
const maxPacks = 50;

/** Data that explain a chunk. */
type ChunkFacts = Pick<RankedChunk, 'id' | 'filePath' | 'rank' | 'rankScore' | 'factors' | 'sourceType'>;

/** An included or omitted chunk of a pack, without its text. */
export interface ExplainedChunk extends ChunkFacts {
  /** Reason for its omission; absent: it is in the text. */
  readonly reason?: ExclusionReason | undefined;
}

/** Data that explain a pack. */
export interface ExplainedPack {
  readonly task: string;
  /** Size of its text. */
  readonly totalTokens: number;
  /** Maximum size of its text. */
  readonly availableTokens: number;
  /** Best first. */
  readonly chunks: readonly ExplainedChunk[];
}

/** A pack with its task, with or without the texts of its chunks. */
interface PackWithTask {
  readonly task: string;
  readonly packed: Pick<PackedContext, 'content' | 'totalTokens' | 'availableTokens'> & {
    readonly includedChunks: readonly ChunkFacts[];
    readonly excludedChunks: readonly (ChunkFacts & Pick<ExcludedChunk, 'reason'>)[];
  };
}

/** Extracts the explanation of a pack, without texts. */
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
 * Handle of a pack: `pack-` and 12 hexadecimal digits. It is derived from the content of the answer, so that equal
 * answers have equal bytes.
 */
export function packHandle({ task, packed: { content, availableTokens, excludedChunks } }: PackWithTask): string {
  const leftOut = excludedChunks.map(({ id, reason }) => [id, reason]);
  return `pack-${hash('sha256', JSON.stringify([task, availableTokens, content, leftOut]), 'hex').slice(0, 12)}`;
}

/** The packs of all callers by their handles, in memory. */
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
