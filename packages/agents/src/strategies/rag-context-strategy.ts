import 'reflect-metadata';
import {
  type ContextGatheringRequest,
  type DocumentSnapshot,
  ErrorCode,
  hasDocument,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  ISecretScanner,
  ISemanticSearchService,
  isLexichordError,
  ITokenCounter,
  type NothingGathered,
  type RequestOptions,
  type SearchHit,
} from '@lexichord/abstractions';
import { isProse } from '@lexichord/platform/internal';
import { ComposedStrategy, deriveQuery, type GatheredContent, openDocument } from '@lexichord/context-strategy';
import { inject, injectable } from 'tsyringe';
import { formatHits, joinNeighbours } from './rag/format-hits.js';
import { type ScreenedHits, screenHits } from './rag/screen-hits.js';
import { strategyDescriptors } from './strategy-descriptors.js';

/** Default number of hits (SBD-072 §3.2). */
const defaultTopK = 3;

/** Relevance if the search does not score its best hit (SBD-072 §3.2). */
const unknownRelevance = 0.8;

/** Hits of the search index for the user's question, selection or paragraph (SBD-072 §3.2). */
@injectable()
export class RagContextStrategy extends ComposedStrategy {
  /** Hits by request: a request is immutable, belongs to one assembly and may be composed more than once. */
  private readonly found = new WeakMap<ContextGatheringRequest, ScreenedHits | NothingGathered>();

  constructor(
    @inject(ISemanticSearchService) private readonly search: ISemanticSearchService,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
  ) {
    super(strategyDescriptors.rag, tokenCounter, log);
  }

  /** @throws the errors of the search, except that a missing index is a reasoned nothing; the errors of the editor */
  protected override async compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    options: RequestOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    const found = this.found.get(request) ?? (await this.find(request, options));
    if (Object.isFrozen(request)) this.found.set(request, found);
    if ('nothing' in found) return found;
    const hits = found.hits.filter(({ content }) => content.trim().length > 0);
    if (hits.length === 0) return { nothing: 'empty', message: 'The search found no related text.' };

    const { content, included, truncated, originalTokens } = formatHits(hits, {
      maxTokens,
      tokenCounter: this.tokenCounter,
    });
    return {
      content,
      relevance: relevanceOf(hits),
      originalTokens: truncated ? originalTokens : undefined,
      secrets: found.secrets,
      metadata: {
        hits: included.map(({ filePath, startLine, endLine, score }) => ({
          filePath,
          startLine,
          endLine,
          score: Number.isFinite(score) ? score : null,
        })),
        truncated,
      },
    };
  }

  private async find(
    request: ContextGatheringRequest,
    options: RequestOptions,
  ): Promise<ScreenedHits | NothingGathered> {
    const query = await deriveQuery(request, { editor: this.editor, structure: this.structure, ...options });
    if (query !== undefined) return this.findHits(query, request, options);
    return { nothing: 'empty', message: 'The request has no question, selection or paragraph to search for.' };
  }

  /** The document; `undefined` if it cannot be read, because a question can be answered without it. */
  private async documentOf(
    request: ContextGatheringRequest,
    options: RequestOptions,
  ): Promise<DocumentSnapshot | undefined> {
    if (!hasDocument(request)) return undefined;
    try {
      return await openDocument(request, this.editor, options);
    } catch (error) {
      if (!isLexichordError(error)) throw error;
      return undefined;
    }
  }

  private async findHits(
    query: string,
    request: ContextGatheringRequest,
    options: RequestOptions,
  ): Promise<ScreenedHits | NothingGathered> {
    const { hints, documentPath } = request;
    const { signal } = options;
    const topK = hints?.topK ?? defaultTopK;
    const document = await this.documentOf(request, options);
    const openPath = document?.path ?? documentPath;
    try {
      const { hits } = await this.search.search(query, {
        signal,
        // Twice as many, because adjacent ones are joined.
        topK: topK * 2,
        filter: { excludedFiles: openPath === undefined ? undefined : [openPath] },
        relevantOnly: 'each',
        // An author of prose needs documentation as much as code.
        prefer: document !== undefined && isProse(document.language) ? 'documentation' : 'code',
      });
      const { scanner, editor } = this;
      return await screenHits(joinNeighbours(hits).slice(0, topK), { scanner, editor, signal });
    } catch (error) {
      if (!isLexichordError(error) || error.code !== ErrorCode.noIndex) throw error;
      return {
        nothing: 'no-index',
        message: 'The workspace has no search index yet. Run "lexichord index" to build it.',
      };
    }
  }
}

function relevanceOf(hits: readonly SearchHit[]): number {
  const best = Math.max(...hits.map(({ score }) => (Number.isFinite(score) ? score : -Infinity)));
  return best === -Infinity ? unknownRelevance : Math.min(1, Math.max(0, best));
}
