import 'reflect-metadata';
import {
  type ContextGatheringRequest,
  ErrorCode,
  IContextPacker,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  ISourceFinder,
  ITokenCounter,
  type NothingGathered,
  type PackedContext,
  packingBudgetOf,
  type RequestOptions,
  type StrategyDescriptor,
} from '@lexichord/abstractions';
import { ComposedStrategy, deriveQuery, type GatheredContent } from '@lexichord/context-strategy';
import { inject, injectable } from 'tsyringe';

/** Packs code of the repository for a question, a selection or a paragraph, into the strategy's share. */
@injectable()
export class PackedRepositoryStrategy extends ComposedStrategy {
  constructor(
    @inject(ISourceFinder) private readonly finder: ISourceFinder,
    @inject(IContextPacker) private readonly packer: IContextPacker,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
  ) {
    super(repositoryDescriptor, tokenCounter, log);
  }

  protected override async compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    { readDocument, signal }: RequestOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    const task = await deriveQuery(request, { editor: this.editor, structure: this.structure, readDocument, signal });
    if (task === undefined) {
      return {
        nothing: 'empty',
        message: 'The request has no question, selection or paragraph to pack the repository for.',
      };
    }
    const { documentPath, hints } = request;
    // Another strategy provides the document itself.
    const excludedFiles = documentPath === undefined ? undefined : [documentPath];
    const sources = await this.finder.find({ task, excludedFiles, searchHits: hints?.topK });
    const packed = await this.packer.pack(sources, packingBudgetOf(maxTokens), { task, template: 'markdown', signal });
    return packed.includedChunks.length === 0 ? nothingIn(packed) : contentOf(packed);
  }
}

function contentOf(packed: PackedContext): GatheredContent {
  const { content, totalTokens, includedChunks, excludedChunks } = packed;
  const passedOver = excludedChunks.filter(({ reason }) => reason === 'budget-exceeded');
  const more = passedOver.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  return {
    content,
    relevance: Math.max(...includedChunks.map(({ factors }) => factors.relevance)),
    originalTokens: more === 0 ? undefined : totalTokens + more,
    secrets: excludedChunks.flatMap(({ secrets = [] }) => secrets),
    metadata: {
      chunks: includedChunks.map(({ filePath, startLine, endLine, rankScore, detailLevel }) => ({
        ...{ filePath, startLine, endLine },
        score: rankScore,
        ...(detailLevel === undefined ? {} : { detailLevel }),
      })),
    },
  };
}

function nothingIn({ rejectedSources, excludedChunks }: PackedContext): NothingGathered {
  if (rejectedSources.some(({ reason }) => reason === ErrorCode.noIndex)) {
    return {
      nothing: 'no-index',
      message: 'The workspace has no search index yet. Run "lexichord index" to build it.',
    };
  }
  const message =
    excludedChunks.length === 0
      ? 'No relevant code or documents were found in the repository.'
      : 'None of the code and documents found fits into the budget.';
  return { nothing: 'empty', message };
}

/** The packed repository as a strategy of an assembly: it runs if it is enabled or required. */
export const repositoryDescriptor: StrategyDescriptor = {
  strategyId: 'repository',
  displayName: 'Repository Code',
  priority: 55,
  maxTokens: 4_000,
  tier: 'Teams',
  enabledByDefault: false,
};
