import type { AxiomCheckOptions, AxiomCheckReport } from '../knowledge/axiom-store.js';
import type { ScoredEntity } from '../knowledge/entity-relevance-scorer.js';
import type { KnowledgeCounts } from '../knowledge/graph-repository.js';
import type { ContextRequest, KnowledgeContextFragment } from '../knowledge/knowledge-context.js';
import type { KnowledgeExport, KnowledgeExportOptions } from '../knowledge/knowledge-exporter.js';
import type { KnowledgeEntity } from '../knowledge/knowledge-facts.js';
import type { ImportOptions, ImportReport, KnowledgeFile } from '../knowledge/knowledge-importer.js';
import type { CallOptions } from '../services/call-options.js';

/** Options of a search for entities. */
export interface KnowledgeSearchOptions extends CallOptions {
  /** Types that may be found; absent: all. */
  readonly types?: readonly string[] | undefined;
  /** Most entities, from 1. Default 10, which is also the most below Teams (KG-e §7). */
  readonly limit?: number | undefined;
}

/** Entities that answer a query. */
export interface KnowledgeSearchResult {
  /** The most relevant first. */
  readonly entities: readonly ScoredEntity[];
  /** Such as: the embedding provider failed, so that only words were searched. */
  readonly warnings: readonly string[];
}

/**
 * The knowledge graph of a workspace. Below WriterPro each method rejects with `license-required`. All of them reject with
 * `storage-failed` when the facts cannot be read or written.
 */
export interface IWorkspaceKnowledge {
  /** Reads documents into the graph, in one transaction. @throws what `IKnowledgeImporter.importFiles` throws */
  import(files: readonly KnowledgeFile[], options?: ImportOptions): Promise<ImportReport>;

  /** Entities by name, alias, type, properties and meaning, with what their score is made of. */
  search(query: string, options?: KnowledgeSearchOptions): Promise<KnowledgeSearchResult>;

  /** Entities with this name or alias, whatever the case of its letters; those whose name it is exactly come first. */
  findByName(name: string, options?: CallOptions): Promise<readonly KnowledgeEntity[]>;

  /** The knowledge that fits a request, for an agent. Empty content, with the reason in `notes`, where nothing fits. */
  context(request: ContextRequest, options?: CallOptions): Promise<KnowledgeContextFragment>;

  /** Rules that entities break, with the proof. From Teams on. */
  check(options?: AxiomCheckOptions): Promise<AxiomCheckReport>;

  /**
   * Relationships, rules, pictures and neighbourhoods from Teams on.
   *
   * @throws {LexichordError} `not-found` for a name that no entity has
   */
  export(options: KnowledgeExportOptions): Promise<KnowledgeExport>;

  /** How much there is; all zero before the first import. */
  count(options?: CallOptions): Promise<KnowledgeCounts>;
}
