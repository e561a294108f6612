import 'reflect-metadata';
import {
  type CallOptions,
  type ContextGatheringRequest,
  type ContextRequest,
  type CutEntity,
  hasDocument,
  IAxiomStore,
  IDocumentStructureService,
  IEditorService,
  IEntityRelevanceScorer,
  IGraphRepository,
  IKnowledgeContextFormatter,
  type IKnowledgeContextStrategy,
  ILicenseService,
  ILogger,
  ISecretScanner,
  isLexichordError,
  ITokenCounter,
  type KnowledgeContextConfig,
  type KnowledgeContextFragment,
  type LicenseTier,
  type NothingGathered,
  type RequestOptions,
} from '@lexichord/abstractions';
import { ComposedStrategy, type GatheredContent, deriveQuery, openDocument } from '@lexichord/context-strategy';
import { screenValues } from '@lexichord/secrets/internal';
import { inject, injectable } from 'tsyringe';

import { KnowledgeOptions } from '../knowledge-options.js';
import { agentConfig, agentDefaults } from './agent-defaults.js';
import { axiomsFor, chooseEntities, type ChosenEntities, cutOf, relationshipsBetween } from './choose-facts.js';
import { emptyGraphMessage, knowledgeDescriptor } from './knowledge-descriptor.js';
import { type KnowledgeFindings, emptyFindings, knowledgeFragment } from './knowledge-fragment.js';
import { limitByLicense, tierInForce } from './license-limits.js';
import { screenFacts } from './screen-facts.js';

/**
 * Factor on the wanted number of entities for the search, because ranking by relevance changes the order (KG-e §4.1).
 */
const overFetch = 3;

/** The chosen entities, and facts about the choice. */
interface Choice extends ChosenEntities {
  readonly request: ContextRequest;
  readonly config: KnowledgeContextConfig;
  readonly totalEntitiesAvailable: number;
  readonly notes: readonly string[];
}

/**
 * The entities, relationships and rules that are relevant to a task: search ► score ► choose ► relate ► format (KG-e
 * §4.1).
 */
@injectable()
export class KnowledgeContextStrategy extends ComposedStrategy implements IKnowledgeContextStrategy {
  constructor(
    @inject(IGraphRepository) private readonly graph: IGraphRepository,
    @inject(IAxiomStore) private readonly axioms: IAxiomStore,
    @inject(IEntityRelevanceScorer) private readonly scorer: IEntityRelevanceScorer,
    @inject(IKnowledgeContextFormatter) private readonly formatter: IKnowledgeContextFormatter,
    @inject(ILicenseService) private readonly license: ILicenseService,
    @inject(KnowledgeOptions) private readonly options: KnowledgeOptions,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
  ) {
    super(knowledgeDescriptor, tokenCounter, log);
  }

  getConfigForAgent(agentId: string): KnowledgeContextConfig {
    return { ...agentDefaults(agentId), format: this.options.format };
  }

  async getContext(request: ContextRequest, options: CallOptions = {}): Promise<KnowledgeContextFragment> {
    const tier = tierInForce(this.license, this.log);
    const { config, notes } = agentConfig(request.agentId, { options: this.options, tier });
    return knowledgeFragment(await this.find(request, { config, notes, tier }, options));
  }

  async getKnowledgeContext(
    request: ContextRequest,
    config: KnowledgeContextConfig,
    options: CallOptions = {},
  ): Promise<KnowledgeContextFragment> {
    const tier = tierInForce(this.license, this.log);
    return knowledgeFragment(await this.find(request, { config, notes: [], tier }, options));
  }

