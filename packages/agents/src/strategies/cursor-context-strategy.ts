import 'reflect-metadata';
import {
  type ContextGatheringRequest,
  ErrorCode,
  type FragmentMetadata,
  hasCursor,
  hasDocument,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  ISecretScanner,
  isLexichordError,
  ITokenCounter,
  type NothingGathered,
  type RequestOptions,
  type TextRange,
  type WithheldSecret,
} from '@lexichord/abstractions';
import { screenText } from '@lexichord/secrets';
import { type ComposeOptions, ComposedStrategy, type GatheredContent, openDocument } from '@lexichord/context-strategy';
import { withheldSecrets } from '@lexichord/secrets/internal';
import { inject, injectable } from 'tsyringe';
import { cursorOffset, defaultCursorWindow, type PlacedCursor, textAroundCursor } from './compose-cursor.js';
import { strategyDescriptors } from './strategy-descriptors.js';

/** UTF-16 units that are shown at most on each side of the cursor in a document that is too large to open. */
const reachInLargeFile = 20_000;

/** UTF-16 units that are scanned beyond that, because a secret may start there. A private key is shorter. */
const marginInLargeFile = 20_000;

/** The text around the cursor, with the position marked (SBD-072 §3.2). The hint `cursorWindow` sets its size. */
@injectable()
export class CursorContextStrategy extends ComposedStrategy {
  constructor(
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
  ) {
    super(strategyDescriptors.cursor, tokenCounter, log);
  }

  /** @throws the errors of the editor for a document that is missing, denied or binary */
  protected override async compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    options: ComposeOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    if (!hasDocument(request)) return { nothing: 'empty', message: 'No document is open.' };
    if (!hasCursor(request)) return { nothing: 'empty', message: 'The request has no cursor position.' };
    const { metadata, secrets, ...document } = await this.read(request, options);
    options.signal?.throwIfAborted();

    const window = request.hints?.cursorWindow ?? defaultCursorWindow;
    const { tokenCounter } = this;
    const quote = options.quoteFrom(document.content);
    const around = textAroundCursor({ ...document, window }, { maxTokens, tokenCounter, quote });
    if (around === undefined) return { nothing: 'empty', message: 'No text around the cursor fits into the budget.' };
    return {
      content: around.content,
      relevance: 1,
      originalTokens: around.originalTokens,
      secrets,
      metadata: { ...metadata(around.range), truncated: around.truncated },
    };
  }

  private async read(request: CursorRequest, options: RequestOptions): Promise<ReadDocument> {
    try {
      const snapshot = await openDocument(request, this.editor, options);
      const structure = await this.structure.getStructure(snapshot, options);
      const cursor = cursorOffset(snapshot.content, request.cursorPosition);
      const { line, column } = structure.positionAt(cursor);
      return {
        content: snapshot.content,
        cursor,
        blocks: structure.blocks,
        position: `Line ${line}, column ${column}`,
        metadata: ({ startOffset, endOffset }) => ({
          path: snapshot.path,
          line,
          column,
          startLine: structure.positionAt(startOffset).line,
          endLine: structure.positionAt(endOffset).line,
        }),
      };
    } catch (error) {
      if (isLexichordError(error) && error.code === ErrorCode.fileTooLarge) return this.readAround(request, options);
      throw error;
    }
  }

  /** Reads the text near the cursor of a document that is too large to load (SBD-072 §8, large documents). */
  private async readAround(request: CursorRequest, options: RequestOptions): Promise<ReadDocument> {
    const { documentPath, cursorPosition } = request;
    const readStart = Math.max(0, cursorPosition - reachInLargeFile - marginInLargeFile);
    const readEnd = cursorPosition + reachInLargeFile + marginInLargeFile;
    const read = await this.editor.readRange(documentPath, readStart, readEnd, options);
    const screened = await screenText(read, this.scanner, options);
    const start = Math.max(0, cursorPosition - reachInLargeFile);
    const shown = screened.rangeOf({
      startOffset: start - readStart,
      endOffset: Math.min(read.length, cursorPosition + reachInLargeFile - readStart),
    });
    const secrets = withheldSecrets(screened.findings, () => `${documentPath}, near offset ${cursorPosition}`);
    return {
      content: screened.text.slice(shown.startOffset, shown.endOffset),
      cursor: screened.offsetOf(Math.min(read.length, cursorPosition - readStart)) - shown.startOffset,
      position: `Offset ${cursorPosition}`,
      secrets,
      metadata: ({ startOffset, endOffset }) => ({
        cursorPosition,
        startOffset: start + startOffset,
        endOffset: start + endOffset,
      }),
    };
  }
}

type CursorRequest = ContextGatheringRequest & { readonly documentPath: string; readonly cursorPosition: number };

interface ReadDocument extends Pick<PlacedCursor, 'content' | 'cursor' | 'position' | 'blocks'> {
  readonly metadata: (window: TextRange) => FragmentMetadata;
  readonly secrets?: readonly WithheldSecret[];
}
