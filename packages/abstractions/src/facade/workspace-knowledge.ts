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
  /** Types to search; absent: all. */
  readonly types?: readonly string[] | undefined;
  /** Maximum number of entities, from 1. Default 10, which is also the maximum below Teams (KG-e §7). */
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
 * The knowledge graph of a workspace. Below WriterPro each method rejects with `license-required`. All reject with
 * `storage-failed` when the facts cannot be read or written.
 */
export interface IWorkspaceKnowledge {
  /** Reads documents into the graph, in one transaction. @throws the errors of `IKnowledgeImporter.importFiles` */
  import(files: readonly KnowledgeFile[], options?: ImportOptions): Promise<ImportReport>;

  /** Entities by name, alias, type, properties and meaning, with the parts of their scores. */
  search(query: string, options?: KnowledgeSearchOptions): Promise<KnowledgeSearchResult>;

  /** Entities with this name or alias, ignoring case; exact matches of the name come first. */
  findByName(name: string, options?: CallOptions): Promise<readonly KnowledgeEntity[]>;

  /** The knowledge that fits a request, for an agent. Empty content, with the reason in `notes`, if nothing fits. */
  context(request: ContextRequest, options?: CallOptions): Promise<KnowledgeContextFragment>;

  /** Rules that entities break, with the proof. From Teams on. */
  check(options?: AxiomCheckOptions): Promise<AxiomCheckReport>;

  /**
   * Relationships, rules, pictures and neighbourhoods from Teams on.
   *
   * @throws {LexichordError} `not-found` for a name that no entity has
   */
  export(options: KnowledgeExportOptions): Promise<KnowledgeExport>;

  /** Counts of the stored facts; all zero before the first import. */
  count(options?: CallOptions): Promise<KnowledgeCounts>;
}
