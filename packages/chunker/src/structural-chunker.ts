import {
  type CallOptions,
  type Chunk,
  type ChunkedFile,
  type ChunkFallback,
  type ChunkKind,
  type ChunkPart,
  type ChunkSource,
  ErrorCode,
  type IChunker,
  ILogger,
  ITokenCounter,
  LexichordError,
  type LineRange,
} from '@lexichord/abstractions';
import { chunkId, LineIndex } from '@lexichord/platform/internal';
import { createTokenRanges } from '@lexichord/tokenizer';
import { inject, injectable } from 'tsyringe';

import { chunkingFingerprint } from './chunking-fingerprint.js';
import { ChunkingOptions } from './chunking-options.js';
import { cutByLineCount } from './cut/cut-at-lines.js';
import { cutAtNodes } from './cut/cut-at-nodes.js';
import type { CutContext, Draft, PartOwner } from './cut/draft.js';
import { joinBroken } from './cut/join-drafts.js';
import { hasStructure, ISyntaxTrees, type ParsedText } from './syntax-trees.js';
import { ChunkMetadataReader, lineMetadata } from './tree/chunk-metadata.js';

/** Reasons in the file itself; the others are the user's choice. */
const failures: ReadonlySet<ChunkFallback['reason']> = new Set([
  'file-too-large',
  'parse-timeout',
  'nested-too-deep',
  'parser-failed',
]);

/**
 * Cuts files between their functions, classes and sections, otherwise at lines (T-016 FR-016-31..50). The concatenated
 * chunks are the file.
 */
@injectable()
export class StructuralChunker implements IChunker {
  private readonly log: ILogger;
  private cachedFingerprint: string | undefined;

  constructor(
    @inject(ISyntaxTrees) private readonly trees: ISyntaxTrees,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(ChunkingOptions) private readonly options: ChunkingOptions,
    @inject(ILogger) log: ILogger,
  ) {
    this.log = log.forSource('StructuralChunker');
  }

  get fingerprint(): string {
    this.cachedFingerprint ??= chunkingFingerprint(this.options, this.counter);
    return this.cachedFingerprint;
  }

  prepare(): Promise<void> {
    this.trees.prepare();
    return Promise.resolve();
  }

  /** Ends the parser's threads. */
  async dispose(): Promise<void> {
    await this.trees.dispose();
  }

  async chunk(source: ChunkSource, { signal }: CallOptions = {}): Promise<ChunkedFile> {
    signal?.throwIfAborted();
    if (source.content === '') return { chunks: [] };
    if (!this.isStructural(source.language)) {
      const fallback: ChunkFallback = { reason: 'switched-off', message: 'The configuration asks to cut at lines.' };
      return { chunks: this.cutIntoLines(source, this.cutContextFor(source)), fallback };
    }
    const parsing = this.trees.parse(source, signal);
    // Parsing runs on another thread, so this one counts tokens meanwhile.
    const cutContext = this.cutContextFor(source);
    const parsed = await parsing;
    if (parsed.fallback === undefined) return { chunks: this.cutAlongSyntax(source, parsed, cutContext) };
    this.report(source, parsed.fallback);
    return { chunks: this.cutIntoLines(source, cutContext), fallback: parsed.fallback };
  }

  private isStructural(language: string): boolean {
    const { languages, preferStructural } = this.options;
    const key = Object.hasOwn(languages, language) || hasStructure(language) ? language : 'unknown';
    const mode = Object.hasOwn(languages, key) ? languages[key] : undefined;
    return mode === undefined ? preferStructural : mode === 'structural';
  }

  private cutAlongSyntax(source: ChunkSource, { lines, tree }: ParsedText, cutContext: CutContext): readonly Chunk[] {
    const drafts = cutAtNodes(tree, cutContext);
    const metadata = new ChunkMetadataReader(tree, lines);
    if (!this.options.validateSyntax) return buildChunks(drafts, { source, cutContext, metadata });
    const { drafts: whole, brokenCount } = joinBroken(drafts, tree, cutContext);
    if (brokenCount > 0) {
      const { filePath: path } = source;
      this.log.warn('{path} has syntax errors in {brokenCount} chunks', { path, brokenCount });
    }
    return buildChunks(whole, { source, cutContext, metadata });
  }

