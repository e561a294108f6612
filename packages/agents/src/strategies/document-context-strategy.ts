import 'reflect-metadata';
import {
  type CallOptions,
  type ContextFragment,
  type ContextGatheringRequest,
  type DocumentSnapshot,
  type GatherOptions,
  type IContextStrategy,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  ITokenCounter,
  type NothingGathered,
  type ShortenOptions,
  type TextRange,
  hasDocument,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';
import { buildExcerpt } from './document/build-excerpt.js';
import { type MeasuredDocument, measureDocument } from './document/measure-document.js';
import { focusOf } from './focus/focus-of.js';
import { type GatheredContent, gatherFragment, shortenFragment } from './produce-fragment.js';
import { strategyDescriptors } from './strategy-descriptors.js';

/** Longest document that can fit, in UTF-16 units; a longer one with so few tokens is mostly white space. */
const longestWhole = 500_000;

/**
 * The open document: whole when it fits, else an excerpt around the cursor with the headings that lead there and the
 * opening (SBD-072 §3.2). What is left out is marked. Unsaved changes are included.
 */
@injectable()
export class DocumentContextStrategy implements IContextStrategy {
  readonly strategyId = strategyDescriptors.document.strategyId;
  readonly displayName = strategyDescriptors.document.displayName;
  readonly priority = strategyDescriptors.document.priority;
  readonly maxTokens = strategyDescriptors.document.maxTokens;
  /** A snapshot never changes, so that a document is counted once. */
  private readonly measured = new WeakMap<DocumentSnapshot, MeasuredDocument>();
  private readonly wholeTokens = new WeakMap<DocumentSnapshot, number>();

  constructor(
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) private readonly tokenCounter: ITokenCounter,
    @inject(ILogger) private readonly log: ILogger,
  ) {}

  /** @throws what the editor throws for a document that is missing, denied, binary or too large */
  gather(
    request: ContextGatheringRequest,
    options: GatherOptions,
  ): Promise<ContextFragment | NothingGathered | undefined> {
    return gatherFragment(this, { ...options, request }, this.tools);
  }

  shorten(fragment: ContextFragment, maxTokens: number, options: ShortenOptions): Promise<ContextFragment | undefined> {
    return shortenFragment(this, { ...options, fragment, maxTokens }, this.tools);
  }

  private get tools() {
    return { compose: this.compose, tokenCounter: this.tokenCounter, log: this.log };
  }

  private readonly compose = async (
    request: ContextGatheringRequest,
    maxTokens: number,
    options: CallOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> => {
    if (!hasDocument(request)) return { nothing: 'empty', message: 'No document is open.' };
    const snapshot = await this.editor.getDocument(request.documentPath, options);
    const { content, path } = snapshot;
    if (content.trim().length === 0) return { nothing: 'empty', message: `The document "${path}" is empty.` };
    const document = await this.measure(snapshot, options);
    options.signal?.throwIfAborted();

    const originalTokens = this.countWhole(snapshot, document);
    const isWhole = originalTokens <= maxTokens;
    const excerpt = isWhole
      ? { content, ranges: [{ startOffset: 0, endOffset: content.length }] }
      : buildExcerpt(document, { focus: focusOf(content, request), maxTokens, tokenCounter: this.tokenCounter });
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
  };

  private async measure(snapshot: DocumentSnapshot, options: CallOptions): Promise<MeasuredDocument> {
    const known = this.measured.get(snapshot);
    if (known !== undefined) return known;
    const structure = await this.structure.getStructure(snapshot, options);
    const measured = measureDocument(snapshot.content, structure, this.tokenCounter);
    this.measured.set(snapshot, measured);
    return measured;
  }

  /** Exact where it decides whether the document fits; for a document far too large, the sum of its blocks. */
  private countWhole(snapshot: DocumentSnapshot, { tokensBefore }: MeasuredDocument): number {
    const sum = tokensBefore.at(-1) ?? 0;
    if (sum > this.maxTokens * 2) return sum;
    if (snapshot.content.length > longestWhole) return Math.max(sum, this.maxTokens + 1);
    const known = this.wholeTokens.get(snapshot) ?? this.tokenCounter.countTokens(snapshot.content);
    this.wholeTokens.set(snapshot, known);
    return known;
  }
}

function lineRange({ content, structure }: MeasuredDocument, { startOffset, endOffset }: TextRange) {
  const end = startOffset + content.slice(startOffset, endOffset).trimEnd().length;
  return { startLine: structure.positionAt(startOffset).line, endLine: structure.positionAt(end).line };
}
