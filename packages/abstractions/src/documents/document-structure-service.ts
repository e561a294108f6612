import type { ChunkFallback, ChunkKind } from '../search/chunker.js';
import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { DocumentSnapshot, TextPosition } from './editor-service.js';

/** A heading of prose, or a symbol of code that serves as one. */
export interface DocumentHeading {
  /** 1 (outermost) to 6. */
  readonly level: number;
  /** Plain text without markup. */
  readonly text: string;
  /** Start of the heading itself, in UTF-16 units. */
  readonly startOffset: number;
  /** End of the heading itself, exclusive, line end not included. */
  readonly endOffset: number;
  /** End of everything under it, exclusive: the next heading of the same or an outer level, or the end. */
  readonly sectionEndOffset: number;
  /** 1-based line of the heading. */
  readonly line: number;
}

/** A paragraph, list, table, fenced block, heading … at the top level of a document. */
export interface DocumentBlock {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'list' | 'table' | 'quote' | 'html' | 'frontMatter' | 'other';
  readonly startOffset: number;
  /** Exclusive. */
  readonly endOffset: number;
}

/**
 * Reason for reading a part of an outline from its lines only: `hard-text`, too complex for the parser on any machine,
 * or `time-limit`; another attempt may then succeed.
 */
export type ApproximationReason = 'hard-text' | 'time-limit';

/** Headings and blocks of a document. Offsets are UTF-16 units of the snapshot's content. */
export interface DocumentStructure {
  /** In document order. */
  readonly headings: readonly DocumentHeading[];
  /** Top-level blocks in document order; they do not overlap. */
  readonly blocks: readonly DocumentBlock[];
  /** Title from the front matter, else the first level-1 heading, else the first heading. */
  readonly title?: string | undefined;
  /**
   * Whether headings or blocks may be missing or wrong, because they were read from lines only. Absent: all are exact.
   */
  readonly isApproximate?: boolean | undefined;
  /** Only when `isApproximate`. */
  readonly approximationReason?: ApproximationReason | undefined;
  /** 1-based line and column of an offset, which is clamped to the document. */
  positionAt(offset: number): TextPosition;
  /** Offset of a line and column, clamped to the document and to the line's end. */
  offsetAt(position: TextPosition): number;
  /** Headings that enclose an offset, outermost first. */
  headingPathAt(offset: number): readonly DocumentHeading[];
  /** The block at an offset, else the next one, else the last one. */
  blockAt(offset: number): DocumentBlock | undefined;
}

/** Parses documents (SBD-072 §2.1). Caches results by snapshot, except those made approximate by the time limit. */
export interface IDocumentStructureService {
  getStructure(document: DocumentSnapshot, options?: CallOptions): Promise<DocumentStructure>;
}
export const IDocumentStructureService: Token<IDocumentStructureService> = token('IDocumentStructureService');

/** A definition in code with its content. Offsets are UTF-16 units of the content. */
export interface OutlinedSymbol {
  readonly name: string;
  readonly kind: ChunkKind;
  /** 1 for the outermost definitions. */
  readonly level: number;
  /** Start of the line on which the definition itself begins, its leading comment not included. */
  readonly startOffset: number;
  /** Exclusive; the end of the definition's last line, line end not included. */
  readonly endOffset: number;
  /** Start of the leading comment, decorators and attributes, else `startOffset`. */
  readonly leadOffset: number;
}

/** The definitions of a file. */
export interface CodeOutline {
  /** By `startOffset`, an enclosing definition before those in it. */
  readonly symbols: readonly OutlinedSymbol[];
  /** The reason, if the file could not be parsed. */
  readonly fallback?: ChunkFallback | undefined;
}

/** Finds the definitions of a code file. Optional: without it code has no headings. */
export interface ICodeOutliner {
  /** Whether there is a parser for the language. */
  supports(language: string): boolean;
  /** @throws the signal's reason; never rejects because of a file's content */
  outline(document: DocumentSnapshot, options?: CallOptions): Promise<CodeOutline>;
}
export const ICodeOutliner: Token<ICodeOutliner> = token('ICodeOutliner');