  private cutIntoLines(source: ChunkSource, cutContext: CutContext): readonly Chunk[] {
    return buildChunks(cutByLineCount(this.options.linesPerChunk, cutContext), { source, cutContext });
  }

  private cutContextFor({ content }: ChunkSource): CutContext {
    const lines = new LineIndex(content);
    const last = lines.count - 1;
    const isLastEmpty = lines.start(last) === lines.content.length;
    const tokens = createTokenRanges(lines, this.counter);
    return { lines, lineCount: isLastEmpty ? last : lines.count, tokens, counter: this.counter, sizes: this.options };
  }

  private report({ filePath: path, language }: ChunkSource, { reason, message }: ChunkFallback): void {
    if (!failures.has(reason)) {
      this.log.debug('Cut {path} at lines: {reason}', { path, language, reason });
      return;
    }
    if (!this.options.fallbackOnError) {
      throw new LexichordError(
        ErrorCode.parseFailed,
        `${path} cannot be cut along its syntax: ${message} Exclude the file, raise the limit or set context.chunking.fallback_on_error to true.`,
        { details: { path, reason } },
      );
    }
    this.log.warn('Cut {path} at lines: {message}', { path, language, reason, message });
  }
}

/**
 * Makes chunks of drafts, with contents, counts, ids and parts. @param metadata absent for text cut without a parser
 */
function buildChunks(
  drafts: readonly Draft[],
  { source, cutContext, metadata }: { source: ChunkSource; cutContext: CutContext; metadata?: ChunkMetadataReader },
): readonly Chunk[] {
  const parts = numberParts(drafts);
  return drafts.map((draft, index) => {
    const { lines, tokens } = cutContext;
    const start = draft.within?.start ?? lines.start(draft.from);
    const end = draft.within?.end ?? lines.start(draft.to);
    const content = source.content.slice(start, end);
    const part = parts[index];
    const about = metadata?.read({ start, end, owner: draft.owner?.node }) ?? lineMetadata;
    return {
      id: draftId(source.filePath, draft, { content, piece: draft.within === undefined ? undefined : part }),
      filePath: source.filePath,
      startLine: draft.from + 1,
      endLine: draft.to,
      content,
      tokenCount: tokens.exactly(start, end),
      kind: about.kind satisfies ChunkKind,
      symbol: about.symbol,
      enclosing: about.enclosing,
      definitions: about.definitions,
      language: source.language,
      part,
      partOf: linesOfWhole(draft),
    };
  });
}

/** All lines of the draft's definition, if the draft has only some of them. */
function linesOfWhole({ from, to, owner }: Draft): LineRange | undefined {
  const { lines } = owner ?? {};
  if (lines === undefined || (lines.from === from && lines.to === to)) return undefined;
  return { startLine: lines.from + 1, endLine: lines.to };
}

/** Makes the id of a draft. Pieces of one long line may have equal text and lines, so their number is hashed, too. */
function draftId(
  filePath: string,
  { from, to }: Draft,
  { content, piece }: { readonly content: string; readonly piece: ChunkPart | undefined },
): string {
  const hashed = piece === undefined ? content : `${content}\0${piece.index}`;
  return chunkId({ filePath, startLine: from + 1, endLine: to }, hashed);
}

function numberParts(drafts: readonly Draft[]): readonly (ChunkPart | undefined)[] {
  const counts = new Map<PartOwner, number>();
  const indices = drafts.map(({ owner }) => {
    if (owner === undefined) return undefined;
    const index = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, index);
    return index;
  });
  return drafts.map(({ owner }, at) => {
    const count = owner === undefined ? 1 : (counts.get(owner) ?? 1);
    const index = indices[at];
    return count > 1 && index !== undefined ? { index, count } : undefined;
  });
}
