import {
  changeRoles,
  chunkKinds,
  chunkRelations,
  detailLevels,
  ErrorCode,
  exclusionReasons,
  LexichordError,
  type PackRecord,
  sourceTypes,
} from '@lexichord/abstractions';
import { z } from 'zod';

/**
 * @param formatNumber format of the records that this version writes
 * @throws {LexichordError} `io-failed` for an invalid record; reports the key of the problem, never its value
 */
export function readPackRecord(text: string, formatNumber: number): PackRecord {
  const value = parsedJson(text);
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format !== formatNumber) throw notUnderstood('it was written by another version');
  const { success, data, error } = packRecordSchema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw notUnderstood(`"${issue?.path.map(String).join('.') ?? ''}" is invalid`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw notUnderstood('it is not valid JSON, or is truncated');
  }
}

function notUnderstood(why: string): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `The last pack cannot be explained: last-pack.json is not usable, because ${why}. Run "lexichord pack" again to write a new one.`,
  );
}

const count = z.int().min(0);
const line = z.int().min(1);
const lineRange = z.object({ startLine: line, endLine: line });
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
  partOf: lineRange.optional(),
  sourceType,
  rankScore: finite,
  rank: line,
  factors,
  matchedKeywords: z.array(z.string()),
  changedMs: finite.optional(),
  anchorOrder: count.optional(),
  relation: z.object({ role: z.enum(changeRoles), note: z.string(), isMarked: z.boolean().optional() }).optional(),
  isTruncated: z.boolean().optional(),
  detailLevel: z.enum(detailLevels).optional(),
  because: z.object({ kind: z.enum(chunkRelations), chunk: z.string() }).optional(),
  bodyReason: z.enum(exclusionReasons).optional(),
  bodyTokens: count.optional(),
});

const sentChunk = z.object({
  ...{ id: z.string(), filePath: z.string().min(1), startLine: line, endLine: line },
  partOf: lineRange.optional(),
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
  related: z
    .object({
      shown: count,
      tokens: count,
      omitted: z.object({ budget: count, changed: count, unreadable: count, secret: count }),
    })
    .optional(),
  timingsMs: z.object({
    ...{ collect: finite, chunk: finite, rank: finite, dedup: finite, select: finite, format: finite, total: finite },
  }),
});

/**
 * Schema of a record. The file is in the workspace, so it may be cut off, of another version, or hostile. Unknown keys
 * are dropped.
 */
const packRecordSchema: z.ZodType<PackRecord> = z.object({
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
    bodyChunks: count.optional(),
    previous: z.object({ valid: z.array(sentChunk), invalid: z.array(sentChunk) }).optional(),
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
