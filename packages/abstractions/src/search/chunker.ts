import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** Kinds of chunks. */
export const chunkKinds = [
  'function',
  'method',
  'class',
  'interface',
  'enum',
  'type',
  'module',
  'variable',
  'imports',
  'section',
  'block',
  'lines',
] as const;

/** One of {@link chunkKinds}. `block`: several things, or none that has a name; `lines`: cut without a parser. */
export type ChunkKind = (typeof chunkKinds)[number];

/** A named definition in a file: a function, class, type, variable …, or a heading of prose. */
export interface ChunkSymbol {
  /** As written, such as `getUser`; never empty, at most 200 UTF-16 units. */
  readonly name: string;
  readonly kind: ChunkKind;
  /** 1-based line of the name. */
  readonly line: number;
}

/** Whole lines of a file. */
export interface LineRange {
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
}

/** One of several pieces of a definition that was too large for one chunk (T-016 AC-041). */
export interface ChunkPart {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
}

/** A run of whole lines of one file (T-016 FR-016-33..37). */
export interface Chunk {
  /** `path:start-end@hash8`, where the hash is of the content. */
  readonly id: string;
  /** Relative to the workspace, forward slashes. */
  readonly filePath: string;
  /** 1-based (T-016 AC-036). */
  readonly startLine: number;
  /** 1-based, inclusive (T-016 AC-037). */
  readonly endLine: number;
  /** The lines exactly as they are in the file, line ends included. */
  readonly content: string;
  /** Tokens of `content`. */
  readonly tokenCount: number;
  readonly kind: ChunkKind;
  /** The definition that the chunk is, or is a part of. */
  readonly symbol?: string | undefined;
  /** Definitions around the chunk, outermost first, such as `class UserService`, or headings of prose. */
  readonly enclosing: readonly string[];
  /** Definitions that begin in the chunk, in the order of their lines. */
  readonly definitions: readonly ChunkSymbol[];
  /** Language id such as `typescript`. */
  readonly language: string;
  /** Absent for a chunk that is neither one of the numbered parts of a definition nor a piece of a long line. */
  readonly part?: ChunkPart | undefined;
  /**
   * All lines of the definition of which the chunk has only some, and of small neighbours that are in its first or last
   * part. Absent: the chunk is whole, or it is unknown.
   */
  readonly partOf?: LineRange | undefined;
}

/** Reasons for cutting a file at lines. */
export type ChunkFallbackReason =
  'no-parser' | 'switched-off' | 'file-too-large' | 'parse-timeout' | 'nested-too-deep' | 'parser-failed';

/** A file cut without a parser, and why (T-016 threat 3, AC-043, AC-130). */
export interface ChunkFallback {
  readonly reason: ChunkFallbackReason;
  /** The cause, with values; no content of the file. */
  readonly message: string;
}

/** A whole file in chunks: their contents, concatenated, are the file. */
export interface ChunkedFile {
  /** In the order of their lines; empty for an empty file (T-016 AC-045). */
  readonly chunks: readonly Chunk[];
  readonly fallback?: ChunkFallback | undefined;
}

/** A text to be cut. */
export interface ChunkSource {
  /** Relative to the workspace, forward slashes. */
  readonly filePath: string;
  /** Without a byte order mark. */
  readonly content: string;
  /** Language id such as `typescript`. */
  readonly language: string;
}

/** Cuts files where their structure allows it (T-016 FR-016-31..50). */
export interface IChunker {
  /** Identifies the way of cutting; changes with version, limits, encoding of the token counts. */
  readonly fingerprint: string;
  /**
   * Never rejects because of a file's content: a file that cannot be parsed is cut at lines, with the reason.
   *
   * @throws {LexichordError} `parse-failed` when the configuration forbids the fallback; the signal's reason
   */
  chunk(source: ChunkSource, options?: CallOptions): Promise<ChunkedFile>;
  /**
   * Starts the chunker's workers early, for a caller that will soon have many files; optional. Resolves when they are
   * starting. Never rejects: a failure to start is reported with the first file.
   */
  prepare?(): Promise<void>;
}
export const IChunker: Token<IChunker> = token('IChunker');

/** Cuts files for the search index, into smaller chunks than {@link IChunker}: each hit is one chunk. */
export const IIndexChunker: Token<IChunker> = token('IIndexChunker');

/**
 * A note beside the lines of a part, such as `PART 1 of 2` (T-016 AC-041). It is never in the chunk's content, which is
 * the text of the file.
 */
export function partMarker({ index, count }: ChunkPart): string {
  return `PART ${index} of ${count}`;
}

/** The note for any chunk, `PART of lines 5-408` without a number; `undefined` for a whole chunk. */
export function fragmentMarker({ part, partOf }: Pick<Chunk, 'part' | 'partOf'>): string | undefined {
  if (part !== undefined) return partMarker(part);
  return partOf && `PART of lines ${partOf.startLine}-${partOf.endLine}`;
}

/** Cuts the files of some languages along their structure. */
export interface ParserInfo {
  /** Language ids such as `typescript`. */
  readonly languages: readonly string[];
  /** `grammar`: a parser that was generated; `scanner`: a pass over the lines. */
  readonly kind: 'grammar' | 'scanner';
  /** Such as `tree-sitter-python`. */
  readonly name: string;
  /** Version of its package. */
  readonly version: string;
  /** Reason why it cannot be used, so that files are cut at lines; no content of a file. */
  readonly problem?: string | undefined;
}

/** Lists the available parsers. */
export interface IParserCatalog {
  /**
   * Every parser, tried on an empty text, most used languages first.
   *
   * @throws the signal's reason
   */
  list(options?: CallOptions): Promise<readonly ParserInfo[]>;
}
export const IParserCatalog: Token<IParserCatalog> = token('IParserCatalog');
