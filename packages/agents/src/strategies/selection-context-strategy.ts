import 'reflect-metadata';

import {
  type ContextGatheringRequest,
  ErrorCode,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  ITokenCounter,
  type NothingGathered,
  type RequestOptions,
  hasDocument,
  hasSelection,
  isLexichordError,
} from '@lexichord/abstractions';
import { type ComposeOptions, ComposedStrategy, type GatheredContent, openDocument } from '@lexichord/context-strategy';
import { inject, injectable } from 'tsyringe';

import { findSelection } from './find-selection.js';
import { type PlacedSelection, type SelectedText, selectionInContext, shortenSelection } from './compose-selection.js';
import { strategyDescriptors } from './strategy-descriptors.js';
import { estimateTokens } from './text/estimate-tokens.js';
import { widenToGraphemes } from './text/text-boundary.js';

/** The selected text in the paragraphs around it, with marks (SBD-072 §3.2). */
@injectable()
export class SelectionContextStrategy extends ComposedStrategy {
  constructor(
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
  ) {
    super(strategyDescriptors.selection, tokenCounter, log);
  }

  /**
   * @throws the errors of the editor for a document that is denied or binary; a missing or too large one is no error
   */
  protected override async compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    options: ComposeOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    if (!hasSelection(request)) return { nothing: 'empty', message: 'Nothing is selected.' };
    const { selectedText } = request;
    if (selectedText.trim().length === 0) return { nothing: 'empty', message: 'The selection is only whitespace.' };
    const placed = await this.place(request, options);
    options.signal?.throwIfAborted();

    const quote = options.quoteFrom(placed?.content ?? selectedText);
    const limits = { maxTokens, tokenCounter: this.tokenCounter, quote };
    const inContext = placed === undefined ? undefined : selectionInContext(placed, limits);
    const selected = placed ?? { content: selectedText, range: { startOffset: 0, endOffset: selectedText.length } };
    const content = inContext ?? shortenSelection(selected, limits);
    const truncated = inContext === undefined && content !== quote(selectedText);
    return {
      content,
      relevance: 1,
      originalTokens: truncated ? estimateTokens(selectedText, this.tokenCounter) : undefined,
      metadata: {
        ...(placed === undefined ? {} : whereabouts(placed)),
        truncated,
      },
    };
  }

  /** Finds the selection; `undefined` without a document, or if the document does not contain the text. */
  private async place(
    request: ContextGatheringRequest,
    options: RequestOptions,
  ): Promise<(PlacedSelection & SelectedText & { readonly path: string }) | undefined> {
    if (!hasDocument(request)) return undefined;
    try {
      const snapshot = await openDocument(request, this.editor, options);
      const found = findSelection(snapshot.content, request);
      if (found === undefined) return undefined;
      const range = widenToGraphemes(snapshot.content, found);
      const structure = await this.structure.getStructure(snapshot, options);
      return { path: snapshot.path, content: snapshot.content, structure, blocks: structure.blocks, range };
    } catch (error) {
      // The text itself is in the request; a document that is new or too large only lacks the surroundings.
      if (isLexichordError(error) && surroundingsAreOptional.has(error.code)) {
        this.log.debug('{StrategyId} goes without the document: {Code}', {
          StrategyId: this.strategyId,
          Code: error.code,
        });
        return undefined;
      }
      throw error;
    }
  }
}

const surroundingsAreOptional: ReadonlySet<string> = new Set([ErrorCode.notFound, ErrorCode.fileTooLarge]);

function whereabouts({ path, structure, range }: PlacedSelection & { readonly path: string }) {
  return {
    path,
    startLine: structure.positionAt(range.startOffset).line,
    endLine: structure.positionAt(Math.max(range.startOffset, range.endOffset - 1)).line,
  };
}
