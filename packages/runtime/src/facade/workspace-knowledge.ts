import {
  type AxiomCheckOptions,
  type AxiomCheckReport,
  type CallOptions,
  type ContextRequest,
  IAxiomChecker,
  IGraphRepository,
  IKnowledgeContextStrategy,
  IKnowledgeExporter,
  IKnowledgeImporter,
  type IWorkspaceKnowledge,
  type ImportOptions,
  type ImportReport,
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
import { searchKnowledge } from './search-knowledge.js';

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
    // The strategy takes facts that cannot be read for none, so that an assembly goes on; a question about them has no answer.
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
