import { type PackRecord, chunkKinds, exclusionReasons, sourceTypes } from '@lexichord/abstractions';
import { z } from 'zod';

const count = z.int().min(0);
const line = z.int().min(1);
const finite = z.number();
const factors = z.object({ relevance: finite, recency: finite, source: finite });
const sourceType = z.enum(sourceTypes);

/** A chunk without its text. */
const recordedChunk = z.object({
  id: z.string(),
  filePath: z.string().min(1),
  startLine: line,
  endLine: line,
  tokenCount: count,
  kind: z.enum(chunkKinds),
  symbol: z.string().optional(),
  enclosing: z.array(z.string()),
  definitions: z.array(z.object({ name: z.string(), kind: z.enum(chunkKinds), line })),
  language: z.string(),
  part: z.object({ index: line, count: line }).optional(),
  sourceType,
  rankScore: finite,
  rank: line,
  factors,
  matchedKeywords: z.array(z.string()),
  changedMs: finite.optional(),
  isTruncated: z.boolean().optional(),
});

const statistics = z.object({
  sources: count,
  rejectedSources: count,
  repeatedSources: count,
  chunks: count,
  includedChunks: count,
  excludedChunks: count,
  exactDuplicates: count,
  overlapDuplicates: count,
  tokensSaved: count,
  bySource: z.partialRecord(sourceType, z.object({ tokens: count, chunks: count, files: count })),
  timingsMs: z.object({
    ...{ collect: finite, chunk: finite, rank: finite, dedup: finite, select: finite, format: finite, total: finite },
  }),
});

/**
 * What a record must be before anybody works with it: the file lies in the workspace, so it may be cut off, of another
 * version, or written by somebody who wants a reader to fail. Further names are dropped.
 */
export const packRecordSchema: z.ZodType<PackRecord> = z.object({
  task: z.string(),
  packedMs: z.number().min(-8.64e15).max(8.64e15),
  budget: z.object({
    totalTokens: count,
    responseReserve: count,
    systemReserve: count,
    systemMessage: z.string().optional(),
    categoryBudgets: z.partialRecord(sourceType, count).optional(),
  }),
  profile: z.string().optional(),
  packed: z.object({
    content: z.string(),
    totalTokens: count,
    availableTokens: count,
    weights: factors,
    includedChunks: z.array(recordedChunk),
    excludedChunks: z.array(
      recordedChunk.extend({
        reason: z.enum(exclusionReasons),
        keptChunk: z.string().optional(),
        detail: z.string().optional(),
        secrets: z.array(z.object({ rule: z.string(), place: z.string() })).optional(),
      }),
    ),
    rejectedSources: z.array(z.object({ filePath: z.string(), sourceType, reason: z.string(), message: z.string() })),
    partial: z.boolean(),
    warnings: z.array(z.string()),
    stats: statistics,
  }),
});