  protected override async compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    options: RequestOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    const query = await deriveQuery(request, { editor: this.editor, structure: this.structure, ...options });
    if (query === undefined) {
      return {
        nothing: 'empty',
        message: 'The request has no question, selection or paragraph to look up in the knowledge graph.',
      };
    }
    const { agentId, documentPath } = request;
    const documentText = await this.documentText(request, options);
    const contextRequest = { agentId, query, documentPath, documentText, tokenBudget: maxTokens };
    const fragment = await this.getContext(contextRequest, options);
    if (fragment.content === '') return { nothing: 'empty', message: fragment.notes.join(' ') };
    const { content, relevance, metadata = {} } = fragment;
    const { originalTokens } = metadata;
    return { content, relevance, metadata, originalTokens: typeof originalTokens === 'number' ? originalTokens : 0 };
  }

  /** Text of the document; `undefined` if it cannot be read, because a question can be answered without it. */
  private async documentText(request: ContextGatheringRequest, options: RequestOptions): Promise<string | undefined> {
    if (!hasDocument(request)) return undefined;
    try {
      return (await openDocument(request, this.editor, options)).content;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      return undefined;
    }
  }

  private async find(
    request: ContextRequest,
    wanted: { readonly config: KnowledgeContextConfig; readonly notes: readonly string[]; readonly tier: LicenseTier },
    options: CallOptions,
  ): Promise<KnowledgeFindings> {
    options.signal?.throwIfAborted();
    const { config, notes: limits } = limitByLicense(wanted.config, wanted.tier);
    const notes = [...wanted.notes, ...limits];
    if (config.maxEntities < 1) {
      return emptyFindings(
        request.agentId,
        limits.length > 0 ? notes : [...notes, 'The configuration allows no entities.'],
      );
    }
    try {
      const choice = await this.choose(
        request,
        { config, notes, configuredEntities: wanted.config.maxEntities },
        options,
      );
      return 'config' in choice ? await this.tell(choice, options) : choice;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      this.log.warn('The knowledge graph is unavailable: {reason}', { reason: error.message, code: error.code });
      return emptyFindings(request.agentId, [...notes, `The knowledge graph is unavailable. ${error.message}`]);
    }
  }

  private async choose(
    request: ContextRequest,
    { config, notes, configuredEntities }: Pick<Choice, 'config' | 'notes'> & { readonly configuredEntities: number },
    options: CallOptions,
  ): Promise<Choice | KnowledgeFindings> {
    const { includeEntityTypes: types, excludeEntityTypes: excludedTypes } = config;
    const limit = overFetch * configuredEntities;
    const { found, warnings } = await this.graph.searchEntities(
      { query: request.query, types, excludedTypes, limit },
      options,
    );
    const messages = [...notes, ...warnings];
    if (found.length === 0) return emptyFindings(request.agentId, [...messages, await this.whyNothing(options)]);
    const scored = await this.scorer.scoreEntities(request, found, options);
    const chosen = chooseEntities(scored, { ...config, configuredEntities });
    this.log.debug('{found} entities were found and {chosen} chosen', {
      found: found.length,
      chosen: chosen.chosen.length,
    });
    return { ...chosen, request, config, totalEntitiesAvailable: found.length, notes: messages };
  }

  private async whyNothing(options: CallOptions): Promise<string> {
    const { entities } = await this.graph.count(options);
    return entities === 0 ? emptyGraphMessage : 'The knowledge graph has no relevant entity.';
  }

  private async tell(choice: Choice, { signal }: CallOptions): Promise<KnowledgeFindings> {
    const { request, config, chosen, totalEntitiesAvailable, notes, cut } = choice;
    const { agentId, tokenBudget = Infinity } = request;
    if (chosen.length === 0) {
      const note = `No entity reaches the minimum relevance of ${config.minRelevanceScore}.`;
      return emptyFindings(agentId, [...notes, note], { totalEntitiesAvailable });
    }
    const entities = chosen.map(({ entity }) => entity);
    const { includeRelationships, relationshipDepth: depth, includeAxioms, maxTokens } = config;
    const relationships = includeRelationships
      ? await relationshipsBetween(entities, { graph: this.graph, depth, signal })
      : [];
    const axioms = includeAxioms ? await axiomsFor(entities, { axioms: this.axioms, signal }) : [];
    const { secrets, ...facts } = await screenFacts(
      { entities, relationships, axioms },
      { scanner: this.scanner, signal },
    );
    const limit = Math.min(maxTokens, tokenBudget);
    const formatted = this.formatter.formatWithin(facts, config, limit);
    const includedIds = new Set(formatted.entities.map(({ id }) => id));
    const screened = chosen.map((scored, index) => ({ ...scored, entity: facts.entities[index] ?? scored.entity }));
    const overBudget = screened
      .filter(({ entity: { id } }) => !includedIds.has(id))
      .map((left) => cutOf(left, 'over-budget'));
    const findings = {
      ...{ agentId, chosen: screened, formatted, totalEntitiesAvailable },
      cut: [...overBudget, ...(await this.screenCut(cut, signal))],
      secrets: [...formatted.entities, ...formatted.relationships, ...formatted.axioms].flatMap(
        ({ id }) => secrets.get(id) ?? [],
      ),
    };
    if (overBudget.length === 0) return { ...findings, notes };
    const { tokenCount: originalTokens } = this.formatter.format(facts, config);
    return { ...findings, originalTokens, notes: [...notes, budgetNote(overBudget.length, chosen.length, limit)] };
  }

  /** Screens the names of entities that were left out, which are also reported. */
  private async screenCut(cut: readonly CutEntity[], signal: AbortSignal | undefined): Promise<readonly CutEntity[]> {
    return (await screenValues(cut, { scanner: this.scanner, signal })).value;
  }
}

function budgetNote(left: number, all: number, limit: number): string {
  return `${left} of ${all} relevant entities do not fit into ${limit} tokens and were left out.`;
}
