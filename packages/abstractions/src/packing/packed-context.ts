import type { Chunk } from '../search/chunker.js';
import type { WithheldSecret } from '../services/secret-scanner.js';
import type { ChangeRelation } from './change-relation.js';
import type { SourceType } from './context-source.js';
import type { SentChunk } from './sent-chunk.js';
import type { DetailLevel } from './detail-level.js';

/** Factors of a chunk's score (T-016 AC-091); each 0 to 1, before its weight. */
export interface RankFactors {
  readonly relevance: number;
  readonly recency: number;
  readonly source: number;
}

/** Weights of the factors; they sum to 1 within 1e-9 (T-016 AC-092). */
export type RankWeights = RankFactors;

/** A chunk with its rank. */
export interface RankedChunk extends Chunk {
  readonly sourceType: SourceType;
  /** The weighted sum of the factors, 0 to 1 (T-016 FR-016-67). */
  readonly rankScore: number;
  /** 1-based. */
  readonly rank: number;
  readonly factors: RankFactors;
  /** For a chunk with lines that the user names: the order in which they are named, from 0. Such chunks come first. */
  readonly anchorOrder?: number | undefined;
  /** Its relation to the packed change. Absent without a change, and for chunks that the task alone has found. */
  readonly relation?: ChangeRelation | undefined;
  /** Words of the task that occur in the chunk, sorted. */
  readonly matchedKeywords: readonly string[];
  /** Time of its file's last change, if available, in milliseconds since the Unix epoch. */
  readonly changedMs?: number | undefined;
}

/** Kinds of relations of a signature to a chunk of the pack. */
export const chunkRelations = ['used-by', 'test-of', 'caller-of', 'sibling-of', 'place-of', 'near'] as const;

/**
 * Why a signature is shown. `used-by`: the chunk uses it; `test-of` and `caller-of`: it uses the chunk; `place-of`: it
 * registers or calls the chunk; `sibling-of`: the same code uses it and the chunk; `near`: it is central around the
 * chunk.
 */
export interface ChunkRelation {
  readonly kind: (typeof chunkRelations)[number];
  /** Id of the chunk. */
  readonly chunk: string;
}

/**
 * A chunk that is in the packed text. `content` and `tokenCount` are those of the shown text; with less detail than the
 * body, `id` and lines are those of the body, and the id is the handle that expands to it.
 */
export interface IncludedChunk extends RankedChunk {
  /** Detail of the shown text. Absent: `body`. */
  readonly detailLevel?: DetailLevel | undefined;
  /** Reason for a signature that belongs to another chunk. */
  readonly because?: ChunkRelation | undefined;
  /** With less detail: why the body is not shown. */
  readonly bodyReason?: ExclusionReason | undefined;
  /** With less detail: tokens of the body. */
  readonly bodyTokens?: number | undefined;
  /**
   * Only its beginning is included, because otherwise nothing would have fitted. `endLine` is its last included line.
   */
  readonly isTruncated?: boolean | undefined;
}

/** Why a chunk is not in the packed text. */
export const exclusionReasons = [
  'duplicate',
  'overlap',
  'below-threshold',
  'budget-exceeded',
  'category-budget-exceeded',
  'secret',
  'timeout',
] as const;

/** One of {@link exclusionReasons}. */
export type ExclusionReason = (typeof exclusionReasons)[number];

/** A chunk that was left out (T-016 FR-016-117, -118). `content` is empty if it was not scanned for secrets. */
export interface ExcludedChunk extends RankedChunk {
  readonly reason: ExclusionReason;
  /** Id of the included chunk that has its content. */
  readonly keptChunk?: string | undefined;
  /** Details beyond the reason, such as which rule found a secret on which line. Never content. */
  readonly detail?: string | undefined;
  /** With the reason `secret`: the rules and locations of the secrets. */
  readonly secrets?: readonly WithheldSecret[] | undefined;
}

/** A source that gave no chunks. */
export interface RejectedSource {
  readonly filePath: string;
  readonly sourceType: SourceType;
  /** An error code such as `path-denied`, or `no-content`, `no-path`, `content-mismatch`, `timeout`, `too-many`. */
  readonly reason: string;
  /** The problem and its remedy. */
  readonly message: string;
}

/** Milliseconds of each stage. */
export interface PackTimings {
  readonly collect: number;
  readonly chunk: number;
  readonly rank: number;
  readonly dedup: number;
  readonly select: number;
  readonly format: number;
  readonly total: number;
}

/** Tokens and chunks of one kind of source in the packed text. */
export interface SourceShare {
  readonly tokens: number;
  readonly chunks: number;
  readonly files: number;
}

/** Statistics of the signatures beside the packed chunks, such as those of definitions that these use. */
export interface RelatedStats {
  readonly shown: number;
  /** Tokens of their lines, without headings. */
  readonly tokens: number;
  /** Wanted definitions that are not shown, by reason. `changed`: the file differs from its indexed state. */
  readonly omitted: Readonly<Record<'budget' | 'changed' | 'unreadable' | 'secret', number>>;
}

/** Statistics of a pack (T-016 FR-016-14). */
export interface PackStats {
  readonly sources: number;
  readonly rejectedSources: number;
  /** Sources that had been given before, and were not cut again. */
  readonly repeatedSources: number;
  readonly chunks: number;
  readonly includedChunks: number;
  readonly excludedChunks: number;
  /** Chunks left out as `duplicate`, and chunks that several sources gave, beyond the first time. */
  readonly exactDuplicates: number;
  readonly overlapDuplicates: number;
  /** Tokens of chunks whose content is in the text already. */
  readonly tokensSaved: number;
  readonly bySource: Readonly<Partial<Record<SourceType, SourceShare>>>;
  /** Absent if no related code was found, as without an index. */
  readonly related?: RelatedStats | undefined;
  readonly timingsMs: PackTimings;
}

/** The result of a preview of a pack (T-016 FR-016-10..12). */
export interface PackPreview {
  /** By file in the order of their best chunks, then by line, in the order of the text. */
  readonly includedChunks: readonly IncludedChunk[];
  /**
   * Number of included chunks before the end that changes often, in the layout `stable`. Absent in the other layout.
   */
  readonly bodyChunks?: number | undefined;
  /** With `onlyNew`: chunks of the previous pack that are still valid, and those that are not. */
  readonly previous?: { readonly valid: readonly SentChunk[]; readonly invalid: readonly SentChunk[] } | undefined;
  /** Best first. */
  readonly excludedChunks: readonly ExcludedChunk[];
  /** In the order in which they were given. */
  readonly rejectedSources: readonly RejectedSource[];
  /** Maximum tokens of the text. */
  readonly availableTokens: number;
  /** Weights of the factors of the scores. */
  readonly weights: RankWeights;
  /** Tokens of the text, or slightly fewer. */
  readonly estimatedTokens: number;
  /** Whether time ran out or a source failed; the result has the chunks up to then. */
  readonly partial: boolean;
  /** Such as: the search index is missing. */
  readonly warnings: readonly string[];
  readonly stats: PackStats;
}

/** A context for a model (T-016 FR-016-05..09). */
export interface PackedContext extends Omit<PackPreview, 'estimatedTokens'> {
  /** The text, empty when nothing was packed. */
  readonly content: string;
  /** Tokens of the text, all of it; at most `availableTokens`. */
  readonly totalTokens: number;
}
