import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** Formats of an export. `yaml` and `json` can be imported again; the others are pictures. */
export const knowledgeExportFormats = ['yaml', 'json', 'dot', 'mermaid'] as const;

/** One of {@link knowledgeExportFormats}. */
export type KnowledgeExportFormat = (typeof knowledgeExportFormats)[number];

/** The entities and the format of an export. */
export interface KnowledgeExportOptions extends CallOptions {
  readonly format: KnowledgeExportFormat;
  /** Only the surroundings of this entity, by name or alias; absent: everything. */
  readonly around?: string | undefined;
  /** Steps around it. Default 1. */
  readonly depth?: number | undefined;
  /** Maximum number of entities of a picture. Default 100. */
  readonly limit?: number | undefined;
}

/** The exported text. */
export interface KnowledgeExport {
  readonly content: string;
  readonly entities: number;
  readonly relationships: number;
  readonly axioms: number;
  /** Whether the limit left something out. */
  readonly isCut: boolean;
}

/** Writes the graph, or a part of it, for other programs and for people. */
export interface IKnowledgeExporter {
  /** @throws {LexichordError} `not-found` for a name that no entity has */
  export(options: KnowledgeExportOptions): Promise<KnowledgeExport>;
}
export const IKnowledgeExporter: Token<IKnowledgeExporter> = token('IKnowledgeExporter');
