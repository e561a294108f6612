import {
  type CallOptions,
  type Chunk,
  type ChunkedFile,
  type ChunkFallback,
  type ChunkSource,
  ErrorCode,
  type IChunker,
  ILogger,
  ITokenCounter,
  LexichordError,
} from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';
import { createTokenRanges } from '@lexichord/tokenizer';
import { inject, injectable } from 'tsyringe';

import { chunkingFingerprint } from './chunking-fingerprint.js';
import { ChunkingOptions } from './chunking-options.js';
import { buildChunks } from './build-chunks.js';
import { cutAtNodes } from './cut/cut-at-nodes.js';
import { cutByLineCount } from './cut/cut-at-lines.js';
import type { CutContext } from './cut/draft.js';
import { joinBroken } from './cut/join-drafts.js';
import { ISyntaxTrees, type ParsedText, hasStructure } from './syntax-trees.js';
import { ChunkDescriber } from './tree/describe-chunk.js';

/** Reasons that lie in the file itself. The others are the user's choice. */
const failures: ReadonlySet<ChunkFallback['reason']> = new Set([
  'file-too-large',
  'parse-timeout',
  'nested-too-deep',
  'parser-failed',
]);

/**
 * Cuts files between their functions, classes and sections, and where that is not possible at lines (T-016
 * FR-016-31..50). Put together, the chunks are the file.
 */
@injectable()
export class StructuralChunker implements IChunker {
  private readonly log: ILogger;
  private knownFingerprint: string | undefined;

  constructor(
    @inject(ISyntaxTrees) private readonly trees: ISyntaxTrees,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(ChunkingOptions) private readonly options: ChunkingOptions,
    @inject(ILogger) log: ILogger,
  ) {
    this.log = log.forSource('StructuralChunker');
  }

  get fingerprint(): string {
    this.knownFingerprint ??= chunkingFingerprint(this.options, this.counter);
    return this.knownFingerprint;
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
    const describer = new ChunkDescriber(tree, lines);
    if (!this.options.validateSyntax) return buildChunks(drafts, { source, cutContext, describer });
    const { drafts: whole, brokenCount } = joinBroken(drafts, tree, cutContext);
    if (brokenCount > 0) {
      const { filePath: path } = source;
      this.log.warn('{path} has syntax errors in {brokenCount} chunks', { path, brokenCount });
    }
    return buildChunks(whole, { source, cutContext, describer });
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
