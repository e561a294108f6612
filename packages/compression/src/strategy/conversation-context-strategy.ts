import 'reflect-metadata';
import {
  type CallOptions,
  type ContextGatheringRequest,
  ErrorCode,
  IConversationRecall,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  ITokenCounter,
  type NothingGathered,
  type RecalledContext,
  type RequestOptions,
  isLexichordError,
} from '@lexichord/abstractions';
import { fence } from '@lexichord/platform/internal';
import { ComposedStrategy, type GatheredContent, deriveQuery } from '@lexichord/context-strategy';
import { indexWords } from '@lexichord/text-index';
import { inject, injectable } from 'tsyringe';

import { queryWords } from '../recall/score-turns.js';
import { conversationOf, conversationDescriptor, noConversationNamed } from './lazy-conversation-strategy.js';

/** Tokens of a fence and its line ends. A fence is longer if the conversation itself has fences. */
const fenceTokens = 4;

/** Maximum number of attempts with smaller budgets, for longer fences. */
const maxAttempts = 4;

/** Relevance of a request without a query. */
const defaultRelevance = 0.5;

/**
 * Provides the relevant parts of a conversation: the last turns, turns that answer the query, and summaries of the
 * rest.
 */
@injectable()
export class ConversationContextStrategy extends ComposedStrategy {
  constructor(
    @inject(IConversationRecall) private readonly recall: IConversationRecall,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
  ) {
    super(conversationDescriptor, tokenCounter, log);
  }

  /** @throws the errors of the store, except that an unknown conversation is a reasoned nothing */
  protected override async compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    options: RequestOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    const conversationId = conversationOf(request);
    if (conversationId === undefined) return noConversationNamed;
    const query = await this.queryOf(request, options);
    try {
      return await this.recallWithin(conversationId, { query, maxTokens }, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isLexichordError(error) || error.code !== ErrorCode.notFound) throw error;
      return { nothing: 'empty', message: error.message };
    }
  }

  /** The query of a request. Empty if there is none, or if it cannot be read: the last turns are then still shown. */
  private async queryOf(request: ContextGatheringRequest, { readDocument, signal }: RequestOptions): Promise<string> {
    try {
      return (
        (await deriveQuery(request, { editor: this.editor, structure: this.structure, readDocument, signal })) ?? ''
      );
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      this.log.warn('The conversation is recalled without a question: {reason}', { reason: error.message });
      return '';
    }
  }

  private async recallWithin(
    conversationId: string,
    { query, maxTokens }: { readonly query: string; readonly maxTokens: number },
    options: CallOptions,
  ): Promise<GatheredContent | NothingGathered> {
    let room = maxTokens - fenceTokens;
    for (let attempt = 0; attempt < maxAttempts && room > 0; attempt += 1) {
      const recalled = await this.recall.allocate(conversationId, query, room, options);
      if (recalled.content === '') break;
      const content = fence(recalled.content);
      const excess = this.tokenCounter.countTokens(content) - maxTokens;
      if (excess <= 0) return gathered(recalled, { content, query });
      room -= excess;
    }
    return { nothing: 'empty', message: `No part of the conversation fits into ${maxTokens} tokens.` };
  }
}

function gathered(
  { conversationId, content: plain, originalTokens, totalTokens, segments, secrets }: RecalledContext,
  { content, query }: { readonly content: string; readonly query: string },
): GatheredContent {
  return {
    content,
    relevance: relevanceOf(query, plain),
    originalTokens: originalTokens > totalTokens ? originalTokens : undefined,
    secrets,
    metadata: {
      conversationId,
      segments: segments.map(({ segmentId, level, messageIds }) => ({ segmentId, level, messageIds })),
    },
  };
}

/** Relevance by the share of query words in the content. */
function relevanceOf(query: string, content: string): number {
  const queryTerms = queryWords(query);
  if (queryTerms.length === 0) return defaultRelevance;
  const contentTerms = new Set(indexWords(content));
  return queryTerms.filter((word) => contentTerms.has(word)).length / queryTerms.length;
}
