import type { CallOptions } from '../services/call-options.js';
import type { ChunkFallback, ChunkKind } from '../search/chunker.js';
import { type Token, token } from '../token.js';
import type { DocumentSnapshot } from './editor-service.js';

/** A definition in code with everything in it. Offsets are UTF-16 units of the content. */
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
  /** Why there are none, when the file could not be parsed. */
  readonly fallback?: ChunkFallback | undefined;
}

/** Finds the definitions of a code file. Optional: without it code has no headings. */
export interface ICodeOutliner {
  /** Whether there is a parser for the language. */
  supports(language: string): boolean;
  /** @throws the signal's reason; nothing that the file holds makes it reject */
  outline(document: DocumentSnapshot, options?: CallOptions): Promise<CodeOutline>;
}
export const ICodeOutliner: Token<ICodeOutliner> = token('ICodeOutliner');
