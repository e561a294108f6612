import type {
  AxiomStatement,
  EntityKey,
  EntityStatement,
  FactSource,
  ImportProblem,
  KnowledgeFile,
  KnowledgeFormat,
  RelationshipStatement,
} from '@lexichord/abstractions';

import type { SourceParser } from './source/source-parser.js';

/** A link to a section of the same or another document. */
export interface DocumentLink {
  readonly from: EntityKey;
  /** Relative to the workspace. */
  readonly documentPath: string;
  /** Anchor of the section; absent: the document as a whole. */
  readonly anchor?: string | undefined;
  readonly source: FactSource;
}

/** The statements of one document. */
export interface DocumentReading {
  readonly documentPath: string;
  readonly format: KnowledgeFormat;
  /** Each entity once. */
  readonly entities: readonly EntityStatement[];
  /** Each relationship once; its ends need not be among the entities. */
  readonly relationships: readonly RelationshipStatement[];
  /** Each rule once. */
  readonly axioms: readonly AxiomStatement[];
  /** By line. */
  readonly problems: readonly ImportProblem[];
  /** Whether nothing could be read, so that the document's earlier facts still hold. */
  readonly isUnreadable?: boolean | undefined;
  /** Links that are facts if a document states their target. */
  readonly links?: readonly DocumentLink[] | undefined;
  /** Entities by the anchors of this document; under '' the entity for the whole document. */
  readonly anchors?: ReadonlyMap<string, EntityKey> | undefined;
}

/** Services of a reader. */
export interface ReadingContext {
  readonly parser: SourceParser;
  /** All files of the import, including this one. */
  readonly files: readonly KnowledgeFile[];
  readonly signal?: AbortSignal | undefined;
}

/** Reads documents of one format. Never rejects for the content of a document, only with the signal's reason. */
export type DocumentReader = (file: KnowledgeFile, context: ReadingContext) => Promise<DocumentReading>;
