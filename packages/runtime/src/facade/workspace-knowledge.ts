import {
  type AxiomCheckOptions,
  type AxiomCheckReport,
  type CallOptions,
  type ContextRequest,
  IAxiomChecker,
  IEntityRelevanceScorer,
  IGraphRepository,
  IKnowledgeContextStrategy,
  IKnowledgeExporter,
  IKnowledgeImporter,
  type ImportOptions,
  type ImportReport,
  type IWorkspaceKnowledge,
  type KnowledgeContextFragment,
  type KnowledgeCounts,
  type KnowledgeEntity,
  type KnowledgeExport,
  type KnowledgeExportOptions,
  type KnowledgeFile,
  type KnowledgeSearchOptions,
  type KnowledgeSearchResult,
} from '@lexichord/abstractions';

import type { FacadeServices } from './facade-services.js';

const defaultLimit = 10;

/** Maximum number of entities in an answer for a licence below Teams (KG-e §7). */
const maxEntitiesBelowTeams = 10;

/** Candidates per entity of the answer, because the scorer changes their order. */
const overFetch = 3;

/** Agent of requests to the scorer, whose scores do not depend on it. */
const agentId = 'copilot';

/** The knowledge graph's services under one name. */
export class WorkspaceKnowledge implements IWorkspaceKnowledge {
  constructor(private readonly services: FacadeServices) {}

  async import(files: readonly KnowledgeFile[], options?: ImportOptions): Promise<ImportReport> {
    return this.services.resolve(IKnowledgeImporter).importFiles(files, options);
  }

  search(query: string, options: KnowledgeSearchOptions = {}): Promise<KnowledgeSearchResult> {
    return searchKnowledge(query, options, this.services);
  }

  async findByName(name: string, options?: CallOptions): Promise<readonly KnowledgeEntity[]> {
    return this.services.resolve(IGraphRepository).findByName(name, options);
  }

  async context(request: ContextRequest, options?: CallOptions): Promise<KnowledgeContextFragment> {
    // Throws for unreadable facts, which the strategy itself ignores, so that an assembly can continue.
    await this.count(options);
    return this.services.resolve(IKnowledgeContextStrategy).getContext(request, options);
  }

  async check(options?: AxiomCheckOptions): Promise<AxiomCheckReport> {
    this.services.license.require('Teams', 'Checking rules of the knowledge graph');
    return this.services.resolve(IAxiomChecker).check(options);
  }

  async export(options: KnowledgeExportOptions): Promise<KnowledgeExport> {
    return this.services.resolve(IKnowledgeExporter).export(options);
  }

  async count(options?: CallOptions): Promise<KnowledgeCounts> {
    return this.services.resolve(IGraphRepository).count(options);
  }
}

/** Finds entities, and sorts them by score. */
async function searchKnowledge(
  query: string,
  { types, limit: asked = defaultLimit, signal }: KnowledgeSearchOptions,
  { resolve, license }: FacadeServices,
): Promise<KnowledgeSearchResult> {
  const limit = license.allows('Teams') ? asked : Math.min(asked, maxEntitiesBelowTeams);
  const wanted = { query, types, limit: limit * overFetch };
  const { found, warnings } = await resolve(IGraphRepository).searchEntities(wanted, { signal });
  const scored = await resolve(IEntityRelevanceScorer).scoreEntities({ agentId, query }, found, { signal });
  const locked = `This licence shows at most ${limit} entities; more require the Teams tier.`;
  return { entities: scored.slice(0, limit), warnings: [...(limit < asked ? [locked] : []), ...warnings] };
}
