import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { AxiomViolation } from './axiom.js';
import type { FactReport } from './graph-repository.js';

/**
 * Formats of documents: API descriptions, documents with headings or a glossary, lists of facts, manifests of packages.
 */
export const knowledgeFormats = ['openapi', 'markdown', 'facts', 'manifest'] as const;

/** One of {@link knowledgeFormats}. */
export type KnowledgeFormat = (typeof knowledgeFormats)[number];

/** A document to read facts from. */
export interface KnowledgeFile {
  /**
   * Identifies the document in every fact: relative to the workspace, forward slashes; for a file outside, a name that
   * differs for each folder.
   */
  readonly documentPath: string;
  readonly text: string;
  /** Absent: found from name and content. */
  readonly format?: KnowledgeFormat | undefined;
  /**
   * Reads another file that this one refers to, by its path relative to this one; `undefined` if it is missing or may
   * not be read. Absent: such references are problems.
   */
  readonly readBeside?: ((path: string) => Promise<string | undefined>) | undefined;
}

/** Options of an import: strictness and the listener for progress. */
export interface ImportOptions extends CallOptions {
  /** Whether any other problem or a broken rule of severity `error` also prevents storing. */
  readonly strict?: boolean | undefined;
  /**
   * Whether the readable documents are stored although others could not be read whole; the statements of those others
   * stay. Default: nothing is stored if one could not be read.
   */
  readonly partial?: boolean | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** State of an import: files read and entities found so far. */
export interface ImportProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly entities: number;
}

/** A problem in a document. */
export interface ImportProblem {
  readonly documentPath: string;
  /** 1-based. */
  readonly line: number;
  /** One sentence: the problem and the expected value. */
  readonly message: string;
  /** Whether the document was nevertheless read whole. Absent: a part of it could not be read. */
  readonly isWarning?: true | undefined;
}

/** Counts of one imported document. */
export interface ImportedDocument {
  readonly documentPath: string;
  readonly format: KnowledgeFormat;
  readonly entities: number;
  readonly relationships: number;
  readonly axioms: number;
}

/** The result of an import. */
export interface ImportReport {
  readonly documents: readonly ImportedDocument[];
  /** `undefined` when nothing was stored. */
  readonly changes?: FactReport | undefined;
  /** By document and line. */
  readonly problems: readonly ImportProblem[];
  /** Broken rules whose entity, proof or statement is in the imported documents, stored or not. */
  readonly violations: readonly AxiomViolation[];
  /** Such as: the embedding provider failed, so that the new entities are found by words alone. */
  readonly warnings: readonly string[];
  readonly durationMs: number;
}

/** Reads documents into the knowledge graph. */
export interface IKnowledgeImporter {
  /**
   * Replaces the earlier statements of these documents in one transaction: the same files again change nothing, and
   * statements removed from a file are removed from the graph. Unless `partial` is given, nothing is stored if one
   * document could not be read whole.
   *
   * @throws {LexichordError} `invalid-argument` for two files with one path, `storage-failed`; the signal's reason
   */
  importFiles(files: readonly KnowledgeFile[], options?: ImportOptions): Promise<ImportReport>;
}
export const IKnowledgeImporter: Token<IKnowledgeImporter> = token('IKnowledgeImporter');
