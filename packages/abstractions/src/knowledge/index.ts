export { type AxiomCheckOptions, type AxiomCheckReport, IAxiomChecker, IAxiomStore } from './axiom-store.js';
export {
  type Axiom,
  type AxiomCondition,
  type AxiomSeverity,
  type AxiomStatement,
  type AxiomViolation,
  axiomSeverities,
} from './axiom.js';
export {
  IEntityRelevanceScorer,
  type RelevanceSignal,
  type ScoredEntity,
  relevanceSignals,
} from './entity-relevance-scorer.js';
export {
  type EntitySearchQuery,
  type EntitySearchResult,
  type FactChanges,
  type FactReport,
  type FactTally,
  type FoundEntity,
  IGraphRepository,
  type KnowledgeCounts,
  type Neighbourhood,
  type NeighbourhoodOptions,
} from './graph-repository.js';
export {
  IKnowledgeArchive,
  type KnowledgeFinding,
  type KnowledgeMending,
  type KnowledgeRestoreReport,
} from './knowledge-archive.js';
export {
  type ContextRequest,
  type CutEntity,
  type FormattedKnowledge,
  IKnowledgeContextFormatter,
  IKnowledgeContextStrategy,
  type KnowledgeContextConfig,
  type KnowledgeContextFormat,
  type KnowledgeContextFragment,
  type KnowledgeToFormat,
  knowledgeContextFormats,
} from './knowledge-context.js';
export {
  IKnowledgeExporter,
  type KnowledgeExport,
  type KnowledgeExportFormat,
  type KnowledgeExportOptions,
  knowledgeExportFormats,
} from './knowledge-exporter.js';
export type {
  EntityKey,
  EntityStatement,
  EntityVersion,
  FactSource,
  KnowledgeEntity,
  KnowledgeRelationship,
  Properties,
  PropertyValue,
  RelationshipStatement,
} from './knowledge-facts.js';
export {
  IKnowledgeImporter,
  type ImportOptions,
  type ImportProblem,
  type ImportProgress,
  type ImportReport,
  type ImportedDocument,
  type KnowledgeFile,
  type KnowledgeFormat,
  knowledgeFormats,
} from './knowledge-importer.js';
