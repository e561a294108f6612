import 'reflect-metadata';

import {
  type CallOptions,
  type ContextGatheringRequest,
  type DocumentSnapshot,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  ITokenCounter,
  type NothingGathered,
  type QuoteText,
  type TextRange,
  hasDocument,
} from '@lexichord/abstractions';
import { type ComposeOptions, ComposedStrategy, type GatheredContent, openDocument } from '@lexichord/context-strategy';
import { inject, injectable } from 'tsyringe';

import { buildExcerpt } from './document/build-excerpt.js';
import { type MeasuredDocument, measureDocument } from './document/measure-document.js';
import { focusOf } from './find-selection.js';
import { strategyDescriptors } from './strategy-descriptors.js';

/** Maximum average UTF-16 units per token of a document that can fit; above it, a document is mostly white space. */
const maxTokenLength = 125;

/**
 * The open document: complete if it fits, else an excerpt around the cursor with the headings above it and the opening
 * (SBD-072 §3.2). Omissions are marked. Unsaved changes are included.
 */
@injectable()
export class DocumentContextStrategy extends ComposedStrategy {
  /** Cached by snapshot, which never changes, so that a document is counted once. */
  private readonly measured = new WeakMap<DocumentSnapshot, MeasuredDocument>();
  private readonly wholeTokens = new WeakMap<DocumentSnapshot, number>();

  constructor(
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
  ) {
    super(strategyDescriptors.document, tokenCounter, log);
  }

  /** @throws the errors of the editor for a document that is missing, denied, binary or too large */
  protected override async compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    options: ComposeOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    if (!hasDocument(request)) return { nothing: 'empty', message: 'No document is open.' };
    const snapshot = await openDocument(request, this.editor, options);
    const { content, path } = snapshot;
    if (content.trim().length === 0) return { nothing: 'empty', message: `The document "${path}" is empty.` };
    const document = await this.measure(snapshot, options);
    options.signal?.throwIfAborted();

    const quote = options.quoteFrom(content);
    const originalTokens = this.countWhole(snapshot, document, { quote, maxTokens });
    const isWhole = originalTokens <= maxTokens;
    const { tokenCounter } = this;
    const excerpt = isWhole
      ? { content: quote(content), ranges: [{ startOffset: 0, endOffset: content.length }] }
      : buildExcerpt(document, { focus: focusOf(content, request), maxTokens, tokenCounter, quote });
    return {
      content: excerpt.content,
      relevance: 1,
      originalTokens,
      metadata: {
        path,
        ranges: excerpt.ranges.map((range) => lineRange(document, range)),
        truncated: !isWhole,
      },
    };
  }

  private async measure(snapshot: DocumentSnapshot, options: CallOptions): Promise<MeasuredDocument> {
    const cached = this.measured.get(snapshot);
    if (cached !== undefined) return cached;
    const structure = await this.structure.getStructure(snapshot, options);
    const measured = measureDocument(snapshot.content, structure, this.tokenCounter);
    this.measured.set(snapshot, measured);
    return measured;
  }

  /**
   * Tokens of the whole document: exact if they decide whether it fits; for a much larger one, the sum of its blocks.
   */
  private countWhole(
    snapshot: DocumentSnapshot,
    { tokensBefore }: MeasuredDocument,
    { quote, maxTokens }: { readonly quote: QuoteText; readonly maxTokens: number },
  ): number {
    const sum = tokensBefore.at(-1) ?? 0;
    const limit = Math.max(maxTokens, this.maxTokens);
    if (sum > limit * 2) return sum;
    if (snapshot.content.length > limit * maxTokenLength) return Math.max(sum, limit + 1);
    const quoted = quote(snapshot.content);
    if (quoted !== snapshot.content) return this.tokenCounter.countTokens(quoted);
    const tokens = this.wholeTokens.get(snapshot) ?? this.tokenCounter.countTokens(snapshot.content);
    this.wholeTokens.set(snapshot, tokens);
    return tokens;
  }
}

function lineRange({ content, structure }: MeasuredDocument, { startOffset, endOffset }: TextRange) {
  const end = startOffset + content.slice(startOffset, endOffset).trimEnd().length;
  return { startLine: structure.positionAt(startOffset).line, endLine: structure.positionAt(end).line };
}
