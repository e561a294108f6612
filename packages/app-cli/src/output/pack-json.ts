import type { IncludedChunk, PackRecord, RankedChunk } from '@lexichord/abstractions';

/** A pack, with or without the texts of its chunks. */
export type AnyPack = PackRecord['packed'];

/** A chunk without its text. */
export type ListedChunk = Omit<RankedChunk, 'content'> & Pick<IncludedChunk, 'detailLevel'>;

/** A pack as `--json` shows it: with the packed text, without the chunks' own texts. */
export function packToJson(
  { content, ...pack }: AnyPack,
  { warnings }: { readonly warnings: readonly string[] },
): object {
  return { content, ...packFactsToJson(pack, { warnings }) };
}

/** {@link packToJson} without any text. */
export function packFactsToJson(
  pack: Omit<AnyPack, 'content'>,
  { warnings }: { readonly warnings: readonly string[] },
): object {
  return {
    totalTokens: pack.totalTokens,
    availableTokens: pack.availableTokens,
    partial: pack.partial,
    includedChunks: pack.includedChunks.map((chunk) => {
      const { isTruncated, detailLevel, because, bodyReason, bodyTokens } = chunk;
      return { ...chunkToJson(chunk), isTruncated, detailLevel, because, bodyReason, bodyTokens };
    }),
    bodyChunks: pack.bodyChunks,
    previous: pack.previous,
    excludedChunks: pack.excludedChunks.map((chunk) => ({
      ...chunkToJson(chunk),
      reason: chunk.reason,
      keptChunk: chunk.keptChunk,
      detail: chunk.detail,
    })),
    rejectedSources: pack.rejectedSources.map(({ filePath, reason, sourceType, message }) => ({
      filePath,
      reason,
      sourceType,
      message,
    })),
    weights: pack.weights,
    warnings,
    stats: pack.stats,
  };
}

/** A chunk's location and ranking. */
export function chunkToJson(chunk: ListedChunk): object {
  const { id, filePath, startLine, endLine, tokenCount, rankScore, sourceType, language } = chunk;
  const { rank, factors, matchedKeywords, changedMs, kind, symbol, part, partOf, anchorOrder, relation } = chunk;
  return {
    ...{ id, filePath, startLine, endLine, tokenCount, rankScore, sourceType, language },
    ...{ rank, factors, matchedKeywords, kind, symbol, part, partOf, anchorOrder, relation },
    changedAt: changedMs === undefined ? undefined : new Date(changedMs).toISOString(),
  };
}
